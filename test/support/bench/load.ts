/** Fills a migrated database with a workspace of many deals, as fast as PostgreSQL can write them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as Sql from "../../../layers/database/Sql.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { TotalsAudit } from "../../../layers/deals/TotalsAudit.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { type CreatedWorkspace, Workspaces } from "../../../layers/identity/Workspaces.ts"
import type { Board } from "../../../schema/Board.ts"
import { BoardId, StageId } from "../../../schema/Id.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import * as BoardColor from "../../../src/boards/rules/BoardColor.ts"
import * as StagePlan from "../../../src/boards/rules/StagePlan.ts"
import * as Rows from "./Rows.ts"

export interface Options {
  readonly deals: number
  /** Defaults to 5; the first has the most deals. */
  readonly boards?: number
  /** When the newest deal was created, in ISO 8601; defaults to now. */
  readonly newest?: string
}

export interface Loaded extends CreatedWorkspace {
  readonly boards: ReadonlyArray<{ readonly id: BoardId; readonly stages: ReadonlyArray<BoardStage> }>
}

/** Adds a board with the default stages. */
const addBoard = Effect.fnUntraced(function* (made: CreatedWorkspace, index: number) {
  const ids = yield* Ids
  const board: Board = {
    id: BoardId.make(yield* ids.uuid),
    teamId: made.team.id,
    name: `Board ${index}`,
    currency: "EUR",
    defaultDealAmountCents: 0,
    createdAt: yield* now
  }
  yield* (yield* Boards).insert(board, BoardColor.of(board.id))
  const drafts = yield* Effect.forEach(StagePlan.defaults, (draft) =>
    Effect.map(ids.token(16), (token) => ({ ...draft, id: StageId.make(`stg_${token}`) }))
  )
  yield* (yield* Stages).insert(board.id, StagePlan.arrange(drafts))
  return board.id
})

const boardsOf = Effect.fnUntraced(function* (made: CreatedWorkspace, count: number) {
  const stages = yield* Stages
  const more = yield* Effect.forEach(Array.from({ length: count - 1 }), (_, index) =>
    addBoard(made, index + 2)
  )
  return yield* Effect.forEach([made.board.id, ...more], (id) =>
    Effect.map(stages.of(id), (stages) => ({ id, stages }))
  )
})

interface Part {
  readonly drop: string
  readonly restore: string
}

/** A table's indexes and foreign keys: faster to build over all rows at once than to update for each row. */
const partsOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const keys =
    yield* sql<Part>`SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ${table}::regclass`
  const indexes = yield* sql<Part>`SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop,
      pg_get_indexdef(i.indexrelid) AS restore
    FROM pg_index i WHERE i.indrelid = ${table}::regclass AND NOT i.indisunique`
  return [...keys, ...indexes]
})

const bare = <A, E, R>(tables: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const parts = (yield* Effect.forEach(tables, partsOf)).flat()
    for (const part of parts) yield* sql.unsafe(part.drop)
    const result = yield* effect
    yield* sql.unsafe("SET LOCAL maintenance_work_mem = '512MB'")
    for (const part of parts) yield* sql.unsafe(part.restore)
    return result
  })

/**
 * Makes a workspace and fills it: deals over the year that ends at `newest`, with one activity entry each, and
 * their totals. The same options give the same rows, except for the ids of workspace and boards.
 */
export const load = Effect.fn("load")(function* ({ boards: count = 5, deals, newest }: Options) {
  const sql = yield* SqlClient.SqlClient
  const made = yield* (yield* Workspaces).create({
    name: "Bench",
    plan: "standard",
    ownerEmail: `bench${deals}@bench.example`,
    ownerName: "Ada Park"
  })
  const boards = yield* Effect.orDie(
    Effect.provideService(boardsOf(made, count), Tenant, { workspaceId: made.workspace.id })
  )
  const plan = {
    workspaceId: made.workspace.id,
    ownerId: made.user.id,
    deals,
    boards,
    newest: newest ?? (yield* now)
  }
  yield* sql.withTransaction(
    bare(
      ["deals", "notes"],
      Effect.gen(function* () {
        yield* sql.unsafe(Rows.deals, [...Rows.parameters(plan)])
        yield* sql.unsafe(Rows.activity, [plan.workspaceId])
        yield* sql.unsafe(Rows.totals, [plan.workspaceId])
      })
    )
  )
  // Those of creations, which `Rows.totals` leaves out.
  yield* Effect.provideService((yield* TotalsAudit).repairLate, Tenant, { workspaceId: made.workspace.id })
  yield* sql`VACUUM (ANALYZE) deals, notes, deal_totals, stages, boards`
  return { ...made, boards } satisfies Loaded
}, Sql.orDie)
