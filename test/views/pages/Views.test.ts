import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { idIn, type Owner, save, start, tabs } from "../../support/pages/ViewPages.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "saved views",
  (it) => {
    it.effect("of nothing open the list, and never lead to themselves", () =>
      Effect.gen(function* () {
        const { browser } = yield* start
        yield* Effect.promise(async () => {
          for (const query of ["cursor=abc", "&&", "saved=1", "=x"]) {
            const made = await browser.submitTo(await browser.open("/deals?saved=all"), "/views/deals", {
              name: `A view of ${query}`,
              query
            })
            assert.strictEqual(made.status, 200, query)
            assert.include(
              tabs(await browser.open("/deals")),
              `[A view of ${query}]`.replaceAll("&", "&amp;")
            )
          }
        })
      })
    )

    it.effect("are kept, opened again, changed and deleted without scripts", () =>
      Effect.gen(function* () {
        const { browser } = yield* start
        yield* Effect.promise(async () => {
          assert.deepStrictEqual(tabs(await browser.open("/deals")), [])
          const won = await save(browser, "/deals?status=won&sort=-amount&c=company&c=labels", "Big wins")
          assert.deepStrictEqual(tabs(won), ["Open deals", "[Big wins]"])
          assert.include(won.text, "View Big wins saved.")
          const { searchParams } = new URL(won.url)
          assert.deepStrictEqual(
            [searchParams.get("status"), searchParams.get("sort"), searchParams.getAll("c")],
            ["won", "-amount", ["company", "labels"]]
          )
          // Remembered for the person, in any browser.
          assert.strictEqual((await browser.open("/deals")).url, won.url)
          assert.deepStrictEqual(tabs(await browser.open("/deals?saved=all")), ["[Open deals]", "Big wins"])
          assert.notInclude((await browser.open("/deals")).url, "status=won")
          // Another filter within it is no change of it until it is kept.
          const path = `/views/deals/${idIn(won)}`
          const narrowed = await browser.open(`${won.url}&label=hot`)
          assert.deepStrictEqual(tabs(narrowed), ["Open deals", "[Big wins]"])
          assert.include(narrowed.text, "Save changes to the view")
          assert.notInclude(won.text, "Save changes to the view")
          const kept = await browser.submitTo(narrowed, path, { do: "filter" })
          assert.include(kept.url, "label=hot")
          const at = kept.forms.findLastIndex(({ action }) => action === path)
          const renamed = await browser.submit(kept, { name: "Hot <wins>", do: "change" }, at)
          assert.include(renamed.text, "Hot &lt;wins&gt;")
          assert.include(renamed.url, "label=hot")
          const again = await save(browser, "/deals?q=x", "Hot <wins>")
          assert.strictEqual(again.status, 400)
          assert.include(again.text, "you have a view of this page with that name")
          assert.match(again.text, /name="q"[^>]*value="x"/u)
          assert.strictEqual((await save(browser, "/deals", " ")).status, 400)
          const gone = await browser.submitTo(renamed, `${path}/delete`)
          assert.include(gone.text, "View deleted.")
          assert.deepStrictEqual(tabs(await browser.open("/deals")), [])
          assert.strictEqual(
            new URL((await browser.open(`/deals?saved=${idIn(won)}`)).url).search,
            "?saved=all"
          )
          const plain = await save(browser, "/deals", "Plain")
          assert.include((await browser.open(`/deals?saved=${idIn(plain)}`)).url, "status=open")
          // A page of a list is no part of a view.
          const paged = await browser.open("/deals?status=all")
          assert.notInclude(paged.text, "cursor=")
        })
      })
    )

    it.effect("are shared by who may write, and changed by their makers and admins alone", () =>
      Effect.gen(function* () {
        const { browser, browserOf } = yield* start
        const [member, other, viewer] = [
          yield* browserOf("member"),
          yield* browserOf("member"),
          yield* browserOf("viewer")
        ]
        const stranger = yield* start
        yield* Effect.promise(async () => {
          const shared = await save(member, "/deals?status=won", "Ours", { shared: "yes" })
          const own = await save(member, "/deals?status=dead", "Mine")
          const id = idIn(shared)
          for (const one of [browser, other, viewer]) {
            assert.deepStrictEqual(tabs(await one.open("/deals?saved=all")), ["[Open deals]", "Ours"])
            assert.strictEqual((await one.open(`/deals?saved=${idIn(own)}`)).url.split("?")[1], "saved=all")
          }
          const theirs = await stranger.browser.open(`/deals?saved=${id}`)
          assert.deepStrictEqual(tabs(theirs), [])
          assert.include(theirs.text, "This view was deleted")
          assert.notInclude((await stranger.browser.open("/deals")).text, "This view was deleted")
          const send = async (by: Owner, path: string, fields = {}) => {
            const { forms } = await by.open("/deals?saved=all")
            const csrf = forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "csrf")!.value
            const body = new URLSearchParams({
              csrf,
              query: "status=all",
              do: "filter",
              ...fields
            }).toString()
            return (await by.send(`/views/deals/${path}`, { body })).status
          }
          for (const [by, path, status] of [
            [other, id, 403],
            [other, `${id}/delete`, 403],
            [viewer, `${id}/delete`, 403],
            [stranger.browser, id, 404],
            [stranger.browser, `${id}/delete`, 404],
            // A person's own view is there for nobody else, admins included.
            [browser, idIn(own), 404],
            [browser, `${idIn(own)}/delete`, 404],
            [browser, "nonsense", 400],
            [browser, id, 303],
            [browser, `${id}/delete`, 303]
          ] as const)
            assert.strictEqual(await send(by, path), status, path)
          const kept = await save(viewer, "/deals?status=won", "My wins")
          assert.strictEqual(kept.status, 200)
          assert.notInclude(kept.text, 'name="shared"')
          const refused = await save(viewer, "/deals?status=won", "For all", { shared: "yes" })
          assert.strictEqual(refused.status, 403)
          assert.include(refused.text, "deals:write")
        })
      })
    )

    it.effect("are bounded, for a person and for a workspace", () =>
      Effect.gen(function* () {
        const { browser, user, workspace } = yield* start
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO saved_views
          SELECT ${workspace.id}, gen_random_uuid(), ${user.id}, 'deals', 'v' || n, '', false, now()
          FROM generate_series(1, 99) n`
        yield* Effect.promise(async () => {
          assert.strictEqual((await save(browser, "/deals?q=a", "Last")).status, 200)
          const refused = await save(browser, "/deals?q=b", "One more")
          assert.strictEqual(refused.status, 400)
          assert.include(refused.text, "a person keeps 100 views. Delete one first")
          assert.strictEqual((await save(browser, `/deals?q=${"x".repeat(80)}`, "y".repeat(61))).status, 400)
        })
        yield* sql`DELETE FROM saved_views WHERE workspace_id = ${workspace.id}`
        yield* sql`INSERT INTO saved_views
          SELECT ${workspace.id}, gen_random_uuid(), gen_random_uuid(), 'deals', 'v' || n, '', true, now()
          FROM generate_series(1, 200) n`
        yield* Effect.promise(async () => {
          const refused = await save(browser, "/deals?q=c", "Shared", { shared: "yes" })
          assert.strictEqual(refused.status, 400)
          assert.include(refused.text, "a workspace shares 200 views")
        })
      })
    )

    it.effect("are there for the inbox, too, and in German", () =>
      Effect.gen(function* () {
        const { browser } = yield* start
        yield* Effect.promise(async () => {
          const best = await save(browser, "/leads?status=active&sort=score", "Best first")
          assert.deepStrictEqual(tabs(best), ["Inbox", "[Best first]"])
          assert.strictEqual((await browser.open("/leads")).url, best.url)
          assert.deepStrictEqual(tabs(await browser.open("/deals")), [])
          const german = await browser.send(best.url, { headers: { "accept-language": "de" } })
          assert.include(german.text, "Als Ansicht speichern…")
        })
      })
    )

    it.effect(
      "look right on a desk and a phone, in light and dark",
      () =>
        Effect.gen(function* () {
          const owner = yield* start
          yield* fill(owner)
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            const names = ["Wins", "عرض العملاء", "A name as long as a name of a view can be, sixty chars."]
            for (const name of names) await save(owner.browser, "/deals?status=won", name, { shared: "yes" })
            await page.goto(`${owner.base}/deals`)
            await page.locator("#change-view summary").first().click()
            await inspect(page, "views-change")
            await page.goto(`${owner.base}/deals?saved=all`)
            await page.locator("#save-view summary").click()
            await page.getByLabel("Name of the view").fill("By keyboard")
            await inspect(page, "views-save")
            await page.getByLabel("Name of the view").press("Enter")
            await page.getByText("View By keyboard saved.").waitFor()
            await page.getByRole("link", { name: "Wins", exact: false }).first().click()
            await page.waitForURL(/status=won&saved=/u)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      120_000
    )
  }
)
