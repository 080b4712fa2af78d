import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { Signer, toSecret } from "../../layers/webhooks/Signer.ts"
import { verifyWebhook, type WebhookError } from "../../client/typescript/src/index.ts"

const now = 1_777_903_200_000
const [current, previous, foreign] = [1, 2, 3].map((byte) => toSecret(new Uint8Array(24).fill(byte))) as [
  string,
  string,
  string
]
const text = JSON.stringify({ event: "deal.won", deal_id: "d1", text: "Größe 🎉" })
const body = new TextEncoder().encode(text)

/** Headers as the service sends them. */
const signed = (...secrets: readonly [string, ...ReadonlyArray<string>]) =>
  Effect.runSync(
    Effect.provide(
      Effect.map(Signer, ({ headers }) => headers({ id: "msg_1", timestamp: now / 1_000, body, secrets })),
      Signer.layer
    )
  )

const refused = (...args: Parameters<typeof verifyWebhook>) =>
  verifyWebhook(...args).then(
    () => "taken",
    (error: WebhookError) => error.code
  )

describe("verifyWebhook", () => {
  it("takes what the service signs: as text, bytes, or a request", async () => {
    const headers = signed(current)
    const event = await verifyWebhook({ headers, body }, current, { now })
    assert.strictEqual(event.event === "deal.won" && event.deal_id, "d1")
    await verifyWebhook({ headers: new Headers(headers), body: text }, current, { now })
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])
    )
    await verifyWebhook({ headers: upper, body: body.buffer }, current, { now })
    const request = new Request("https://a.example", { method: "POST", headers, body })
    await verifyWebhook(request, current, { now })
  })

  it("takes what standardwebhooks signs, which takes what the service signs", async () => {
    const other = new Webhook(current)
    const at = new Date()
    const headers = {
      "webhook-id": "msg_2",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": other.sign("msg_2", at, text)
    }
    assert.deepStrictEqual(
      await verifyWebhook({ headers, body }, current),
      other.verify(text, headers) as never
    )
  })

  it("takes either secret during a rotation, on both sides", async () => {
    const both = signed(current, previous)
    await verifyWebhook({ headers: both, body }, previous, { now })
    await verifyWebhook({ headers: signed(previous), body }, [current, previous], { now })
    assert.strictEqual(await refused({ headers: both, body }, foreign, { now }), "no_matching_signature")
  })

  it("refuses what was changed, is old, or comes from the future", async () => {
    const headers = signed(current)
    const message = { headers, body }
    assert.strictEqual(
      await refused({ headers, body: `${text} ` }, current, { now }),
      "no_matching_signature"
    )
    const renamed = { ...headers, "webhook-id": "msg_9" }
    assert.strictEqual(await refused({ headers: renamed, body }, current, { now }), "no_matching_signature")
    assert.strictEqual(await refused(message, current, { now: now + 301_000 }), "too_old")
    assert.strictEqual(await refused(message, current, { now: now - 301_000 }), "too_new")
    assert.strictEqual(await refused(message, current, { now: now + 300_000 }), "taken")
    assert.strictEqual(await refused(message, current, { now: now + 11_000, tolerance: 10 }), "too_old")
  })

  it("says what is wrong with a request or a secret", async () => {
    const headers = signed(current)
    const { "webhook-signature": _, ...without } = headers
    assert.strictEqual(await refused({ headers: without, body }, current, { now }), "missing_header")
    const late = { ...headers, "webhook-timestamp": "soon" }
    assert.strictEqual(await refused({ headers: late, body }, current, { now }), "invalid_timestamp")
    assert.strictEqual(await refused({ headers, body }, "whsec_", { now }), "invalid_secret")
    assert.strictEqual(await refused({ headers, body }, "whsec_***", { now }), "invalid_secret")
    const unsigned = { ...headers, "webhook-signature": "v1,!!! v1a,abc v1," }
    assert.strictEqual(await refused({ headers: unsigned, body }, current, { now }), "no_matching_signature")
  })
})
