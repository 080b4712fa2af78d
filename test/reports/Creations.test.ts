import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TestService } from "../support/server/TestService.ts"

/** The number of writes and the seed; a failure names its seed. */
const writes = 120
const seed = Number(process.env["TOTALS_SEED"] ?? Math.floor(Math.random() * 2 ** 31))

/** Mulberry32: the same numbers for the same seed. */
const drawer = (start: number) => {
  let state = start
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A deal as somebody who only watched would tell of it. */
interface Watched {
  readonly id: string
  readonly month: string
  readonly stage: string
  at: string
  moved: boolean
  deleted: boolean
}

/** How many deals were created in each stage and month: but for those that were deleted before they moved. */
const plain = (all: ReadonlyArray<Watched>) => {
  const counts: Record<string, number> = {}
  for (const { deleted, month, moved, stage } of all) {
    if (deleted && !moved) continue
    counts[`${month}:new:${stage}`] = (counts[`${month}:new:${stage}`] ?? 0) + 1
  }
  return counts
}

const start = Effect.gen(function* () {
  const client = yield* (yield* TestService).workspace("standard")
  const { board, send, workspace } = client
  const { body: stages } = yield* Effect.promise(() => send("GET", `/v1/boards/${board.id}/stages`))
  const sql = yield* SqlClient.SqlClient
  const kept = Effect.map(
    sql<{
      key: string
      deals: number
    }>`SELECT substr(key, 12) AS key, sum(deals)::int AS deals FROM deal_totals
      WHERE workspace_id = ${workspace.id} AND key LIKE 'month:flow:%:new:%' GROUP BY key HAVING sum(deals) <> 0`,
    (rows) => Object.fromEntries(rows.map(({ deals, key }) => [key, deals]))
  )
  const audit = yield* TotalsAudit
  const within = Effect.provideService(Tenant, { workspaceId: workspace.id })
  return {
    ...client,
    ids: (stages as Array<{ id: string }>).map(({ id }) => id),
    kept,
    differences: within(audit.differences),
    repair: within(audit.repair)
  }
})

layer(TestService.layer(), { excludeTestServices: true })("the creations that a funnel counts", (it) => {
  it.effect(
    `are those of a plain count, whatever becomes of the deals (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const { board, differences, ids, kept, send } = yield* start
        const draw = drawer(seed)
        const watched: Array<Watched> = []
        const ok = async (method: string, path: string, body?: object) => {
          const answer = await send(method, path, body)
          assert.isBelow(answer.status, 300, answer.text)
          return answer
        }
        const make = async () => {
          const stage = ids[draw(ids.length)]!
          const { body } = await ok("POST", "/v1/deals", { boardId: board.id, name: "D", stageId: stage })
          const month = (body.createdAt as string).slice(0, 7)
          watched.push({ id: body.id, month, stage, at: stage, moved: false, deleted: false })
        }
        const bring = async (row: number) => {
          const stage = ids[0]!
          const month = `2026-0${1 + draw(3)}`
          const { body } = await ok("POST", "/v1/imports/deals", {
            rows: [{ externalId: `${row}`, name: "D", createdAt: `${month}-1${draw(9)}` }]
          })
          assert.strictEqual(body.created, 1, JSON.stringify(body))
          watched.push({ id: body.rows[0].id, month, stage, at: stage, moved: false, deleted: false })
        }
        const change = async (deal: Watched, roll: number) => {
          const path = `/v1/deals/${deal.id}`
          const to = ids[draw(ids.length)]!
          if (deal.deleted) {
            await ok("POST", `${path}/restore`)
            deal.deleted = false
          } else if (roll < 3) {
            await ok("POST", `${path}/move`, { toStageId: to })
            deal.moved ||= to !== deal.at
            deal.at = to
          } else if (roll < 5) {
            await ok("PATCH", path, { stageId: to, amountCents: draw(1_000) })
            deal.at = to
          } else {
            const { headers } = await ok("DELETE", path)
            deal.deleted = true
            if (draw(3) > 0) return
            await ok("POST", "/v1/undo", { requestId: headers.get("service-request-id") })
            deal.deleted = false
          }
        }
        yield* Effect.promise(async () => {
          for (let row = 0; row < writes; row++) {
            const deal = watched[draw(Math.max(1, watched.length))]
            const roll = draw(10)
            if (roll < 2 || deal === undefined) await make()
            else if (roll < 4) await bring(row)
            else await change(deal, roll - 4)
          }
        })
        assert.deepStrictEqual(yield* kept, plain(watched))
        assert.deepStrictEqual(yield* differences, [])
      }),
    60_000
  )

  it.effect("are mended where earlier versions left out imported deals", () =>
    Effect.gen(function* () {
      const { board, differences, ids, kept, repair, send, workspace } = yield* start
      const sql = yield* SqlClient.SqlClient
      const rows = ["2026-01-15", "2026-01-20", "2026-03-02"].map((createdAt, row) => ({
        externalId: `${row}`,
        name: "D",
        createdAt
      }))
      const { body } = yield* Effect.promise(() => send("POST", "/v1/imports/deals", { rows }))
      yield* Effect.promise(() => send("POST", `/v1/deals/${body.rows[0].id}/move`, { toStageId: ids[2]! }))
      const whole = { [`2026-01:new:${ids[0]}`]: 2, [`2026-03:new:${ids[0]}`]: 1 }
      assert.deepStrictEqual(yield* kept, whole)
      const funnel = yield* Effect.promise(() =>
        send("GET", `/v1/reports/funnel?board_id=${board.id}&from=2026-01&to=2026-03`)
      )
      assert.strictEqual(funnel.body.created_count, 3)
      assert.strictEqual(funnel.body.stages[0].entered_count, 3)
      yield* sql`DELETE FROM deal_totals WHERE workspace_id = ${workspace.id} AND key LIKE '%:flow:%:new:%'`
      assert.deepStrictEqual(
        (yield* differences).map(({ deals, key }) => [key, Number(deals)]),
        [
          [`month:flow:2026-01:new:${ids[0]}`, 2],
          [`month:flow:2026-03:new:${ids[0]}`, 1]
        ]
      )
      yield* repair
      assert.deepStrictEqual(yield* kept, whole)
      assert.deepStrictEqual(yield* differences, [])
      assert.deepStrictEqual(yield* repair, [])
    })
  )
})
