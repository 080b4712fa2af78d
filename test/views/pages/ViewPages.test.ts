import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idIn, save, start, tabs } from "../../support/pages/ViewPages.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer(), { excludeTestServices: true })("views of each page", (it) => {
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
        assert.include(kept.text, "View Mine, large saved.")
        assert.strictEqual((await browser.open(at)).url, bare.url)
        assert.deepStrictEqual(tabs(await browser.open(`${at}?saved=all`)), ["[All deals]", "Mine, large"])
        assert.strictEqual((await browser.open(at)).url, `${browser.base}${at}`)
        assert.include((await browser.submitTo(kept, `${path}/delete`)).text, "View deleted.")
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
        const nowhere = "/boards/01890000-0000-7000-8000-000000000000/views"
        const body = new URLSearchParams({ csrf, name: "Lost", query: "stale=1" }).toString()
        assert.strictEqual((await browser.send(nowhere, { body })).status, 404)
        assert.deepStrictEqual(tabs(await browser.open(`/boards/${board.id}`)), [])
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
          assert.include(refused.text, `the filter is invalid (${names})`, query)
        }
        // What the page shows it can't understand isn't left out of the view unawares.
        const page = await browser.open(`/deals?board=${none}&label=hot`)
        assert.include(page.text, "was ignored (board)")
        const refused = await browser.submitTo(page, "/views/deals", { name: "Bad" })
        assert.include(refused.text, "filter is invalid (board)")
        const good = await save(browser, `/deals?owner=${user.id}&board=${board.id}&min=1,50`, "Good")
        assert.strictEqual(good.status, 200)
        const changed = await browser.submitTo(good, `/views/deals/${idIn(good)}`, {
          do: "filter",
          query: "owner=nobody"
        })
        assert.include(changed.text, "the filter is invalid (owner)")
      })
    })
  )
})
