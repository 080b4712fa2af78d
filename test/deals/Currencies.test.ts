import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../support/mcp/McpClients.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

type Owner = Effect.Success<ReturnType<typeof SignedIn.make>>

interface Stage {
  readonly id: string
  readonly region: string
}

const api = (owner: Owner) => {
  const at = async (method: string, path: string, body?: object) => {
    const answer = await owner.send(method, `/v1${path}`, body)
    assert.isBelow(answer.status, 300, answer.text)
    return answer.body
  }
  return {
    get: (path: string) => at("GET", path),
    patch: (path: string, body: object) => at("PATCH", path, body),
    post: (path: string, body: object) => at("POST", path, body),
    report: (name: string) => at("GET", `/reports/${name}?board_id=${owner.board.id}`),
    stages: () => at("GET", `/boards/${owner.board.id}/stages`) as Promise<ReadonlyArray<Stage>>
  }
}

const words = (html: string) =>
  html
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .replaceAll("&#39;", "'")

const yen = { currency: "JPY", count: 1, cents: 5_000_000 }
const euros = { currency: "EUR", count: 1, cents: 123_456 }

/** A USD board with $100.00 open, and open deals of ¥5,000,000 and €1,234.56 from before its currency changed. */
const mixed = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { patch, post, stages } = api(owner)
  yield* Effect.promise(async () => {
    const [first] = await stages()
    for (const [currency, amountCents] of [
      ["JPY", 5_000_000],
      ["EUR", 123_456],
      ["USD", 10_000]
    ] as const) {
      await patch(`/boards/${owner.board.id}`, { currency })
      const deal = { boardId: owner.board.id, name: `In ${currency}`, amountCents, stageId: first!.id }
      assert.strictEqual((await post("/deals", deal)).currency, currency)
    }
  })
  return owner
})

const tools = (owner: Owner) => McpClients.open(owner.base, owner.apiKey.token)

const service = TestService.layer()

layer(service, { excludeTestServices: true })("a board with deals in several currencies", (it) => {
  it.effect("keeps each deal in the currency it was made in when the board's changes", () =>
    Effect.gen(function* () {
      const owner = yield* mixed
      const { get } = api(owner)
      yield* Effect.promise(async () => {
        const { data } = await get("/deals")
        assert.deepStrictEqual(
          data.map(({ amountCents, currency }: any) => [currency, amountCents]),
          [
            ["USD", 10_000],
            ["EUR", 123_456],
            ["JPY", 5_000_000]
          ]
        )
      })
    })
  )

  it.effect("sums deals in its own currency, counts all, and lists the others separately", () =>
    Effect.gen(function* () {
      const { get, report } = api(yield* mixed)
      yield* Effect.promise(async () => {
        const weighted = await report("weighted-pipeline")
        const of = { other_currencies: [euros, yen] }
        assert.deepInclude(weighted, {
          ...of,
          currency: "USD",
          raw_pipeline_cents: 10_000,
          open_deal_count: 3
        })
        assert.strictEqual(weighted.weighted_pipeline_cents, 1_000)
        assert.deepInclude(weighted.lanes[0], {
          ...of,
          deal_count: 3,
          raw_cents: 10_000,
          weighted_cents: 1_000
        })
        assert.notProperty(weighted.lanes[1], "other_currencies")
        const [summary] = (await get("/reports/summary")).boards
        assert.deepInclude(summary, { ...of, raw_pipeline_cents: 10_000, open_deal_count: 3 })
        assert.deepInclude(summary.stages[0], { ...of, raw_cents: 10_000 })
        const { weeks } = await report("deal-progress")
        assert.deepStrictEqual(weeks.at(-1).created, { deal_count: 3, value_cents: 10_000, ...of })
        const { lanes } = await get(`/boards/${weighted.board_id}/lanes`)
        assert.deepInclude(lanes[0], { ...of, dealCount: 3, amountCents: 10_000 })
      })
    })
  )

  it.effect("says nothing of other currencies if there are none", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const { get, post, report } = api(owner)
      yield* Effect.promise(async () => {
        const { id } = await post("/deals", { boardId: owner.board.id, name: "A", amountCents: 5 })
        await api(owner).patch(`/deals/${id}`, { amountCents: 7 })
        for (const name of ["weighted-pipeline", "this-month", "deal-progress", "summary"]) {
          assert.notInclude(JSON.stringify(await report(name)), "other_currencies")
        }
        const lanes = await get(`/boards/${owner.board.id}/lanes`)
        assert.notInclude(JSON.stringify(lanes), "other_currencies")
        assert.notInclude((await owner.browser.open("/reports")).text, "other currencies")
      })
    })
  )

  it.effect("compares won deals with the goal in its own currency only", () =>
    Effect.gen(function* () {
      const owner = yield* mixed
      const { get, post, report, stages } = api(owner)
      yield* Effect.promise(async () => {
        const won = (await stages()).find(({ region }) => region === "won")!
        for (const { id } of (await get("/deals")).data)
          await post(`/deals/${id}/move`, { toStageId: won.id })
        const month = await report("this-month")
        assert.deepStrictEqual(
          month.metrics.map(({ current, key }: any) => [key, current]),
          [
            ["proposals", 0],
            ["deals_won", 3],
            ["deal_value", 10_000]
          ]
        )
        assert.deepStrictEqual(month.other_currencies, [euros, yen])
        const [summary] = (await get("/reports/summary")).boards
        const all = { deal_count: 3, value_cents: 10_000, other_currencies: [euros, yen] }
        assert.deepStrictEqual(summary.won_this_month, all)
        assert.notProperty(summary, "other_currencies")
      })
    })
  )

  it.effect("shows other currencies on pages, cards and images, and to agents in words", () =>
    Effect.gen(function* () {
      const owner = yield* mixed
      const session = yield* tools(owner)
      yield* Effect.promise(async () => {
        const board = words((await owner.browser.open(`/boards/${owner.board.id}`)).text)
        assert.include(board, "3 deals open, worth $100 and €1,234.56 (1 deal) and ¥5,000,000 (1 deal)")
        assert.include(board, "3 deals $100 + €1,234.56 + ¥5,000,000")
        const remark =
          "Open deals in other currencies, counted but not in the sums: 1 deal, €1,234.56; 1 deal, ¥5,000,000."
        const reports = words((await owner.browser.open("/reports")).text)
        assert.include(reports, remark)
        assert.include(reports, "3 deals · $100 + €1,234.56 + ¥5,000,000")
        const card = await session.call("show_dealboard_summary")
        assert.include(card.content[0].text, remark)
        assert.deepStrictEqual(card.structuredContent.other_currencies, [euros, yen])
        const { structuredContent } = await session.call("get_pipeline_summary")
        assert.deepStrictEqual(structuredContent.boards[0].other_currencies, [euros, yen])
        assert.strictEqual(structuredContent.boards[0].raw_pipeline_cents, 10_000)
        const image = await session.call("export_report_image", { report: "weighted_pipeline" })
        assert.isUndefined(image.isError)
      })
    })
  )
})

/** The counts of won deals on every surface. */
const counts = async (owner: Owner, session: McpClients.Session) => {
  const { get, report } = api(owner)
  const month = await report("this-month")
  const [summary] = (await get("/reports/summary")).boards
  const won = summary.stages.find(({ region }: any) => region === "won")
  const { lanes } = await get(`/boards/${owner.board.id}/lanes`)
  const lane = lanes.find(({ stage }: any) => stage.region === "won")
  const shown = (await session.call("show_deals_won")).structuredContent
  const progress = await report("deal-progress")
  const of = (metrics: ReadonlyArray<any>) => metrics.find(({ key }) => key === "deals_won").current
  return {
    listed: (await get("/deals?status=won")).data.length,
    dated: (await get("/deals?status=won")).data.filter(({ wonAt }: any) => wonAt !== null).length,
    ofStage: [won.deal_count, lane.dealCount],
    month: [of(month.metrics), summary.won_this_month.deal_count, shown.deals_won.current],
    weeks: [progress, shown].map(({ weeks }) => weeks.at(-1).won.deal_count),
    undated: [
      month.undated_won_count,
      won.undated_deal_count,
      lane.undatedCount,
      shown.undated_won_count
    ].map((count) => count ?? 0)
  }
}

layer(service, { excludeTestServices: true })("won deals whose stage was edited", (it) => {
  it.effect("count the same in list, board, reports and cards: as won by stage, in a month by wonAt", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const session = yield* tools(owner)
      const { patch, post, stages } = api(owner)
      yield* Effect.promise(async () => {
        const all = await stages()
        const [first, won] = [all[0]!, all.find(({ region }) => region === "won")!]
        const make = (stageId: string) =>
          post("/deals", { boardId: owner.board.id, name: "D", amountCents: 100, stageId })
        const [moved, into] = [await make(won.id), await make(first.id)]
        await make(won.id)
        const both = (count: number) => [count, count]
        const each = (count: number) => [count, count, count]
        assert.deepStrictEqual(await counts(owner, session), {
          listed: 2,
          dated: 2,
          ofStage: both(2),
          month: each(2),
          weeks: both(2),
          undated: [0, 0, 0, 0]
        })
        await patch(`/deals/${into.id}`, { stageId: won.id })
        assert.deepStrictEqual(await counts(owner, session), {
          listed: 3,
          dated: 2,
          ofStage: both(3),
          month: each(2),
          weeks: both(2),
          undated: [1, 1, 1, 1]
        })
        const page = words((await owner.browser.open(`/boards/${owner.board.id}`)).text)
        assert.include(page, "3 deals $3 1 without a date, not in any month")
        const reports = words((await owner.browser.open("/reports")).text)
        assert.include(reports, "Won without a date, because an edit and not a move set their stage")
        await patch(`/deals/${moved.id}`, { stageId: first.id })
        assert.deepStrictEqual(await counts(owner, session), {
          listed: 2,
          dated: 1,
          ofStage: both(2),
          month: each(1),
          weeks: both(1),
          undated: [1, 1, 1, 1]
        })
        await post(`/deals/${into.id}/move`, { toStageId: first.id })
        await post(`/deals/${into.id}/move`, { toStageId: won.id })
        assert.deepStrictEqual((await counts(owner, session)).undated, [0, 0, 0, 0])
      })
    })
  )
})
