import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Browsers from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const site = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const service = yield* TestService
  const browserOf = Effect.fnUntraced(function* (role: "member" | "viewer") {
    return yield* SignedIn.browserOf((yield* service.member(owner.workspace.id, role)).id)
  })
  const lead = Effect.promise(async () => (await owner.send("POST", "/v1/leads", { firstName: "Mia" })).body)
  const { id } = yield* lead
  const path = `/leads/${id}`
  return {
    ...owner,
    browserOf,
    id,
    path,
    triage: (browser: typeof owner.browser, status: string) =>
      Effect.promise(async () => {
        const { status: code } = await browser.submitTo(await browser.open(path), `${path}/triage`, {
          status
        })
        assert.strictEqual(code, 200)
      }),
    status: Effect.promise(async () => (await owner.send("GET", `/v1/leads/${id}`)).body.triageStatus)
  }
})

const linkIn = (text: string): string | undefined =>
  /href="(\/undo[^"]*)"/u.exec(text)?.[1]?.replaceAll("&amp;", "&")

layer(Layer.merge(TestService.layer(), Browsers.Browser.layer()), { excludeTestServices: true })(
  "the undo of junk and bad fit",
  (it) => {
    it.effect("is offered to who marked the lead and to admins, on its page and in the inbox", () =>
      Effect.gen(function* () {
        const { browser, browserOf, path, status, triage } = yield* site
        const [mine, colleague, viewer] = [
          yield* browserOf("member"),
          yield* browserOf("member"),
          yield* browserOf("viewer")
        ]
        for (const [verdict, list] of [
          ["junk", "/leads?status=junk"],
          ["bad_fit", "/leads?status=all"]
        ] as const) {
          const open = (by: typeof browser, at: string) => Effect.promise(() => by.open(at))
          assert.isUndefined(linkIn((yield* open(mine, path)).text))
          yield* triage(mine, verdict)
          const links = []
          for (const by of [mine, browser, colleague, viewer]) {
            for (const at of [path, list]) links.push(linkIn((yield* open(by, at)).text))
          }
          const [link] = links
          assert.match(link!, /^\/undo\?entryId=[0-9a-f-]{36}&from=%2Fleads%2F/u)
          const none = undefined
          assert.deepStrictEqual(links, [link, link, link, link, none, none, none, none])
          const shown = yield* open(mine, link!)
          const after = yield* Effect.promise(() => mine.submitTo(shown, "/undo"))
          assert.include(after.url, path)
          assert.include(after.text, "Change undone.")
          assert.strictEqual(yield* status, "new")
        }
      })
    )

    it.effect("is offered of the last triage alone, and for 30 days", () =>
      Effect.gen(function* () {
        const { browser, id, path, status, triage } = yield* site
        const link = Effect.promise(async () => linkIn((await browser.open(path)).text))
        yield* triage(browser, "contacted")
        assert.isUndefined(yield* link)
        yield* triage(browser, "junk")
        const shown = yield* Effect.promise(async () => browser.open((await browser.open(path)).url))
        yield* Effect.promise(async () => browser.submitTo(await browser.open(linkIn(shown.text)!), "/undo"))
        assert.strictEqual(yield* status, "contacted")
        yield* triage(browser, "bad_fit")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE changes SET created_at = created_at - interval '29 days' WHERE lead_id = ${id}`
        assert.isDefined(yield* link)
        yield* sql`UPDATE changes SET created_at = created_at - interval '1 day' WHERE lead_id = ${id}`
        assert.isUndefined(yield* link)
      })
    )

    it.effect(
      "fits a phone and a desk, without complaints",
      () =>
        Effect.gen(function* () {
          const { base, browser, path, triage } = yield* site
          yield* triage(browser, "junk")
          for (const width of [390, 1280]) {
            const { complaints, page } = yield* Browsers.open(yield* Browsers.Browser, {
              viewport: { width, height: 800 }
            })
            yield* SignedIn.inChromium(page, { base, browser })
            yield* Effect.promise(async () => {
              for (const [name, at] of [
                ["lead-undo", path],
                ["inbox-undo", "/leads?status=junk"]
              ] as const) {
                await page.goto(base + at)
                await page.getByRole("link", { name: "Undo junk: Mia" }).waitFor()
                const folder = process.env["SCREENSHOTS"]
                if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${width}.png` })
                const wide = await page.evaluate("document.documentElement.scrollWidth")
                assert.isAtMost(wide as number, width, name)
              }
              await page.getByRole("link", { name: "Undo junk: Mia" }).click()
              await page.getByText("Nothing has been undone yet.").waitFor()
            })
            assert.deepStrictEqual(complaints, [])
          }
        }),
      60_000
    )
  }
)
