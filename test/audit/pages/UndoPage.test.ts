import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Browsers from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const site = Effect.gen(function* () {
  const signedIn = yield* SignedIn.make()
  const { board, send } = signedIn
  const api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    Effect.map(
      Effect.promise(() => send(method, path, body, headers)),
      (answer) => {
        assert.isBelow(answer.status, 300, answer.text)
        return answer.body
      }
    )
  const stages: ReadonlyArray<any> = yield* api("GET", `/v1/boards/${board.id}/stages`)
  const won = stages.find(({ region }) => region === "won")
  const deal = yield* api("POST", "/v1/deals", { boardId: board.id, name: "Fleet" })
  yield* api("POST", `/v1/deals/${deal.id}/move`, { toStageId: won.id }, { agent: "Scout/1.2" })
  return { ...signedIn, api, deal, path: `/deals/${deal.id}` }
})

const linkIn = (text: string, words: string): string => {
  const [, address = ""] = new RegExp(`href="([^"]*)"\\s*>${words}`, "u").exec(text) ?? []
  assert.notStrictEqual(address, "", words)
  return address.replaceAll("&amp;", "&")
}

const plain = (text: string) => text.replaceAll(/<[^>]*>/gu, "").replaceAll(/\s+/gu, " ")

layer(Layer.merge(TestService.layer(), Browsers.Browser.layer()), { excludeTestServices: true })(
  "the page that undoes",
  (it) => {
    it.effect("shows what would be undone, does it, and goes back to the deal, without a script", () =>
      Effect.gen(function* () {
        const { api, browser, deal, path } = yield* site
        const feed = yield* Effect.promise(() => browser.open(path))
        const shown = yield* Effect.promise(() => browser.open(linkIn(feed.text, "Undo…")))
        assert.strictEqual(shown.status, 200)
        assert.include(plain(shown.text), "Nothing has been undone yet.")
        assert.include(plain(shown.text), "Move a deal")
        assert.include(plain(shown.text), "won at")
        const after = yield* Effect.promise(() => browser.submitTo(shown, "/undo"))
        assert.include(after.url, path)
        assert.include(plain(after.text), "Change undone.")
        const now = yield* api("GET", `/v1/deals/${deal.id}`)
        assert.deepStrictEqual([now.stage, now.wonAt], [deal.stage, null])
      })
    )

    it.effect("undoes all that an actor did since an entry of the log, and lists what stays", () =>
      Effect.gen(function* () {
        const { api, browser, deal } = yield* site
        const log = yield* Effect.promise(() => browser.open(`/settings/audit?target=${deal.id}`))
        assert.include(plain(log.text), "Undo all by First key since then…")
        const links = [...log.text.matchAll(/href="(\/undo\?actor=[^"]*)"/gu)].map(([, link]) => link!)
        const shown = yield* Effect.promise(() => browser.open(links.at(-1)!.replaceAll("&amp;", "&")))
        assert.include(plain(shown.text), "Create a deal")
        assert.include(plain(shown.text), "Move a deal")
        const after = yield* Effect.promise(() => browser.submitTo(shown, "/undo"))
        assert.include(plain(after.text), "2 changes undone.")
        assert.strictEqual((yield* api("GET", "/v1/deals?status=all")).data.length, 0)
        const again = yield* Effect.promise(() => browser.open(linkIn(log.text, "Undo…")))
        assert.include(plain(again.text), "Nothing can be undone.")
        assert.include(plain(again.text), "This stays unchanged")
      })
    )

    it.effect("offers nobody the undo of what others did, but admins", () =>
      Effect.gen(function* () {
        const { browser, path, workspace } = yield* site
        const member = yield* (yield* TestService).member(workspace.id, "member")
        const theirs = yield* SignedIn.browserOf(member.id)
        const feed = yield* Effect.promise(() => theirs.open(path))
        assert.notInclude(feed.text, "Undo…")
        const mine = yield* Effect.promise(() => browser.open(path))
        const refused = yield* Effect.promise(() => theirs.open(linkIn(mine.text, "Undo…")))
        assert.strictEqual(refused.status, 404)
        assert.include(plain(refused.text), "only they and admins can undo it. Ask an admin")
      })
    )

    it.effect("undoes all that someone chosen did from one time to another", () =>
      Effect.gen(function* () {
        const { api, apiKey, browser, user } = yield* site
        const log = yield* Effect.promise(() => browser.open("/settings/audit"))
        assert.match(log.text, new RegExp(`<option value="${apiKey.id}">API key First key</option>`, "u"))
        assert.include(log.text, `<option value="${user.id}">`)
        const minute = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16)
        const open = (since: string, until: string) =>
          Effect.promise(() =>
            browser.open(`/undo?${new URLSearchParams({ actor: apiKey.id, since, until }).toString()}`)
          )
        const before = yield* open(minute(-600_000), minute(-300_000))
        assert.strictEqual(before.status, 404)
        assert.include(plain(before.text), "Nothing to undo.")
        assert.include(before.text, 'in the <a href="/settings/audit">audit log</a>')
        const shown = yield* open(minute(-60_000), minute(120_000))
        const after = yield* Effect.promise(() => browser.submitTo(shown, "/undo"))
        assert.include(plain(after.text), "2 changes undone.")
        assert.strictEqual((yield* api("GET", "/v1/deals?status=all")).data.length, 0)
        const odd = yield* open("yesterday", "")
        assert.strictEqual(odd.status, 400)
        assert.include(odd.text, "← Back")
      })
    )

    it.effect("is linked only from what can be undone: no keys, nothing of more than 30 days", () =>
      Effect.gen(function* () {
        const { board, browser, send, workspace } = yield* site
        const sql = yield* SqlClient.SqlClient
        const log = (query: string) =>
          Effect.promise(async () => plain((await browser.open(`/settings/audit?${query}`)).text))
        const webhook = { boardId: board.id, url: "https://hooks.example/x", events: ["deal.won"] }
        yield* Effect.promise(() => send("POST", "/v1/webhooks", webhook))
        assert.include(yield* log("operation=webhooks.create"), "Undo…")
        const all = yield* Effect.promise(() => browser.open("/settings/audit"))
        const made = all.text.split("<li>").find((row) => row.includes("Create a workspace"))!
        assert.notInclude(made, "Undo…")
        assert.include(yield* log("operation=deals.move"), "Undo…")
        yield* sql`UPDATE audit SET at = at - interval '31 days'
          WHERE workspace_id = ${workspace.id} AND operation = 'deals.move'`
        const old = yield* log("operation=deals.move")
        assert.include(old, "Move a deal")
        assert.notInclude(old, "Undo…")
      })
    )

    it.effect("fits a phone and a desk, without complaints", () =>
      Effect.gen(function* () {
        const { base, browser, path } = yield* site
        const feed = yield* Effect.promise(() => browser.open(path))
        for (const width of [390, 1280]) {
          const { complaints, page } = yield* Browsers.open(yield* Browsers.Browser, {
            viewport: { width, height: 800 }
          })
          yield* SignedIn.inChromium(page, { base, browser })
          for (const [name, address] of [
            ["undo", linkIn(feed.text, "Undo…")],
            ["deal", path],
            ["audit", "/settings/audit"]
          ] as const) {
            yield* Effect.promise(() => page.goto(base + address))
            const folder = process.env["SCREENSHOTS"]
            if (folder !== undefined)
              yield* Effect.promise(() => page.screenshot({ path: `${folder}/${name}-${width}.png` }))
            const wide = yield* Effect.promise(() => page.evaluate("document.documentElement.scrollWidth"))
            assert.isAtMost(wide as number, width, name)
          }
          assert.deepStrictEqual(complaints, [])
        }
      })
    )
  }
)
