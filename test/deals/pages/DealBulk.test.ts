import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** A workspace with so many deals, made of one by hand. */
const start = Effect.fnUntraced(function* (count: number) {
  const owner = yield* SignedIn.make()
  const { board, send, workspace } = owner
  const sql = yield* SqlClient.SqlClient
  yield* Effect.promise(() =>
    send("POST", "/v1/deals", { boardId: board.id, name: "Many", amountCents: 100_000, labels: ["old"] })
  )
  const columns = yield* sql<{ name: string }>`SELECT string_agg(quote_ident(column_name), ', ') AS name
    FROM information_schema.columns WHERE table_name = 'deals' AND column_name <> 'id'
      AND is_generated = 'NEVER'`
  const names = sql.literal(columns[0]!.name)
  const copies = sql`INSERT INTO deals (id, ${names}) SELECT gen_random_uuid(), ${names} FROM deals
    CROSS JOIN generate_series(1, ${count - 1}) WHERE workspace_id = ${workspace.id}`
  yield* copies
  const labelled = (label: string) =>
    Effect.map(
      sql<{ count: number }>`SELECT count(*)::int AS count FROM deals
        WHERE workspace_id = ${workspace.id} AND ${label} = ANY (labels)`,
      ([row]) => row!.count
    )
  return { ...owner, labelled }
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "a change of all deals that match",
  (it) => {
    it.effect(
      "reaches those on further pages, in turns, and is taken back and done again as one",
      () =>
        Effect.gen(function* () {
          const { board, browser, labelled, send } = yield* start(430)
          yield* Effect.promise(() =>
            send("POST", "/v1/deals", { boardId: board.id, name: "Other", labels: [] })
          )
          const act = (path: string, fields: Record<string, string>) =>
            Effect.promise(async () => {
              const page = await browser.open(path)
              return browser.submitTo(page, "/deals/bulk", { all: "yes", do: "add", ...fields })
            })
          const done = yield* act("/deals?label=old", { label: "new" })
          assert.include(done.text, "430 deals changed.")
          assert.include(done.text, "All 430 matching deals, including other pages")
          assert.strictEqual(yield* labelled("new"), 430)
          const undone = yield* Effect.promise(() => browser.submitTo(done, "/undo/at-once"))
          assert.include(undone.text, "Change undone.")
          assert.strictEqual(yield* labelled("new"), 0)
          yield* Effect.promise(() => browser.submitTo(undone, "/undo/at-once"))
          assert.strictEqual(yield* labelled("new"), 430)
          const refused = yield* act("/deals?label=old&min=zzz", { label: "x" })
          assert.strictEqual(refused.status, 400)
          assert.include(refused.text, "invalid (min)")
          assert.strictEqual(yield* labelled("x"), 0)
        }),
      120_000
    )

    it.effect(
      "is not offered of more than it may change, nor done",
      () =>
        Effect.gen(function* () {
          const { browser, labelled } = yield* start(1_001)
          yield* Effect.promise(async () => {
            const page = await browser.open("/deals")
            assert.include(page.text, "More than 1,000 deals match")
            assert.notInclude(page.text, 'name="all"')
            const sent = await browser.submitTo(page, "/deals/bulk", { all: "yes", do: "add", label: "x" })
            assert.strictEqual(sent.status, 400)
            const file = await browser.send("/deals/csv")
            assert.lengthOf(file.text.trim().split("\r\n"), 1_002)
          })
          assert.strictEqual(yield* labelled("x"), 0)
        }),
      60_000
    )

    it.effect(
      "changes nothing where a part of the filter isn't understood, and finds deals of who left",
      () =>
        Effect.gen(function* () {
          const { board, browser, send, workspace } = yield* SignedIn.make()
          const sql = yield* SqlClient.SqlClient
          const gone = yield* (yield* TestService).member(workspace.id, "member")
          yield* Effect.promise(async () => {
            await send("POST", "/v1/deals", { boardId: board.id, name: "Theirs", ownerId: gone.id })
            await send("POST", "/v1/deals", { boardId: board.id, name: "Other" })
          })
          yield* sql`UPDATE members SET removed_at = now() WHERE workspace_id = ${workspace.id} AND user_id = ${gone.id}`
          const foreign = "3f0c9b52-7f4e-4c5b-9d0a-0a2a5d1c7e11"
          yield* Effect.promise(async () => {
            const start = await browser.open("/deals")
            const act = (back: string) =>
              browser.submitTo(start, "/deals/bulk", { all: "yes", do: "add", label: "x", back })
            for (const query of [
              `board=${foreign}`,
              "owner=x",
              "status=odd",
              "closedFrom=foo",
              "quiet=-1",
              "stage=stg_1",
              "overdue=no",
              "label=a&label=b",
              "colour=red",
              `saved=${foreign}`
            ]) {
              const refused = await act(`/deals?${query}`)
              assert.strictEqual(refused.status, 400, query)
              assert.include(refused.text, `invalid (${query.split("=")[0]})`)
              const file = await browser.send(`/deals/csv?${query}`)
              assert.strictEqual(file.status, 400, query)
              assert.include(file.text, `invalid (${query.split("=")[0]})`)
            }
            assert.strictEqual((await browser.send("/deals/csv?status=all&min=abc")).status, 400)
            for (const back of ["", "/leads?status=all", "//evil.example/deals"]) {
              const refused = await act(back)
              assert.strictEqual(refused.status, 400, back)
              assert.include(refused.text, "unknown list")
            }
            assert.include((await browser.open("/deals?label=x")).text, "No deals match.")
            const odd = await browser.open(`/deals?board=${foreign}`)
            assert.strictEqual(odd.status, 200)
            assert.include(odd.text, "was ignored (board)")
            const theirs = await browser.open(`/deals?status=all&owner=${gone.id}`)
            assert.match(theirs.text, /<option value="[^"]+" selected>someone who left/iu)
            assert.notInclude(theirs.text, "was ignored")
            assert.notInclude(theirs.text, "Other")
            const file = await browser.send(`/deals/csv?status=all&owner=${gone.id}`)
            assert.lengthOf(file.text.trim().split("\r\n"), 2)
            const report = await browser.open(`/reports?owner=${gone.id}`)
            assert.match(report.text, new RegExp(`<option value="${gone.id}" selected`, "u"))
            const done = await act(`/deals?status=all&owner=${gone.id}`)
            assert.include(done.text, "1 deal changed.")
            const none = await act(`/deals?status=all&owner=${foreign}`)
            assert.strictEqual(none.status, 400)
            assert.include((await browser.open("/deals?label=x")).text, "1 deal")
          })
        })
    )

    it.effect("has amounts among its filters, as they are written where the reader is", () =>
      Effect.gen(function* () {
        const { board, browser, send } = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          for (const [name, amountCents] of [
            ["Small", 99_999],
            ["Middle", 100_050],
            ["Large", 500_000]
          ])
            await send("POST", "/v1/deals", { boardId: board.id, name, amountCents })
          const names = async (query: string, language = "en") => {
            const { text } = await browser.send(`/deals?${query}`, {
              headers: { "accept-language": language }
            })
            return [...text.matchAll(/<th scope="row">\s*<a[^>]*>([^<]+)/gu)].map(([, name]) => name)
          }
          assert.deepStrictEqual(await names("min=1000&max=2000"), ["Middle"])
          assert.deepStrictEqual(await names("min=2000.00&max=1,000.50"), ["Middle"])
          assert.deepStrictEqual(await names("max=1.000,49", "de"), ["Small"])
          assert.deepStrictEqual(await names("min=1001&sort=amount"), ["Large"])
          const odd = await browser.open("/deals?min=many")
          assert.strictEqual(odd.status, 200)
          assert.match(odd.text, /name="min"\s+value="many"/u)
          const file = await browser.send("/deals/csv?min=1001")
          assert.include(file.text, "Large")
          assert.notInclude(file.text, "Small")
        })
      })
    )

    it.effect(
      "looks right, and says how many it is",
      () =>
        Effect.gen(function* () {
          const owner = yield* start(60)
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/deals`)
            await page.locator("#pick-all").check()
            await page.getByLabel("All 60 matching deals").check()
            await inspect(page, "deals-all")
            await page.locator("#bulk-label").fill("all")
            await page.locator("#bulk-label").press("Enter")
            await page.getByText("60 deals changed.").waitFor()
            assert.deepStrictEqual(complaints, [])
          })
          assert.strictEqual(yield* owner.labelled("all"), 60)
        }),
      60_000
    )
  }
)
