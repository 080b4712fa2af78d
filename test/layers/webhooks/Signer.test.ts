import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { Signer, toSecret } from "../../../layers/webhooks/Signer.ts"

const secret = toSecret(new Uint8Array(32).fill(7))
const other = toSecret(new Uint8Array(32).fill(8))
const body = Buffer.from('{"event":"deal.won","name":"Größe 💶"}')
const seconds = () => Math.floor(Date.now() / 1000)

const sign = (timestamp: number, secrets: readonly [string, ...Array<string>] = [secret]) =>
  Effect.map(Signer, (signer) => ({ ...signer.headers({ id: "01997f2e", timestamp, body, secrets }) })).pipe(
    Effect.provide(Signer.layer)
  )

const libraries = {
  standardwebhooks: (secret: string) => new Webhook(secret),
  svix: (secret: string) => new SvixWebhook(secret)
}

describe("Signer", () => {
  it("makes secrets from whsec_ and the base64 of 32 bytes", () => {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/u)
  })

  it.effect("signs the raw body with the whole secret in X-Service-Signature", () =>
    Effect.gen(function* () {
      const headers = yield* sign(1)
      const mac = createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest("hex")
      assert.strictEqual(headers["x-service-signature"], `sha256=${mac}`)
    })
  )

  for (const [name, make] of Object.entries(libraries)) {
    it.effect(`is verified by ${name}`, () =>
      Effect.gen(function* () {
        const headers = yield* sign(seconds())
        assert.doesNotThrow(() => make(secret).verify(body, headers))
      })
    )

    it.effect(`is refused by ${name} with a changed byte, another secret or an old time`, () =>
      Effect.gen(function* () {
        const headers = yield* sign(seconds())
        for (let index = 0; index < body.length; index++) {
          const changed = Buffer.from(body)
          changed[index]! ^= 1
          assert.throws(() => make(secret).verify(changed, headers))
        }
        assert.throws(() => make(other).verify(body, headers))
        const old = yield* sign(seconds() - 301)
        assert.throws(() => make(secret).verify(body, old), /too old/u)
        assert.throws(() => make(secret).verify(body, { ...headers, "webhook-id": "01997f2f" }))
      })
    )

    it.effect(`is verified by ${name} with either secret during a rotation`, () =>
      Effect.gen(function* () {
        const headers = yield* sign(seconds(), [other, secret])
        assert.strictEqual(headers["webhook-signature"]!.split(" ").length, 2)
        assert.doesNotThrow(() => make(secret).verify(body, headers))
        assert.doesNotThrow(() => make(other).verify(body, headers))
      })
    )
  }
})
