import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import { leadsTo } from "../../support/pages/SettingsPages.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/boards"
const hostile = `"><script>window.owned = 1</script><b>`

/** The names in the stage editor, in order. */
const namesIn = ({ forms }: Page) =>
  forms
    .find(({ action }) => action.endsWith("/stages"))!
    .inputs.flatMap(({ name, value }) => (name === "name" ? [value] : []))

const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const at = `${path}/${owner.board.id}`
  const stages = async () => (await owner.send("GET", `/v1/boards/${owner.board.id}/stages`)).body
  const idOf = async (name: string): Promise<string> =>
    (await stages()).find((one: { name: string }) => one.name === name).id
  const press = (page: Page, pressed: string, changes: object = {}) =>
    owner.browser.submitTo(page, `${at}/stages`, { do: pressed, ...changes })
  const deal = async (name: string, stageId: string) =>
    (await owner.send("POST", "/v1/deals", { boardId: owner.board.id, name, stageId })).body.id
  return { ...owner, at, stages, idOf, press, deal }
})

layer(TestService.layer(), { excludeTestServices: true })("the pages of boards", (it) => {
  it.effect("list the boards and create one", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const page = await browser.open(path)
        assert.include(page.text, `href="${path}/${board.id}"`)
        const made = await browser.submitTo(page, path, { name: ` ${hostile} `, currency: "JPY" })
        assert.include(made.text, "created with default stages.")
        assert.notInclude(made.text, "<script>window")
        const { data } = (await send("GET", "/v1/boards")).body
        assert.deepInclude(data[0], { name: hostile, currency: "JPY" })
        assert.include(made.url, data[0].id)
        const blank = await browser.submitTo(await browser.open(path), path, { name: " ", currency: "EUR" })
        assert.strictEqual(blank.status, 400)
        assert.match(blank.text, /value="EUR"\s+selected/u)
      })
    })
  )

  it.effect("link to the boards on the next page", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        for (let count = 0; count < 100; count++) await send("POST", "/v1/boards", { name: `Board ${count}` })
        const first = await browser.open(path)
        assert.include(first.text, ">Board 99<")
        assert.notInclude(first.text, board.id)
        const older = /href="([^"]*\?cursor=[^"]+)"/u.exec(first.text)?.[1] ?? ""
        const rest = await browser.open(older)
        assert.include(rest.text, board.id)
        assert.notInclude(rest.text, ">Board 99<")
      })
    })
  )

  it.effect("show the free plan's limit, before and after it is reached", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make("free")
      yield* Effect.promise(async () => {
        const page = await browser.open(path)
        assert.include(page.text, "The free plan includes one board.")
        const refused = await browser.submitTo(page, path, { name: "Second", currency: "USD" })
        assert.strictEqual(refused.status, 403)
        assert.include(refused.text, "move to the standard plan")
        assert.include(refused.text, 'value="Second"')
      })
    })
  )

  it.effect("save name, currency and the amount exactly as typed, or say what is wrong with it", () =>
    Effect.gen(function* () {
      const { at, board, browser, send } = yield* furnished()
      yield* Effect.promise(async () => {
        const page = await browser.open(at)
        const grouped = await browser.submitTo(page, at, {
          name: "Enterprise",
          currency: "EUR",
          defaultDealAmountCents: "1,234"
        })
        assert.strictEqual(grouped.status, 400)
        assert.include(grouped.text, "is ambiguous: enter “1234.00” for €1,234.00, or rounded, €1.23.")
        const saved = await browser.submitTo(grouped, at, { defaultDealAmountCents: "1234567.89" })
        assert.include(saved.text, "Board saved.")
        const read = async () => (await send("GET", `/v1/boards/${board.id}`)).body
        const now = { name: "Enterprise", currency: "EUR", defaultDealAmountCents: 123_456_789 }
        assert.deepInclude(await read(), now)
        assert.include(saved.text, 'value="1234567.89"')
        assert.include(saved.text, "Amounts weren’t converted: a new deal is now €1,234,567.89")
        const yen = await browser.submitTo(saved, at, {
          name: "Yen",
          currency: "JPY",
          defaultDealAmountCents: "10.50"
        })
        assert.strictEqual(yen.status, 400)
        assert.include(
          yen.text,
          "Amount of a new deal must be an amount, for example 12500: JPY has no decimals"
        )
        assert.include(yen.text, 'value="10.50"')
        assert.deepInclude(await read(), now)
        await browser.submitTo(yen, at, { name: "Yen", currency: "JPY", defaultDealAmountCents: "" })
        assert.deepInclude(await read(), { name: "Yen", currency: "JPY", defaultDealAmountCents: 0 })
      })
    })
  )

  it.effect("save the month's goals, and remove them", () =>
    Effect.gen(function* () {
      const { at, board, browser, send } = yield* furnished()
      yield* Effect.promise(async () => {
        const read = async () => (await send("GET", `/v1/boards/${board.id}/goals`)).body
        const goals = { proposals: "20", deals_won: "", deal_value: "50000.50" }
        const saved = await browser.submitTo(await browser.open(at), `${at}/goals`, goals)
        assert.include(saved.text, "Goals saved.")
        assert.deepStrictEqual(await read(), { proposals: 20, deals_won: null, deal_value: 5_000_050 })
        for (const wrong of [{ proposals: "-1" }, { deals_won: "1.5" }, { deal_value: "50.000" }]) {
          const refused = await browser.submitTo(saved, `${at}/goals`, wrong)
          assert.strictEqual(refused.status, 400)
          assert.include(refused.text, Object.values(wrong)[0]!)
        }
        const none = { proposals: "", deals_won: "", deal_value: "" }
        await browser.submitTo(await browser.open(at), `${at}/goals`, none)
        assert.deepStrictEqual(await read(), { proposals: null, deals_won: null, deal_value: null })
      })
    })
  )

  it.effect("save goals of quarters and owners, and list them", () =>
    Effect.gen(function* () {
      const { at, board, browser, send } = yield* furnished()
      yield* Effect.promise(async () => {
        const me = (await send("GET", "/v1/me")).body.user
        const goals = { period: "quarter", ownerId: me.id, proposals: "", deals_won: "4", deal_value: "" }
        const saved = await browser.submitTo(await browser.open(at), `${at}/goals`, goals)
        assert.include(saved.text, "Goals for quarters and owners")
        const { others } = (await send("GET", `/v1/boards/${board.id}/goals`)).body
        const own = { period: "quarter", ownerId: me.id, proposals: null, deals_won: 4, deal_value: null }
        assert.deepStrictEqual(others, [own])
        const chosen = `${at}?period=quarter&owner=${me.id}`
        assert.include(saved.text, `href="${chosen.replace("&", "&amp;")}#goals"`)
        const edited = await browser.open(chosen)
        assert.match(edited.text, /name="deals_won"[^>]*\svalue="4"/u)
      })
    })
  )

  it.effect("edit the stages without scripts: move, add, rename, delete, save", () =>
    Effect.gen(function* () {
      const { at, browser, idOf, press, stages } = yield* furnished()
      yield* Effect.promise(async () => {
        const before = await stages()
        const page = await browser.open(at)
        assert.deepStrictEqual(
          namesIn(page),
          before.map(({ name }: { name: string }) => name)
        )
        const moved = await press(page, `up ${await idOf("Qualified")}`)
        assert.include(moved.text, "“Qualified” is now 1 of 2. Unsaved changes.")
        assert.deepStrictEqual(namesIn(moved).slice(0, 2), ["Qualified", "New"])
        assert.deepStrictEqual(await stages(), before)
        const added = await press(moved, "add late")
        const names = namesIn(added)
        assert.deepStrictEqual(names, [
          "Qualified",
          "New",
          "Proposal",
          "Negotiation",
          "Verbal",
          "",
          "Won",
          "Dead"
        ])
        const named = await press(added, "up new-1", { name: names.with(5, "Contract").with(6, "Closed") })
        const dropped = await press(named, `drop ${await idOf("Verbal")}`)
        assert.include(dropped.text, "“Verbal” is removed.")
        const saved = await press(dropped, "save")
        assert.include(saved.text, "Stages saved.")
        assert.deepStrictEqual(
          (await stages()).map(({ name, probability }: any) => [name, probability]),
          [
            ["Qualified", 25],
            ["New", 10],
            ["Proposal", 50],
            ["Negotiation", 70],
            ["Contract", 50],
            ["Closed", 100],
            ["Dead", 0]
          ]
        )
        const kept = new Set(before.map(({ id }: { id: string }) => id))
        const fresh = (await stages()).filter(({ id }: { id: string }) => !kept.has(id))
        assert.deepStrictEqual(
          fresh.map(({ name }: { name: string }) => name),
          ["Contract"]
        )
      })
    })
  )

  it.effect("ask where the deals of a deleted stage go, and move them there", () =>
    Effect.gen(function* () {
      const { at, browser, deal, idOf, press, send, stages } = yield* furnished()
      yield* Effect.promise(async () => {
        const [qualified, verbal] = [await idOf("Qualified"), await idOf("Verbal")]
        const [one, two] = [await deal("One", qualified), await deal("Two", verbal)]
        const page = await browser.open(at)
        const draft = await press(await press(page, `drop ${qualified}`), `drop ${verbal}`)
        const refused = await press(draft, "save")
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "removed stage still has deals. Choose a stage for them below")
        assert.include(refused.text, "Deals of “Qualified” go to")
        assert.include(refused.text, "Deals of “Verbal” go to")
        assert.strictEqual((await stages()).length, 7)
        const half = await press(refused, "save", { to: [await idOf("New"), ""] })
        assert.strictEqual(half.status, 400)
        assert.match(half.text, /<option value="stg_\w+" selected>New<\/option>/u)
        const saved = await press(half, "save", { to: [await idOf("New"), await idOf("Negotiation")] })
        assert.include(saved.text, "Stages saved.")
        const stageOf = async (id: string) => (await send("GET", `/v1/deals/${id}`)).body.stage.name
        assert.deepStrictEqual([await stageOf(one), await stageOf(two)], ["New", "Negotiation"])
      })
    })
  )

  it.effect("refuse invalid stages, and keep the draft", () =>
    Effect.gen(function* () {
      const { at, browser, press, stages } = yield* furnished()
      yield* Effect.promise(async () => {
        const before = await stages()
        const page = await browser.open(at)
        const wild = await press(page, "save", { probability: ["10", "101", "50", "70", "90", "100", "0"] })
        assert.strictEqual(wild.status, 400)
        assert.include(wild.text, "Probability must be an integer from 0 to 100.")
        const blank = await press(page, "save", { name: namesIn(page).with(1, " ") })
        assert.strictEqual(blank.status, 400)
        const regions = ["early", "early", "early", "late", "late", "won", "dead"]
        const none = await press(page, "save", { name: namesIn(page).with(0, hostile), region: regions })
        assert.strictEqual(none.status, 400)
        assert.include(none.text, "exactly 1 of region anchor")
        assert.strictEqual(namesIn(none)[0], hostile)
        assert.notInclude(none.text, "<script>window")
        const again = await browser.open(`${at}/stages`)
        assert.strictEqual(again.url, new URL(at, browser.base).href)
        assert.deepStrictEqual(await stages(), before)
      })
    })
  )

  it.effect("let members and viewers look, but not change anything", () =>
    Effect.gen(function* () {
      const { at, board, send, stages, workspace } = yield* furnished()
      const service = yield* TestService
      for (const role of ["member", "viewer"] as const) {
        const person = yield* service.member(workspace.id, role)
        const browser = yield* SignedIn.browserOf(person.id)
        yield* Effect.promise(async () => {
          const [before, boards] = [await stages(), (await send("GET", "/v1/boards")).body]
          assert.isFalse(leadsTo(await browser.open(path), path))
          const page = await browser.open(at)
          assert.include(page.text, "Negotiation")
          assert.isFalse(leadsTo(page, path))
          const fields = { name: "X", currency: "EUR", do: "save" }
          for (const action of [path, at, `${at}/goals`, `${at}/stages`]) {
            assert.strictEqual((await sendAnyway(browser, action, fields)).status, 403, `${role} ${action}`)
          }
          const stepped = await sendAnyway(browser, `${at}/stages`, { do: "add early" })
          assert.isFalse(leadsTo(stepped, path))
          assert.deepStrictEqual(await stages(), before)
          assert.deepStrictEqual((await send("GET", "/v1/boards")).body, boards)
          assert.strictEqual(boards.data[0].id, board.id)
        })
      }
    })
  )

  it.effect("show nothing of another workspace's boards", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* SignedIn.make(), yield* SignedIn.make()]
      yield* Effect.promise(async () => {
        assert.strictEqual((await mine.browser.open(`${path}/${other.board.id}`)).status, 404)
        assert.strictEqual((await mine.browser.open(`${path}/none`)).status, 404)
      })
    })
  )
})
