import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Currency } from "../../schema/Field.ts"
import * as McpClients from "../support/mcp/McpClients.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const get = (client: Client, path: string) => Effect.promise(() => client.send("GET", path))

/** Creates deals in stages given by position. */
const fill = Effect.fnUntraced(function* (
  client: Client,
  deals: ReadonlyArray<{ readonly at: number; readonly cents: number | null }>
) {
  const { body: stages } = yield* get(client, `/v1/boards/${client.board.id}/stages`)
  return yield* Effect.forEach(deals, ({ at, cents }) =>
    Effect.promise(async () => {
      const { body, status } = await client.send("POST", "/v1/deals", {
        boardId: client.board.id,
        name: "Deal",
        stageId: stages[at].id,
        amountCents: cents
      })
      assert.strictEqual(status, 201)
      return body
    })
  )
})

layer(TestService.layer())("reports over REST", (it) => {
  it.effect("weights the open deals of a board by their stages, and shows empty stages too", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      yield* fill(client, [
        { at: 0, cents: 1_005 },
        { at: 1, cents: null },
        { at: 2, cents: 333 },
        { at: 5, cents: 9_999 },
        { at: 6, cents: 8_888 }
      ])
      const { body, status } = yield* get(client, `/v1/reports/weighted-pipeline?board_id=${client.board.id}`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body), [
        "board_id",
        "board_name",
        "currency",
        "generated_at",
        "time_zone",
        "weighted_pipeline_cents",
        "raw_pipeline_cents",
        "open_deal_count",
        "lanes"
      ])
      assert.strictEqual(body.raw_pipeline_cents, 1_338)
      // 100.5 + 166.5 is 267 exactly, while the lanes round to 101 and 167.
      assert.strictEqual(body.weighted_pipeline_cents, 267)
      assert.strictEqual(body.open_deal_count, 3)
      const lanes = body.lanes.map((lane: any) => [
        lane.region,
        lane.probability_pct,
        lane.deal_count,
        lane.raw_cents,
        lane.weighted_cents
      ])
      assert.deepStrictEqual(lanes, [
        ["early", 10, 1, 1_005, 101],
        ["early", 25, 1, 0, 0],
        ["anchor", 50, 1, 333, 167],
        ["late", 70, 0, 0, 0],
        ["late", 90, 0, 0, 0]
      ])
    })
  )

  it.effect("counts this month's proposals and wins against the goals", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const deals = yield* fill(client, [
        { at: 0, cents: 100 },
        { at: 2, cents: 200 },
        { at: 5, cents: 400 }
      ])
      const { body: stages } = yield* get(client, `/v1/boards/${client.board.id}/stages`)
      yield* Effect.promise(() =>
        client.send("POST", `/v1/deals/${deals[0].id}/move`, { toStageId: stages[5].id })
      )
      yield* Effect.promise(() =>
        client.send("PUT", `/v1/boards/${client.board.id}/goals`, {
          proposals: 1000,
          deals_won: 1,
          deal_value: 0
        })
      )
      const { body, status } = yield* get(client, `/v1/reports/this-month?board_id=${client.board.id}`)
      assert.strictEqual(status, 200)
      assert.match(body.board_color, /^linear-gradient\(/u)
      assert.deepStrictEqual(body.metrics, [
        { key: "proposals", label: "Proposals", current: 1, goal: 1000, pace: "behind" },
        { key: "deals_won", label: "Deals won", current: 2, goal: 1, pace: "ahead" },
        { key: "deal_value", label: "Deal value", current: 500, goal: 0, pace: null }
      ])
      assert.deepStrictEqual(
        body.pipeline.map((stage: any) => stage.deal_count),
        [0, 0, 1, 0, 0]
      )
    })
  )

  it.effect(
    "answers 400 without board_id or with an invalid one, 404 for another workspace's board, 401 without a key",
    () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const other = yield* service.workspace()
        for (const report of ["weighted-pipeline", "this-month", "deal-progress"]) {
          const path = `/v1/reports/${report}`
          const missing = yield* get(client, path)
          assert.strictEqual(missing.status, 400)
          assert.strictEqual(missing.body.error.code, "invalid_query")
          assert.match(missing.body.error.message, /board_id/u)
          assert.strictEqual((yield* get(client, `${path}?board_id=none`)).status, 400)
          const foreign = yield* get(client, `${path}?board_id=${other.board.id}`)
          assert.strictEqual(foreign.status, 404)
          assert.strictEqual(foreign.body.error.code, "board_not_found")
          const anonymous = yield* Effect.promise(() =>
            service.send("GET", `${path}?board_id=${client.board.id}`)
          )
          assert.strictEqual(anonymous.status, 401)
        }
      })
  )

  it.effect("writes sums beyond 2^53 exactly", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const most = Number.MAX_SAFE_INTEGER
      yield* fill(client, [
        { at: 2, cents: most },
        { at: 2, cents: most },
        { at: 2, cents: most },
        { at: 5, cents: most },
        { at: 5, cents: most },
        { at: 5, cents: most }
      ])
      const sum = String(3n * BigInt(most))
      const weighted = yield* get(client, `/v1/reports/weighted-pipeline?board_id=${client.board.id}`)
      assert.strictEqual(weighted.status, 200)
      assert.include(weighted.text, `"raw_pipeline_cents":${sum}`)
      assert.include(weighted.text, `"weighted_pipeline_cents":${(3n * BigInt(most) + 1n) / 2n}`)
      const month = yield* get(client, `/v1/reports/this-month?board_id=${client.board.id}`)
      assert.include(month.text, `"label":"Deal value","current":${sum}`)
    })
  )

  it.effect("sums up every board with all its stages, won and dead included", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const second = yield* Effect.promise(() => client.send("POST", "/v1/boards", { name: "Second" }))
      const [quiet] = yield* fill(client, [
        { at: 0, cents: 100 },
        { at: 5, cents: 400 },
        { at: 6, cents: null }
      ])
      const all = yield* get(client, "/v1/reports/summary")
      assert.strictEqual(all.status, 200)
      assert.deepStrictEqual(
        all.body.boards.map((board: any) => board.board_id),
        [second.body.id, client.board.id]
      )
      const board = all.body.boards[1]
      assert.deepStrictEqual(
        board.stages.map((stage: any) => [stage.region, stage.deal_count, stage.oldest_deal_age_days]),
        [
          ["early", 1, 0],
          ["early", 0, null],
          ["anchor", 0, null],
          ["late", 0, null],
          ["late", 0, null],
          ["won", 1, null],
          ["dead", 1, null]
        ]
      )
      assert.deepStrictEqual(board.won_this_month, { deal_count: 1, value_cents: 400 })
      assert.deepStrictEqual(board.dead_this_month, { deal_count: 1, value_cents: 0 })
      assert.strictEqual(board.stalled_deal_count, 0)
      assert.notStrictEqual(quiet, undefined)
      const one = yield* get(client, `/v1/reports/summary?board_id=${client.board.id}`)
      assert.deepStrictEqual(one.body.boards, [board])
    })
  )

  it.effect("reports twelve weeks, the last with today's changes", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      yield* fill(client, [
        { at: 0, cents: 100 },
        { at: 5, cents: 400 }
      ])
      const { body, status } = yield* get(client, `/v1/reports/deal-progress?board_id=${client.board.id}`)
      assert.strictEqual(status, 200)
      assert.strictEqual(body.weeks.length, 12)
      const { week_start, ...last } = body.weeks[11]
      assert.match(week_start, /^\d{4}-\d\d-\d\d$/u)
      assert.deepStrictEqual(last, {
        created: { deal_count: 2, value_cents: 500 },
        won: { deal_count: 1, value_cents: 400 },
        dead: { deal_count: 0, value_cents: 0 }
      })
    })
  )

  it.effect("reports each board in its own currency, all seven of them", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const currency of Currency.literals) {
        yield* Effect.promise(async () => {
          const board = (await client.send("POST", "/v1/boards", { name: currency, currency })).body
          const deal = { boardId: board.id, name: "Deal", amountCents: 1_999 }
          assert.strictEqual((await client.send("POST", "/v1/deals", deal)).body.currency, currency)
          const report = await client.send("GET", `/v1/reports/weighted-pipeline?board_id=${board.id}`)
          const { currency: shown, raw_pipeline_cents, weighted_pipeline_cents } = report.body
          assert.deepStrictEqual([shown, raw_pipeline_cents, weighted_pipeline_cents], [currency, 1_999, 200])
        })
      }
    })
  )

  it.effect("counts no refused amount: below 0, beyond 2^53 - 1, in fractions of a cent", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const amountCents of ["-1", "9007199254740992", "1e300", "0.5", "1e-7", '"5"']) {
        const body = `{"boardId":"${client.board.id}","name":"Deal","amountCents":${amountCents}}`
        const answer = yield* Effect.promise(() => client.send("POST", "/v1/deals", body))
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "invalid_body"], amountCents)
      }
      const { body } = yield* get(client, `/v1/reports/weighted-pipeline?board_id=${client.board.id}`)
      assert.deepStrictEqual([body.open_deal_count, body.raw_pipeline_cents], [0, 0])
    })
  )

  it.effect("leaves out a deleted deal at once", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const [open, won] = yield* fill(client, [
        { at: 2, cents: 100 },
        { at: 5, cents: 400 }
      ])
      for (const { id } of [open, won]) {
        yield* Effect.promise(() => client.send("DELETE", `/v1/deals/${id}`))
      }
      const query = `board_id=${client.board.id}`
      const weighted = (yield* get(client, `/v1/reports/weighted-pipeline?${query}`)).body
      assert.strictEqual(weighted.open_deal_count, 0)
      const month = (yield* get(client, `/v1/reports/this-month?${query}`)).body
      assert.deepStrictEqual(
        month.metrics.map((metric: any) => metric.current),
        [0, 0, 0]
      )
      const progress = (yield* get(client, `/v1/reports/deal-progress?${query}`)).body
      assert.strictEqual(progress.weeks[11].created.deal_count, 0)
    })
  )

  it.effect("calls a deal stalled after 30 days without activity, until a note is written", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const sql = yield* SqlClient.SqlClient
      const deals = yield* fill(
        client,
        Array.from({ length: 12 }, () => ({ at: 1, cents: 100 }))
      )
      yield* fill(client, [{ at: 5, cents: 1 }])
      const age = (days: number) => sql`UPDATE deals SET active_on = active_on - ${days}::int
        WHERE workspace_id = ${client.workspace.id}`
      const summary = Effect.map(get(client, "/v1/reports/summary"), ({ body }) => body.boards[0])
      yield* age(29)
      assert.strictEqual((yield* summary).stalled_deal_count, 0)
      yield* age(1)
      const stalled = yield* summary
      assert.strictEqual(stalled.stalled_deal_count, 12)
      assert.deepStrictEqual(
        stalled.stages.map((stage: any) => stage.stalled_deal_count),
        [0, 12, 0, 0, 0, 0, 0]
      )
      assert.deepStrictEqual(
        stalled.stalled_deals.map((deal: any) => deal.id),
        deals.slice(0, 10).map((deal) => deal.id)
      )
      yield* Effect.promise(() =>
        client.send("POST", `/v1/deals/${deals[0].id}/notes`, { contentText: "They called." })
      )
      yield* Effect.promise(() => client.send("PATCH", `/v1/deals/${deals[1].id}`, { amountCents: 7 }))
      assert.strictEqual((yield* summary).stalled_deal_count, 10)
    })
  )

  it.effect("lets a viewer read every report", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const viewer = yield* service.member(client.workspace.id, "viewer")
      for (const report of ["weighted-pipeline", "this-month", "deal-progress", "summary"]) {
        const path = `/v1/reports/${report}?board_id=${client.board.id}`
        assert.strictEqual((yield* Effect.promise(() => viewer.send("GET", path))).status, 200)
      }
    })
  )

  it.effect("gives agents the same through tools, which take boardId or none", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      yield* fill(client, [{ at: 2, cents: 300 }])
      yield* Effect.promise(async () => {
        const session = await McpClients.v2(service.url, client.apiKey.token)
        const weighted = await session.call("get_weighted_pipeline")
        assert.strictEqual(weighted.structuredContent.weighted_pipeline_cents, 150)
        const second = (await client.send("POST", "/v1/boards", { name: "Second" })).body
        const unclear = await session.call("get_weighted_pipeline")
        assert.isTrue(unclear.isError)
        assert.include(unclear.content[0].text, second.id)
        const named = await session.call("get_weighted_pipeline", { boardId: client.board.id })
        assert.strictEqual(named.structuredContent.raw_pipeline_cents, 300)
        const summary = await session.call("get_pipeline_summary")
        assert.strictEqual(summary.structuredContent.boards.length, 2)
        assert.strictEqual(summary.structuredContent.boards[1].stages.length, 7)
        const wrong = await session.call("get_pipeline_summary", { board_id: client.board.id })
        assert.include(wrong.content[0].text, "boardId")
        await session.close()
      })
    })
  )
})
