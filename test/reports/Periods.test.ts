import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const get = (client: Client, path: string) => Effect.promise(() => client.send("GET", path))

const post = (client: Client, path: string, body: object) =>
  Effect.promise(async () => {
    const answer = await client.send("POST", path, body)
    assert.oneOf(answer.status, [200, 201], answer.text)
    return answer.body
  })

const stagesOf = (client: Client) =>
  Effect.map(get(client, `/v1/boards/${client.board.id}/stages`), ({ body }) => body as ReadonlyArray<any>)

const funnelOf = (client: Client) =>
  Effect.map(get(client, `/v1/reports/funnel?board_id=${client.board.id}`), ({ body, status, text }) => {
    assert.strictEqual(status, 200, text)
    return body
  })

const brief = (stages: ReadonlyArray<any>) =>
  stages.map((one) => [
    one.entered_count,
    one.onward_count,
    one.back_count,
    one.lost_count,
    one.conversion_pct
  ])

layer(TestService.layer(), { excludeTestServices: true })("the reports of months", (it) => {
  it.effect("count how deals go from stage to stage, and forget moves that are undone", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const stages = yield* stagesOf(client)
      const make = (stageId: string) =>
        post(client, "/v1/deals", { boardId: client.board.id, name: "D", stageId, amountCents: 100 })
      const move = (id: string, place: number) =>
        Effect.promise(async () => {
          const answer = await client.send("POST", `/v1/deals/${id}/move`, { toStageId: stages[place].id })
          assert.strictEqual(answer.status, 200)
          return answer
        })
      const [a, b, c] = [yield* make(stages[0].id), yield* make(stages[0].id), yield* make(stages[1].id)]
      yield* move(a.id, 1)
      yield* move(a.id, 5)
      yield* move(b.id, 6)
      yield* move(c.id, 0)
      const before = yield* funnelOf(client)
      assert.deepStrictEqual([before.created_count, before.won_count, before.lost_count], [3, 1, 1])
      assert.deepStrictEqual(brief(before.stages), [
        [3, 1, 0, 1, 50],
        [2, 1, 1, 0, 50],
        [0, 0, 0, 0, null],
        [0, 0, 0, 0, null],
        [0, 0, 0, 0, null]
      ])
      assert.isAtLeast(before.stages[0].average_hours, 0)
      assert.isNull(before.stages[2].average_hours)
      const moved = yield* move(c.id, 3)
      const requestId = moved.headers.get("service-request-id")
      yield* post(client, "/v1/undo", { requestId })
      assert.deepStrictEqual(brief((yield* funnelOf(client)).stages), brief(before.stages))
      const d = yield* make(stages[2].id)
      yield* Effect.promise(() => client.send("DELETE", `/v1/deals/${d.id}`))
      assert.deepStrictEqual(brief((yield* funnelOf(client)).stages), brief(before.stages))
      const { body: progress } = yield* get(client, `/v1/reports/deal-progress?board_id=${client.board.id}`)
      assert.deepStrictEqual(brief(progress.funnel.stages), brief(before.stages))
    })
  )

  it.effect("tell how long deals were in a stage", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const sql = yield* SqlClient.SqlClient
      const stages = yield* stagesOf(client)
      const deal = yield* post(client, "/v1/deals", {
        boardId: client.board.id,
        name: "D",
        stageId: stages[0].id
      })
      yield* sql`UPDATE deals SET stage_entered_at = stage_entered_at - interval '50 hours'
        WHERE workspace_id = ${client.workspace.id} AND id = ${deal.id}`
      yield* post(client, `/v1/deals/${deal.id}/move`, { toStageId: stages[1].id })
      const { stages: told } = yield* funnelOf(client)
      assert.strictEqual(told[0].average_hours, 50)
    })
  )

  it.effect("sum up what was won and lost, by month and by owner, exactly in the zone", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const other = yield* service.member(client.workspace.id, "member")
      const sql = yield* SqlClient.SqlClient
      const stages = yield* stagesOf(client)
      const win = (ownerId: string | undefined, amountCents: number) =>
        post(client, "/v1/deals", {
          boardId: client.board.id,
          name: "D",
          stageId: stages[5].id,
          amountCents,
          ...(ownerId === undefined ? {} : { ownerId })
        })
      const own = yield* win(undefined, 100)
      const theirs = yield* win(other.id, 1_000)
      const lost = yield* win(other.id, 10_000)
      yield* post(client, `/v1/deals/${lost.id}/move`, { toStageId: stages[6].id })
      const set = (id: string, column: string, time: string) =>
        sql`UPDATE deals SET ${sql(column)} = ${time} WHERE workspace_id = ${client.workspace.id} AND id = ${id}`
      yield* set(own.id, "won_at", "2026-03-31T22:30:00.000Z")
      yield* set(theirs.id, "won_at", "2026-03-15T12:00:00.000Z")
      yield* set(lost.id, "dead_at", "2026-04-30T21:59:59.999Z")
      const audit = yield* TotalsAudit
      const within = Effect.provideService(Tenant, { workspaceId: client.workspace.id })
      yield* within(audit.repair)
      const read = (query: string) =>
        Effect.map(get(client, `/v1/reports/period?board_id=${client.board.id}&${query}`), (answer) => {
          assert.strictEqual(answer.status, 200, answer.text)
          const { dead, months, owners, won } = answer.body
          return [
            [won.deal_count, won.value_cents, dead.deal_count],
            months.map((one: any) => [one.month, one.won.deal_count, one.dead.deal_count]),
            owners.map((one: any) => [one.owner_id, one.won.value_cents, one.dead.deal_count]).sort()
          ]
        })
      const me = client.user.id
      assert.deepStrictEqual(yield* read("from=2026-03&to=2026-04"), [
        [2, 1_100, 1],
        [
          ["2026-03", 2, 0],
          ["2026-04", 0, 1]
        ],
        [
          [me, 100, 0],
          [other.id, 1_000, 1]
        ].sort()
      ])
      assert.deepStrictEqual(yield* read(`from=2026-03&owner_id=${other.id}`), [
        [1, 1_000, 0],
        [["2026-03", 1, 0]],
        [[other.id, 1_000, 0]]
      ])
      // In Berlin it was 1 April already.
      yield* sql`UPDATE workspaces SET time_zone = 'Europe/Berlin' WHERE id = ${client.workspace.id}`
      // A credential that was not used before: nothing told this process of the change.
      const berlin = { ...client, send: (yield* service.member(client.workspace.id, "viewer")).send }
      const { body: flow } = yield* get(
        berlin,
        `/v1/reports/funnel?board_id=${client.board.id}&from=2026-03&to=2026-04`
      )
      assert.deepStrictEqual([flow.won_count, flow.lost_count], [2, 1], "as many as the months count")
      const { body: april } = yield* get(
        berlin,
        `/v1/reports/funnel?board_id=${client.board.id}&from=2026-04`
      )
      assert.deepStrictEqual([april.won_count, april.lost_count], [1, 1])
      const { body } = yield* get(
        berlin,
        `/v1/reports/period?board_id=${client.board.id}&from=2026-03&to=2026-04`
      )
      assert.deepStrictEqual(
        [body.time_zone, ...body.months.map((one: any) => [one.won.deal_count, one.dead.deal_count])],
        ["Europe/Berlin", [1, 0], [1, 1]]
      )
    })
  )

  it.effect("refuse months that are none, in the wrong order, or too many, and say what to send", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      for (const [query, words] of [
        ["from=2026-13", "YYYY-MM"],
        ["from=May", "YYYY-MM"],
        ["from=2026-05&to=2026-04", "must not be before 2026-05"],
        ["from=2024-01&to=2026-01", "at most 24 months"],
        ["to=9999-12", "YYYY-MM"]
      ] as const) {
        for (const report of ["period", "funnel"]) {
          const answer = yield* get(client, `/v1/reports/${report}?board_id=${client.board.id}&${query}`)
          assert.strictEqual(answer.status, 400, query)
          assert.include(answer.text, words)
        }
      }
      const most = yield* get(
        client,
        `/v1/reports/period?board_id=${client.board.id}&from=2024-01&to=2025-12`
      )
      assert.lengthOf(most.body.months, 24)
    })
  )
})
