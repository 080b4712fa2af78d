import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Agent from "../../support/approvals/Agent.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import { sendAnyway, submit } from "../../support/pages/Acting.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/rules"
const addressOf = (credential: string) => `${path}?${new URLSearchParams({ credential })}`

layer(TestService.layer(), { excludeTestServices: true })("the page of a credential's rules", (it) => {
  it.effect("sets what a key asks for, in words, and its limits; keys show them in short", () =>
    Effect.gen(function* () {
      const admin = yield* SignedIn.make()
      const scout = yield* Agent.make(admin, { operations: { notes: "deny" } })
      const deal = yield* Agent.deal(admin)
      const set = (fields: Record<string, string>) =>
        Effect.promise(() => submit(admin.browser, addressOf(scout.id), path, fields))
      const wrong = yield* set({ "rule deals.delete": "ask", records: "-1" })
      assert.strictEqual(wrong.status, 400)
      assert.include(wrong.text, 'aria-invalid="true"')
      assert.match(wrong.text, /name="rule deals\.delete"\s+value="ask"[^>]*checked/u)
      const saved = yield* set({
        "rule deals.delete": "ask",
        "rule notes": "",
        writesPerHour: "50",
        amountChangePercent: "20",
        records: "10"
      })
      assert.include(saved.text, "Rules of Scout saved.")
      const { body } = yield* Effect.promise(() => admin.send("GET", "/v1/rules"))
      assert.deepInclude(body.data[0], {
        credential: scout.id,
        default: "allow",
        operations: { "deals.delete": "ask" },
        writesPerHour: 50,
        amountChangePercent: 20,
        records: 10
      })
      yield* scout.ask("DELETE", `/v1/deals/${deal.id}`)
      const keys = yield* Effect.promise(() => admin.browser.open("/settings/keys"))
      assert.include(
        keys.text.replaceAll(/\s+/gu, " "),
        "needs approval: Delete a deal · at most 50 writes per hour · amounts by at most 20% in 24 hours · at most 10 records per write"
      )
      assert.include(keys.text, "everything allowed")
    })
  )

  it.effect("sets those of a connected app, for every token it has", () =>
    Effect.gen(function* () {
      const admin = yield* SignedIn.make()
      const app = yield* Effect.promise(() => OAuthApp.make(admin.base, { client_name: "Importer" }))
      const tokens = yield* Effect.promise(() => app.connect(admin.browser))
      const apps = yield* Effect.promise(() => admin.browser.open("/settings/apps"))
      const [, link = ""] = /href="(\/settings\/rules\?credential=[^"]*)"/u.exec(apps.text) ?? []
      const saved = yield* Effect.promise(() =>
        submit(admin.browser, link.replaceAll("&amp;", "&"), path, { default: "ask" })
      )
      assert.include(saved.text, "Rules of Importer saved.")
      const send = admin.as(tokens.access_token)
      const answer = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: admin.board.id, name: "Asked" })
      )
      assert.strictEqual(answer.status, 202, answer.text)
    })
  )

  it.effect("is for admins, and for credentials of their workspace", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* SignedIn.make(), yield* SignedIn.make()]
      const member = yield* (yield* TestService).member(mine.workspace.id, "member")
      const theirs = yield* SignedIn.browserOf(member.id)
      const statusOf = (browser: typeof theirs, credential: string) =>
        Effect.promise(async () => (await browser.open(addressOf(credential))).status)
      assert.strictEqual(yield* statusOf(theirs, mine.apiKey.id), 403)
      assert.strictEqual(yield* statusOf(mine.browser, other.apiKey.id), 404)
      for (const odd of ["", "x", "%00"]) assert.strictEqual(yield* statusOf(mine.browser, odd), 404)
      const set = (browser: typeof theirs, credential: string) =>
        Effect.promise(async () => (await sendAnyway(browser, path, { credential, default: "deny" })).status)
      assert.strictEqual(yield* set(theirs, mine.apiKey.id), 403)
      assert.strictEqual(yield* set(mine.browser, other.apiKey.id), 404)
      const keys = yield* Effect.promise(() => theirs.open("/settings/keys"))
      assert.notInclude(keys.text, path)
    })
  )
})
