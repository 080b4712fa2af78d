import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Browser, open } from "../../support/pages/Browser.ts"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { run as admin } from "../../support/server/Admin.ts"
import { TestService } from "../../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const member = yield* (yield* TestService).member(owner.workspace.id, "member")
  const colleague = yield* SignedIn.browserOf(member.id)
  const deal = async (name: string, more: object) =>
    (await owner.send("POST", "/v1/deals", { boardId: owner.board.id, name, ...more })).body.id as string
  return { ...owner, member, colleague, deal }
})

type Person = Effect.Success<typeof start>["browser"]

const make = async (browser: Person, whose: string) =>
  browser.submitTo(await browser.open("/deals/calendar"), "/deals/calendar", { whose })

const addressIn = ({ text }: Page): string => /http[^<\s]*\/calendar\/cal_[^<\s]*\.ics/u.exec(text)![0]

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const summaries = (text: string) =>
  [...text.replaceAll("\r\n ", "").matchAll(/^SUMMARY:(.*)\r$/gmu)].map(([, summary]) => summary)

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the calendar of next steps",
  (it) => {
    it.effect("has the next steps of open deals, one's own or everyone's, the earliest first", () =>
      Effect.gen(function* () {
        const { browser, colleague, deal, member, send, user } = yield* start
        yield* Effect.promise(async () => {
          await deal("Late", { ownerId: user.id, nextStep: "Sign, finally;", nextStepAt: "2026-06-01" })
          const early = await deal("Early", {
            ownerId: user.id,
            company: "Acme",
            amountCents: 1250,
            nextStepAt: "2026-05-08T12:30:00Z"
          })
          await deal("Theirs", { ownerId: member.id, nextStep: "Call", nextStepAt: "2026-05-20" })
          await deal("Without a day", { ownerId: user.id, nextStep: "Call" })
          const gone = await deal("Deleted", { ownerId: user.id, nextStepAt: "2026-05-20" })
          await send("DELETE", `/v1/deals/${gone}`)
          const address = addressIn(await make(browser, "mine"))
          const mine = await read(address)
          assert.strictEqual(mine.status, 200)
          assert.strictEqual(mine.headers.get("content-type"), "text/calendar; charset=utf-8")
          assert.deepStrictEqual(summaries(mine.text), ["Next step: Early", "Sign\\, finally\\;: Late"])
          assert.include(mine.text, "DTSTART:20260508T123000Z")
          assert.include(mine.text, "DTSTART;VALUE=DATE:20260601")
          assert.include(mine.text, `UID:${early}@sales-pipeline`)
          assert.include(mine.text.replaceAll("\r\n ", ""), "DESCRIPTION:Acme\\nNew\\n$12.50\\nOwner\\nhttp")
          const all = addressIn(await make(colleague, "everyone"))
          assert.deepStrictEqual(summaries((await read(all)).text), [
            "Next step: Early",
            "Call: Theirs",
            "Sign\\, finally\\;: Late"
          ])
        })
      })
    )

    it.effect("is answered 304 until something changed", () =>
      Effect.gen(function* () {
        const { browser, deal, send, user } = yield* start
        yield* Effect.promise(async () => {
          const id = await deal("One", { ownerId: user.id, nextStepAt: "2026-05-08" })
          const address = addressIn(await make(browser, "mine"))
          const etag = (await read(address)).headers.get("etag")!
          const held = { "if-none-match": etag }
          const same = await read(address, held)
          assert.deepStrictEqual([same.status, same.text], [304, ""])
          await send("PATCH", `/v1/deals/${id}`, { nextStep: "Call" })
          assert.strictEqual((await read(address, held)).status, 200)
        })
      })
    )

    it.effect("ends with its address, and with its maker's membership, and tells strangers nothing", () =>
      Effect.gen(function* () {
        const { base, browser, colleague, deal, member, workspace } = yield* start
        const other = yield* start
        const sql = yield* SqlClient.SqlClient
        const last = yield* Effect.promise(async () => {
          await deal("Secret deal", { nextStepAt: "2026-05-08" })
          const first = addressIn(await make(browser, "everyone"))
          const shown = await browser.open("/deals/calendar")
          assert.notInclude(shown.text, "cal_")
          assert.include(shown.text, "Your address shows the next steps of all deals.")
          const second = addressIn(await make(browser, "everyone"))
          assert.strictEqual((await read(first)).status, 404)
          assert.include((await read(second)).text, "Secret deal")
          await browser.submitTo(await browser.open("/deals/calendar"), "/deals/calendar/revoke")
          const revoked = await read(second)
          assert.strictEqual(revoked.status, 404)
          assert.notInclude(revoked.text, "Secret deal")
          const id = (one: string) => one.replaceAll("-", "")
          const theirs = addressIn(await make(other.browser, "everyone"))
          assert.notInclude((await read(theirs)).text, "Secret deal")
          const swapped = theirs.replace(id(other.workspace.id), id(workspace.id))
          for (const address of [
            swapped,
            `${base}/calendar/`,
            `${base}/calendar/x.ics`,
            `${base}/calendar/%00.ics`
          ])
            assert.strictEqual((await read(address)).status, 404, address)
          const last = addressIn(await make(colleague, "everyone"))
          assert.include((await read(last)).text, "Secret deal")
          return last
        })
        const rows = yield* sql<{ row: string }>`SELECT to_jsonb(c)::text AS row FROM calendars c`
        assert.isNotEmpty(rows)
        for (const { row } of rows) assert.notInclude(row, last.slice(-47, -4))
        yield* admin("member remove", { workspace: workspace.id, user: member.id })
        assert.strictEqual((yield* Effect.promise(() => read(last))).status, 404)
        const [address] = yield* sql<{ email: string }>`SELECT email FROM users WHERE id = ${member.id}`
        // Who comes back makes a new one.
        yield* admin("member add", { workspace: workspace.id, email: address!.email, role: "member" })
        assert.strictEqual((yield* Effect.promise(() => read(last))).status, 404)
      })
    )

    it.effect("has so many events, and no more", () =>
      Effect.gen(function* () {
        const { browser, deal, workspace } = yield* start
        yield* Effect.promise(() => deal("First", { nextStepAt: "2026-05-08" }))
        const sql = yield* SqlClient.SqlClient
        const columns = yield* sql<{ name: string }>`SELECT string_agg(quote_ident(column_name), ', ') AS name
          FROM information_schema.columns WHERE table_name = 'deals' AND column_name <> 'id'
            AND is_generated = 'NEVER'`
        const names = sql.literal(columns[0]!.name)
        yield* sql`INSERT INTO deals (id, ${names}) SELECT gen_random_uuid(), ${names} FROM deals
          CROSS JOIN generate_series(1, 510) WHERE workspace_id = ${workspace.id}`
        yield* Effect.promise(async () => {
          const { text } = await read(addressIn(await make(browser, "everyone")))
          assert.lengthOf(summaries(text), 500)
        })
      })
    )

    it.effect(
      "is made and revoked on a page that looks right",
      () =>
        Effect.gen(function* () {
          const owner = yield* start
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/deals`)
            await page.getByRole("link", { name: "Calendar" }).click()
            await page.getByLabel("Everyone’s").check()
            await page.getByRole("button", { name: "Make an address" }).click()
            await page.getByText("It is shown this").waitFor()
            await inspect(page, "calendar-made")
            await page.goto(`${owner.base}/deals/calendar`)
            await page.locator("summary", { hasText: "Revoke" }).click()
            await inspect(page, "calendar-revoke")
            await page.getByRole("button", { name: "Revoke the address" }).click()
            await page.getByText("The address is revoked.").waitFor()
            assert.deepStrictEqual(complaints, [])
          })
        }),
      90_000
    )
  }
)
