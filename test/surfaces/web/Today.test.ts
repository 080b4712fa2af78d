import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Agent from "../../support/approvals/Agent.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import * as DealSamples from "../../support/samples/DealSamples.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

const plain = (text: string) => text.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ")

const dayAfter = (now: number, days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

/** The steps of the first deals by the days until they are due. */
const steps = [
  ["Send the offer", -3],
  ["Call about the trial", 0],
  ["Visit the depot", 2],
  ["Review the contract", 20]
] as const

const filled = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const ids = yield* DealSamples.fill(owner)
  const now = yield* Clock.currentTimeMillis
  const sql = yield* SqlClient.SqlClient
  yield* LeadSamples.fill(owner, 12)
  yield* Effect.promise(async () => {
    for (const [index, [nextStep, days]] of steps.entries()) {
      await owner.send("PATCH", `/v1/deals/${ids[index]}`, { nextStep, nextStepAt: dayAfter(now, days) })
    }
  })
  yield* sql`UPDATE deals SET created_at = now() - interval '60 days', active_on = current_date - 45
    WHERE id = ${ids[5]!}`
  const scout = yield* Agent.make(owner, { operations: { "deals.delete": "ask" } })
  yield* scout.ask("DELETE", `/v1/deals/${ids[4]}`)
  return { ...owner, ids, now }
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })("today", (it) => {
  it.effect("is the first page of a workspace with deals, and shows what needs attention", () =>
    Effect.gen(function* () {
      const { base, browser, send, board, workspace } = yield* filled
      const colleague = yield* (yield* TestService).member(workspace.id, "member")
      yield* Effect.promise(async () => {
        const page = await browser.open("/")
        assert.strictEqual(page.url, `${base}/today`)
        const text = plain(page.text)
        assert.match(text, /Overdue 1 3 days overdue Send the offer Depot expansion Northwind Logistics/u)
        assert.match(text, /Due today 1 today Call about the trial Route planning trial/u)
        assert.match(text, /Next 7 days 1 in 2 days Visit the depot/u)
        assert.notInclude(text, "Review the contract")
        assert.lengthOf([...page.text.matchAll(/<li class="lead"/gu)], 10)
        assert.include(page.text, `href="/leads?sort=score"`)
        assert.match(text, /Gone quiet No activity for 30 days or more\. Fleet tracking rollout/u)
        assert.include(page.text, "/deals?owner=me&amp;quiet=30&amp;sort=-quiet")
        assert.match(text, /Approvals Delete a deal Scout/u)
        assert.match(text, /Depot expansion changed: Next step(,| and) Due \(1 more change\)/u)
        const given = { boardId: board.id, name: "Theirs", nextStep: "Write", ownerId: colleague.id }
        await send("POST", "/v1/deals", { ...given, nextStepAt: "2026-01-01T09:30:00Z" })
        assert.notInclude((await browser.open("/today")).text, "Theirs")
        assert.include(plain((await browser.open("/today?whose=everyone")).text), "Write Theirs")
        const wrong = await browser.open("/today?whose=nobody%00")
        assert.strictEqual(wrong.status, 400)
        assert.include(plain(wrong.text), "The parameter whose must be mine or everyone")
      })
    })
  )

  it.effect("says when nothing is due, and leaves a new workspace at its board", () =>
    Effect.gen(function* () {
      const { base, board, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        assert.strictEqual((await browser.open("/")).url, `${base}/boards/${board.id}`)
        const { text } = await browser.open("/today")
        assert.include(text, "Nothing due today.")
        assert.include(text, 'href="/boards">Open the board')
        assert.include(text, 'href="/leads">Open the inbox')
        assert.notInclude(text, 'class="today"')
      })
    })
  )

  it.effect("marks a step as done, reschedules it and adds a note in place", () =>
    Effect.gen(function* () {
      const { base, browser, ids, now, send } = yield* filled
      const [first, second, third] = ids as [string, string, string]
      yield* Effect.promise(async () => {
        const read = async (id: string) => (await send("GET", `/v1/deals/${id}`)).body
        const page = await browser.open("/today?whose=everyone")
        const apply = (id: string, form: string, fields: Readonly<Record<string, string>> = {}) =>
          browser.submitTo(page, `/today/${id}/${form}?whose=everyone`, fields)
        const done = await apply(first, "done")
        assert.strictEqual(done.url, `${base}/today?whose=everyone`)
        assert.include(plain(done.text), "Done: Send the offer (Depot expansion).")
        assert.include(done.text, 'action="/undo/at-once"')
        assert.deepInclude(await read(first), { nextStep: null, nextStepAt: null })
        const again = await apply(first, "done")
        assert.strictEqual(again.status, 400)
        assert.include(plain(again.text), "The next step of Depot expansion has changed")
        await apply(second, "reschedule", { to: "tomorrow" })
        assert.include((await read(second)).nextStepAt, dayAfter(now, 1))
        const typed = dayAfter(now, 30)
        const refused = await apply(third, "reschedule", { nextStepAt: "" })
        assert.strictEqual(refused.status, 400)
        assert.match(refused.text, /<details[^>]* open>[\s\S]*Choose a day first\./u)
        await apply(third, "reschedule", { nextStepAt: typed })
        assert.include((await read(third)).nextStepAt, typed)
        assert.strictEqual((await apply(third, "reschedule", { nextStepAt: "soon" })).status, 400)
        const noted = await apply(second, "note", { contentText: "They agreed.", activityKind: "call" })
        assert.include(noted.text, "Note added.")
        assert.strictEqual((await apply(second, "note", { contentText: " " })).status, 400)
        const { data } = (await send("GET", `/v1/deals/${second}/notes`)).body
        assert.include(JSON.stringify(data), "They agreed.")
      })
    })
  )

  it.effect("shows viewers no forms, and takes no change of theirs", () =>
    Effect.gen(function* () {
      const { ids, send, workspace } = yield* filled
      const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
      const browser = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const page = await browser.open("/today?whose=everyone")
        assert.include(page.text, "Send the offer")
        for (const form of ["/done", "/reschedule", "/note", "/triage", "Delete a deal"]) {
          assert.notInclude(page.text, form)
        }
        const csrf = page.forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "csrf")!.value
        for (const form of ["done", "reschedule", "note"]) {
          const { nextStep, nextStepAt } = (await send("GET", `/v1/deals/${ids[0]}`)).body
          const fields = { csrf, step: `${nextStepAt} ${nextStep}`, to: "tomorrow", contentText: "x" }
          const body = new URLSearchParams(fields).toString()
          assert.strictEqual((await browser.send(`/today/${ids[0]}/${form}`, { body })).status, 403, form)
        }
        assert.strictEqual((await send("GET", `/v1/deals/${ids[0]}`)).body.nextStep, "Send the offer")
      })
    })
  )

  it.effect(
    "looks right, and acts without leaving the page",
    () =>
      Effect.gen(function* () {
        const owner = yield* filled
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/today`)
          await inspect(page, "today")
          await page.setViewportSize({ width: 1440, height: 900 })
          await page.getByText("Reschedule").first().click()
          await inspect(page, "today-reschedule")
          await page.getByRole("button", { name: "Tomorrow" }).click()
          await page.getByText(/Depot expansion: next step due/u).waitFor()
          await page.locator(`#step-${owner.ids[0]} button:focus`).waitFor()
          await page.locator(`#step-${owner.ids[2]} summary`, { hasText: "Add note" }).click()
          await page.locator(`#contentText-${owner.ids[2]}`).fill("Half a note")
          await page.locator(`#step-${owner.ids[0]} button`, { hasText: "Done" }).click()
          await page.getByText("Done: Send the offer").waitFor()
          await page.locator(".step button:focus").waitFor()
          assert.strictEqual(await page.locator(`#contentText-${owner.ids[2]}`).inputValue(), "Half a note")
          await page.getByRole("button", { name: "Junk" }).first().click()
          await page.getByText("Marked as junk.").waitFor()
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )
})
