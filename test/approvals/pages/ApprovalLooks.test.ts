import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Agent from "../../support/approvals/Agent.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/approvals"

/** A workspace whose agent wants many things; some have been decided. */
const lived = Effect.gen(function* () {
  const admin = yield* SignedIn.make()
  const name = "A-key-whose-name-has-no-space-and-is-as-long-as-names-may-well-be-in-practice"
  const scout = yield* Agent.make(
    admin,
    { default: "ask", operations: { webhooks: "deny" }, records: 10 },
    { name }
  )
  const deal = (fields: object) => Agent.deal(admin, fields)
  const lost = yield* deal({ name: "Gone", company: "Bolt" })
  const declined = yield* scout.ask("DELETE", `/v1/deals/${lost.id}`)
  const stale = yield* scout.ask("PATCH", `/v1/deals/${lost.id}`, { company: "Acme" })
  yield* Effect.promise(async () => {
    await admin.send("PATCH", `/v1/deals/${lost.id}`, { company: "Corp" })
    await admin.send("POST", `/v1/approvals/${declined.id}/decline`, { reason: "It is a customer of ours." })
    await admin.send("POST", `/v1/approvals/${stale.id}/approve`)
  })
  const fleet = yield* deal({ name: "Fleet of thirty vans for the northern depots", company: "Globex" })
  yield* scout.ask("PATCH", `/v1/deals/${fleet.id}`, {
    amountCents: 2_500_000,
    keyTerms: "Net 60. ".repeat(200),
    labels: ["renewal", "north"],
    primaryContactName: "Sabine de Vries"
  })
  const ids: Array<string> = []
  for (let n = 1; n <= 12; n += 1) ids.push((yield* deal({ name: `Renewal ${n}` })).id)
  yield* scout.ask("POST", "/v1/deals/bulk-update", { ids, amountPercent: 10 })
  yield* scout.ask("POST", "/v1/deals", { boardId: admin.board.id, name: "New one", company: "Initech" })
  const removed = yield* scout.ask("DELETE", `/v1/deals/${fleet.id}`)
  return { admin, scout, stale, removed, fleet }
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the pages of approvals, in Chromium",
  (it) => {
    it.effect(
      "are accessible, wide and narrow, light and dark, and load little",
      () =>
        Effect.gen(function* () {
          const { admin, removed, scout, stale } = yield* lived
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, admin)
          yield* Effect.promise(async () => {
            for (const [address, name] of [
              [path, "approvals"],
              [`${path}?show=all`, "approvals-all"],
              [`${path}/${stale.id}`, "approval-stale"],
              [`/settings/rules?credential=${scout.id}`, "rules"]
            ] as const) {
              await weigh(page, admin.base + address)
              await inspect(page, name)
            }
            await page.goto(`${admin.base}/settings/keys`)
            await inspect(page, "keys-with-rules")
            await page.goto(`${admin.base}${path}/${removed.id}`)
            await page.locator("summary", { hasText: "Decline" }).click()
            await page.locator("summary", { hasText: "Approve all similar" }).click()
            await inspect(page, "approval-deciding")
          })
          assert.deepStrictEqual(complaints, [])
        }),
      180_000
    )

    it.effect(
      "show a new request, and the count of them, without being reloaded; and decide it by keyboard",
      () =>
        Effect.gen(function* () {
          const admin = yield* SignedIn.make()
          const scout = yield* Agent.make(admin, { default: "ask" })
          const deal = yield* Agent.deal(admin)
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, admin)
          yield* Effect.promise(() => page.goto(admin.base + path))
          const { id } = yield* scout.ask("PATCH", `/v1/deals/${deal.id}`, { company: "Acme" })
          yield* Effect.promise(async () => {
            await page.evaluate('document.dispatchEvent(new Event("refresh"))')
            await page.locator(`#request-${id}`).waitFor()
            assert.match(await page.locator("#waiting").innerText(), /^\s*1/u)
            await page.getByRole("button", { name: "Approve Update a deal" }).focus()
            await page.keyboard.press("Enter")
            await page.getByText("Done: Update a deal").waitFor()
            assert.strictEqual((await admin.send("GET", `/v1/deals/${deal.id}`)).body.company, "Acme")
          })
          assert.deepStrictEqual(complaints, [])
        }),
      60_000
    )
  }
)
