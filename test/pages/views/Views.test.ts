import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Browser, open } from "../../support/pages/Browser.ts"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const service = yield* TestService
  const browserOf = Effect.fnUntraced(function* (role: "member" | "viewer") {
    return yield* SignedIn.browserOf((yield* service.member(owner.workspace.id, role)).id)
  })
  return { ...owner, browserOf }
})

type Owner = Effect.Success<typeof start>["browser"]

const tabs = ({ text }: Page) =>
  [
    ...(/<nav aria-label="Saved views">([\s\S]*?)<\/nav>/u
      .exec(text)?.[1]!
      .matchAll(/<a([^>]*)>\s*([^<]*)/gu) ?? [])
  ].map(([, marks, name]) => (marks!.includes("aria-current") ? `[${name!.trim()}]` : name!.trim()))

const save = async (browser: Owner, from: string, name: string, more = {}) =>
  browser.submitTo(await browser.open(from), `/views/${new URL(from, browser.base).pathname.slice(1)}`, {
    name,
    ...more
  })

const idIn = ({ url }: Page) => new URL(url).searchParams.get("saved")!

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
          assert.include(won.text, "The view Big wins is saved.")
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
          assert.include(gone.text, "The view is deleted.")
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
          assert.deepStrictEqual(tabs(await stranger.browser.open(`/deals?saved=${id}`)), [])
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

    it.effect("are there for the board, for every one of them, with its order", () =>
      Effect.gen(function* () {
        const { board, browser, send } = yield* start
        yield* Effect.promise(async () => {
          const at = `/boards/${board.id}`
          const other = `/boards/${(await send("POST", "/v1/boards", { name: "Other" })).body.id}`
          assert.notInclude((await browser.open(at)).text, "Save as a view")
          const narrow = await browser.open(`${at}?owner=me&stale=1&min=1000&sort=amount&more=stg_x.99`)
          const mine = await browser.submitTo(narrow, `${at}/views`, { name: "Mine, large" })
          assert.strictEqual(mine.status, 200)
          assert.deepStrictEqual(tabs(mine), ["All deals", "[Mine, large]"])
          const { searchParams } = new URL(mine.url)
          searchParams.delete("saved")
          assert.deepStrictEqual(Object.fromEntries(searchParams), {
            owner: "me",
            stale: "1",
            min: "1000",
            sort: "amount"
          })
          assert.match(mine.text, /<option value="amount" selected>/u)
          // The last one is remembered, on whichever board.
          for (const one of [at, other]) {
            const opened = await browser.open(one)
            assert.strictEqual(opened.url, mine.url.replace(at, one))
            assert.deepStrictEqual(tabs(opened), ["All deals", "[Mine, large]"])
          }
          // What is changed within it stays in it, without any filter too.
          const path = `${at}/views/${idIn(mine)}`
          const bare = await browser.open(`${at}?sort=latest&saved=${idIn(mine)}`)
          assert.deepStrictEqual(tabs(bare), ["All deals", "[Mine, large]"])
          assert.strictEqual(bare.url, `${browser.base}${at}?sort=latest&saved=${idIn(mine)}`)
          const kept = await browser.submitTo(bare, path, { do: "filter" })
          assert.include(kept.text, "The view Mine, large is saved.")
          assert.strictEqual((await browser.open(at)).url, bare.url)
          assert.deepStrictEqual(tabs(await browser.open(`${at}?saved=all`)), ["[All deals]", "Mine, large"])
          assert.strictEqual((await browser.open(at)).url, `${browser.base}${at}`)
          assert.include((await browser.submitTo(kept, `${path}/delete`)).text, "The view is deleted.")
          assert.deepStrictEqual(tabs(await browser.open("/deals")), [])
        })
      })
    )

    it.effect("are of one page, and are not changed as those of another", () =>
      Effect.gen(function* () {
        const { board, browser } = yield* start
        yield* Effect.promise(async () => {
          const won = await save(browser, "/deals?status=won", "Won")
          const id = idIn(won)
          const inbox = await save(browser, "/leads?status=active", "Active")
          const { inputs } = inbox.forms.find(({ action }) => action === "/views/leads")!
          const csrf = inputs.find(({ name }) => name === "csrf")!.value
          for (const base of ["/views/leads", `/boards/${board.id}/views`])
            for (const [path, fields] of [
              [`${base}/${id}`, { do: "filter", query: "status=junk" }],
              [`${base}/${id}`, { do: "change", name: "Junk" }],
              [`${base}/${id}/delete`, {}]
            ] as const) {
              const body = new URLSearchParams({ csrf, ...fields }).toString()
              assert.include([400, 404], (await browser.send(path, { body })).status, path)
            }
          assert.strictEqual((await browser.open(`/deals?saved=${id}`)).url, won.url)
        })
      })
    )

    it.effect("are not kept with what isn't understood, which is named", () =>
      Effect.gen(function* () {
        const { board, browser, user } = yield* start
        const none = "01890000-0000-7000-8000-000000000000"
        yield* Effect.promise(async () => {
          const forms = [
            ["/views/deals", "/deals?saved=all"],
            ["/views/leads", "/leads?saved=all"],
            [`/boards/${board.id}/views`, `/boards/${board.id}?sort=name`]
          ] as const
          const all = [
            [0, `board=${none}`, "board"],
            [0, `board=${board.id}&stage=stg_gone`, "stage"],
            [0, `owner=${none}`, "owner"],
            [0, "owner=someone", "owner"],
            [0, "min=abc", "min"],
            [0, "status=lost&sort=best", "status, sort"],
            [0, "view=won", "view"],
            [1, `board=${none}`, "board"],
            [1, "status=lost", "status"],
            [2, `owner=${none}`, "owner"],
            [2, "max=1e5&sort=best", "sort, max"],
            [2, "label=a&label=b", "label"]
          ] as const
          for (const [at, query, names] of all) {
            const [action, from] = forms[at]
            const refused = await browser.submitTo(await browser.open(from), action, { name: "Bad", query })
            assert.strictEqual(refused.status, 400, query)
            assert.include(refused.text, `is not saved (${names})`, query)
          }
          // What the page shows it can't understand isn't left out of the view unawares.
          const page = await browser.open(`/deals?board=${none}&label=hot`)
          assert.include(page.text, "filters nothing (board)")
          const refused = await browser.submitTo(page, "/views/deals", { name: "Bad" })
          assert.include(refused.text, "is not saved (board)")
          const good = await save(browser, `/deals?owner=${user.id}&board=${board.id}&min=1,50`, "Good")
          assert.strictEqual(good.status, 200)
          const changed = await browser.submitTo(good, `/views/deals/${idIn(good)}`, {
            do: "filter",
            query: "owner=nobody"
          })
          assert.include(changed.text, "is not saved (owner)")
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
            await page.getByText("The view By keyboard is saved.").waitFor()
            await page.getByRole("link", { name: "Wins", exact: false }).first().click()
            await page.waitForURL(/status=won&saved=/u)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      120_000
    )
  }
)
