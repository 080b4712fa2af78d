import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import * as JobCommands from "../../../src/jobs/JobCommands.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import type { FormBrowser, Page } from "../../support/pages/FormBrowser.ts"
import { counts, follow, isUnderWay, press, upload } from "../../support/pages/Importing.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

type Mine = Effect.Success<ReturnType<typeof SignedIn.make>>

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/imports/${name}.csv`, import.meta.url))

const names = async ({ send }: Mine) =>
  (await send("GET", "/v1/deals?limit=100&status=all")).body.data.map(({ name }: any) => name).toSorted()

const stored = (workspaceId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ uploads: number; batches: number }>`SELECT
      (SELECT count(*)::int FROM import_uploads WHERE workspace_id = ${workspaceId}) AS uploads,
      (SELECT count(*)::int FROM import_batches WHERE workspace_id = ${workspaceId}) AS batches`
    return row
  })

/** The address of the service, started again on the same database. */
const restarted = Effect.gen(function* () {
  const database = Layer.succeedContext(yield* Effect.context<Layer.Success<typeof TestDatabase.layer>>())
  const again = Layer.fresh(TestService.layer({}, { database: database as typeof TestDatabase.layer }))
  return (yield* Effect.provide(TestService, yield* Layer.build(again))).url
})

/** Deals, of which those whose number ends in 99 are wrong. */
const many = (count: number) =>
  `Record ID,Deal Name,Amount\n${Array.from({ length: count }, (_, index) =>
    index % 100 === 99 ? `${index},=SUM(A${index}),much` : `${index},Deal ${index},${index}.50`
  ).join("\n")}`

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("the page of imports", (it) => {
  it.effect("imports deals of HubSpot and leads of it, and deals of Pipedrive", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      const { browser } = mine
      yield* Effect.promise(async () => {
        const chosen = await upload(mine, fixture("hubspot-deals"), { name: "hubspot-deals.csv" })
        assert.include(chosen.text, "HubSpot export")
        assert.match(chosen.text, /hubspot-deals\.csv<\/b>: 4 lines of deals/u)
        assert.match(chosen.text, /Not imported:<\/b> Pipeline, Deal Description/u)
        assert.include(chosen.text, "Annual licence · Pilot · Renewal")
        const tried = await press(browser, chosen, "columns")
        assert.deepStrictEqual(counts(tried), [4, 0, 0, 0])
        assert.deepStrictEqual(await names(mine), [])
        const done = await press(browser, tried, "run")
        assert.deepStrictEqual(counts(done), [4, 0, 0, 0])
        assert.deepStrictEqual(await names(mine), ["Annual licence", "Kiosks", "Pilot", "Renewal"])
        await press(browser, done, "end")

        const people = await upload(mine, fixture("hubspot-contacts"), { kind: "leads" })
        const known = await press(browser, people, "columns")
        assert.deepStrictEqual(counts(known), [2, 0, 0, 1])
        assert.match(known.text, /<th scope="row">4<\/th>\s*<td>\s*Email<br \/><q>/u)
        await press(browser, known, "run")
        assert.deepStrictEqual(
          (await mine.send("GET", "/v1/leads?limit=10")).body.data
            .map(({ contact }: any) => contact.name ?? contact.lastName)
            .toSorted(),
          ["Bryce", "Chen"]
        )

        // A file takes the place of one that is done; the euros of the third line are not the board's.
        const flat = await upload(mine, fixture("pipedrive-deals"))
        assert.include(flat.text, "Pipedrive export")
        const would = await press(browser, flat, "columns")
        assert.deepStrictEqual(counts(would), [2, 0, 0, 1])
        // Without its currency the line is a deal like the others; without a name none is.
        const back = await press(browser, would, "back")
        const column = (page: Page, field: string) =>
          page.forms
            .flatMap(({ inputs }) => inputs)
            .find(({ name, value }) => name.startsWith("column-") && value === field)!.name
        const without = { [column(back, "name")]: "", [column(back, "externalId")]: "" }
        assert.include((await press(browser, back, "columns", without)).text, "No column is mapped to name")
        const twice = { [column(back, "name")]: "externalId" }
        assert.include(
          (await press(browser, back, "columns", twice)).text,
          "takes one column, and 2 are chosen"
        )
        const all = await press(browser, back, "columns", { [column(back, "currency")]: "" })
        assert.deepStrictEqual(counts(await press(browser, all, "run")), [3, 0, 0, 0])
        const [deal] = (await mine.send("GET", "/v1/deals?externalId=pipedrive-11")).body.data
        assert.deepStrictEqual([deal.amountCents, deal.primaryContact.name], [1_250_050, "Jürgen Müller"])
        const { data } = (await mine.send("GET", "/v1/audit")).body
        const by = data.filter(({ operation }: any) => operation.startsWith("imports."))
        assert.deepStrictEqual(
          by.map(({ actor, surface }: any) => [actor.userId, surface]),
          [1, 2, 3].map(() => [mine.user.id, "pages"])
        )
      })
    })
  )

  it.effect("goes on after a restart, does no batch twice, and gives what failed as a file", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mine = yield* SignedIn.make()
      const { browser } = mine
      const workspaceId = mine.workspace.id
      const tried = yield* Effect.promise(async () =>
        press(browser, await upload(mine, many(2_600)), "columns")
      )
      assert.deepStrictEqual(counts(tried), [2_574, 0, 0, 26])
      const begun = yield* Effect.promise(() => browser.submitTo(tried, "/import/run"))
      assert.isTrue(isUnderWay(begun))
      assert.isBelow(counts(begun)[0]!, 2_574)
      // The process dies between the commit of a batch and its count.
      const before = yield* sql`SELECT * FROM import_uploads WHERE workspace_id = ${workspaceId}`
      const batches = yield* sql`SELECT * FROM import_batches WHERE workspace_id = ${workspaceId}`
      yield* Effect.promise(() => browser.open("/import"))
      yield* sql`DELETE FROM import_uploads WHERE workspace_id = ${workspaceId}`
      yield* sql`INSERT INTO import_uploads ${sql.insert(before as never)}`
      yield* sql`INSERT INTO import_batches ${sql.insert(batches as never)}`
      const other = yield* restarted
      yield* Effect.promise(async () => {
        const there = Object.assign(Object.create(browser) as FormBrowser, { base: other })
        const done = await follow(there, await there.open("/import"))
        assert.deepStrictEqual(counts(done), [2_574, 0, 0, 26])
        const { headers, text } = await there.open("/import/failed.csv")
        assert.include(headers.get("content-disposition"), "failed-deals.csv")
        const [head, first, ...more] = text.trimEnd().split("\r\n")
        assert.include(head, '"Record ID","Deal Name","Amount","Import line","Import problem"')
        assert.match(first!, /^"99","'=SUM\(A99\)","much","101","amount /u)
        assert.lengthOf(more, 25)
        // Mended, the file itself is taken.
        const mended = text.replaceAll('"much"', '"1"')
        const again = await press(there, await upload({ ...mine, browser: there }, mended), "columns")
        assert.deepStrictEqual(counts(again), [26, 0, 0, 0])
        await press(there, await press(there, again, "run"), "end")
        assert.lengthOf((await mine.send("GET", "/v1/deals?q=%3DSUM(A99)")).body.data, 1)
      })
      assert.deepStrictEqual(yield* stored(workspaceId), { uploads: 0, batches: 0 })
    })
  )

  it.effect("refuses viewers, other people's files, forms of other sites and what is no CSV file", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const mine = yield* SignedIn.make()
      const member = (role: "viewer" | "member") =>
        Effect.flatMap(service.member(mine.workspace.id, role), ({ id }) => SignedIn.browserOf(id))
      const viewer = yield* member("viewer")
      const colleague = yield* member("member")
      yield* Effect.promise(async () => {
        assert.strictEqual((await viewer.open("/import")).status, 403)
        assert.strictEqual((await upload({ ...mine, browser: viewer }, many(3))).status, 403)
        assert.strictEqual((await upload(mine, many(3), { csrf: "x" })).status, 403)
        const wrong: ReadonlyArray<readonly [Uint8Array | string, string, RegExp]> = [
          [Buffer.from("PK\u0003\u0004\u0014\0\0\0"), "deals.xlsx", /save it as CSV/u],
          ["", "empty.csv", /no lines/u],
          ["Name\n", "head.csv", /no line below/u],
          [`Name\n"${"x".repeat(1_100_000)}`, "quote.csv", /a quote is never closed/u],
          [`Name\n${"x\n".repeat(100_001)}`, "long.csv", /over 100,000 lines/u]
        ]
        for (const [bytes, name, message] of wrong) {
          const page = await upload(mine, bytes, { name })
          assert.strictEqual(page.status, 400, name)
          assert.match(page.text, message)
          assert.include(page.text, 'type="file"')
        }
        const large = await upload(mine, Buffer.alloc(20_100_000, "x"))
        assert.strictEqual(large.status, 413)
        assert.include(large.text, "over 20 MB")
      })
      assert.deepStrictEqual(yield* stored(mine.workspace.id), { uploads: 0, batches: 0 })
      yield* Effect.promise(async () => {
        const tried = await press(mine.browser, await upload(mine, many(100)), "columns")
        const id = tried.forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "upload")!.value
        assert.include((await colleague.open("/import")).text, 'type="file"')
        for (const step of ["run", "back", "end"])
          await sendAnyway(colleague, `/import/${step}`, { upload: id })
        assert.strictEqual((await colleague.open("/import/failed.csv")).status, 404)
        assert.include((await mine.browser.open("/import")).text, "Preview")
        assert.deepStrictEqual(await names(mine), [])
      })
      yield* JobCommands.run("expire-tokens", new Date(Date.now() + 25 * 3_600_000).toISOString())
      assert.deepStrictEqual(yield* stored(mine.workspace.id), { uploads: 0, batches: 0 })
    })
  )

  it.effect(
    "is accessible at each step, wide and narrow, and goes on by itself",
    () =>
      Effect.gen(function* () {
        const mine = yield* SignedIn.make()
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, mine)
        yield* Effect.promise(async () => {
          const long = "Quite a long name of a column without any use, as exports have them".repeat(2)
          const text = many(2_400)
            .replace("Amount", `Amount,${long},Abteilung`)
            .replaceAll(".50\n", `.50,${"x".repeat(90)},\n`)
          await page.goto(`${mine.base}/leads`)
          await page.getByRole("link", { name: "Import" }).first().click()
          await inspect(page, "import")
          await page.getByLabel("What it holds").selectOption("deals")
          await page
            .getByLabel("CSV file")
            .setInputFiles({ name: "deals.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
          await page.getByRole("button", { name: "Upload file" }).click()
          await inspect(page, "import-columns")
          await page.getByRole("button", { name: "Test import" }).click()
          await page.getByRole("heading", { name: "Preview" }).waitFor()
          await inspect(page, "import-tried")
          await page.getByRole("button", { name: /^Import / }).click()
          await page.getByRole("heading", { name: "Import complete" }).waitFor()
          await inspect(page, "import-done")
        })
        assert.deepStrictEqual(complaints, [])
      }),
    240_000
  )

  it.effect("asks for the encoding of a file that is not in Unicode, and reads it by that", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const latin = Buffer.from("Deal ID,Name,Amount\nz1,Gr\u00fc\u00dfe,5\nz2,K,12.5K\n", "latin1")
        const asked = await upload(mine, latin)
        assert.include(asked.text, "The file is not in UTF-8")
        assert.include(asked.text, "Grüße")
        const chosen = await upload(mine, latin, { encoding: "windows-1252" })
        assert.include(chosen.text, "Grüße")
        const tried = await press(mine.browser, chosen, "columns")
        assert.deepStrictEqual(counts(tried).slice(-1), [1])
      })
    })
  )
})
