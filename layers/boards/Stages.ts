import { Array, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import type { BoardId, DealId, StageId } from "../../schema/Id.ts"
import type { BoardStage, Region } from "../../schema/Stage.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface Row {
  readonly id: StageId
  readonly name: string
  readonly region: Region
  readonly position: number
  readonly probability: number
}

export const toStage = (row: Row): BoardStage => ({
  id: row.id,
  name: row.name,
  region: row.region,
  isAnchor: row.region === "anchor",
  position: row.position,
  probability: row.probability
})

/** Notes stages that were read. */
export const recordRead = (stages: ReadonlyArray<BoardStage>) =>
  ReadSet.recordRead("stage", stages, ({ id, name, position, probability, region }) => ({
    id,
    fields: { name, region, position, probability }
  }))

export interface Place {
  readonly boardId: BoardId
  readonly board: string
}

/** A stage as a row of `stages`. */
export const rowOf = (
  workspaceId: string,
  boardId: string,
  { id, name, position, probability, region }: Pick<BoardStage, keyof Row>
) => ({ workspace_id: workspaceId, board_id: boardId, id, name, region, position, probability })

/** Inserts or updates stages. */
export const put = (sql: Sql.Sql, rows: Array.NonEmptyReadonlyArray<ReturnType<typeof rowOf>>) =>
  sql`INSERT INTO stages ${sql.insert(rows)}
    ON CONFLICT (workspace_id, board_id, id) DO UPDATE SET name = excluded.name,
      region = excluded.region, position = excluded.position, probability = excluded.probability`

/** The stages of a board in order. A change of stages can be undone as long as this stays the same. */
export const orderOf = (stages: ReadonlyArray<Pick<BoardStage, "id" | "region">>) =>
  stages.length === 0 ? null : stages.map(({ id, region }) => `${region} ${id}`)

const fieldsOf = (boardId: BoardId, stage: BoardStage | undefined) => {
  if (stage === undefined) return null
  const { name, position, probability, region } = stage
  return { boardId, name, region, position, probability }
}

/** The changes of each stage, including added and removed ones, and of their order. */
const changesOf = (
  boardId: BoardId,
  before: ReadonlyArray<BoardStage>,
  after: ReadonlyArray<BoardStage>
): ReadonlyArray<AuditChange> => {
  const [from, to] = [{ stageOrder: orderOf(before) }, { stageOrder: orderOf(after) }]
  const order = Difference.of("board", boardId, from, to)
  const each = [...new Set([...before, ...after].map(({ id }) => id))].flatMap((stageId) => {
    const [old, now] = [before, after].map((all) => all.find(({ id }) => id === stageId))
    const change = Difference.of("stage", stageId, fieldsOf(boardId, old), fieldsOf(boardId, now))
    return change === undefined ? [] : [{ ...change, of: boardId }]
  })
  return order === undefined ? each : [...each, order]
}

/** Stages of the current workspace's boards. */
export class Stages extends Context.Service<
  Stages,
  {
    /** A board's stages in pipeline order; fails if the board doesn't exist. */
    readonly of: (boardId: BoardId) => Effect.Effect<ReadonlyArray<BoardStage>, NotFound, Tenant>
    /** The stages of a deal's board; empty if the deal doesn't exist. */
    readonly ofDeal: (
      id: DealId
    ) => Effect.Effect<StatementPipeline.Ask<ReadonlyArray<BoardStage>>, never, Tenant>
    /** The stages of all boards, at most 5,000, each with its board's name. */
    readonly listAll: Effect.Effect<ReadonlyArray<BoardStage & Place>, never, Tenant>
    readonly insert: (
      boardId: BoardId,
      stages: ReadonlyArray<BoardStage>
    ) => Effect.Effect<void, never, Tenant>
    /** Replaces the board's stages. `moves` maps each removed stage that has deals to the stage they move to. */
    readonly replace: (
      boardId: BoardId,
      stages: ReadonlyArray<BoardStage>,
      moves: ReadonlyMap<StageId, StageId>
    ) => Effect.Effect<void, never, Tenant>
    /** Reads a board's stages, and blocks deals from entering them until the transaction ends. */
    readonly lock: (boardId: BoardId) => Effect.Effect<ReadonlyArray<BoardStage>, NotFound, Tenant>
    /** Returns those of the stages that have a deal. */
    readonly occupied: (
      boardId: BoardId,
      ids: ReadonlyArray<StageId>
    ) => Effect.Effect<ReadonlySet<StageId>, never, Tenant>
  }
>()("pipeline/layers/Stages") {
  static readonly layer = Layer.effect(
    Stages,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const read = (suffix: "" | "FOR UPDATE") =>
        Effect.fnUntraced(function* (boardId: BoardId) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<Row>`SELECT id, name, region, position, probability FROM stages
            WHERE workspace_id = ${workspaceId} AND board_id = ${boardId}
            ORDER BY position ${sql.literal(suffix)}`
          if (rows.length === 0) return yield* NotFound.of("board", boardId)
          const stages = rows.map(toStage)
          yield* recordRead(stages)
          return stages
        }, Sql.orDie)
      const of = read("")

      const ofDeal = (id: DealId) =>
        Effect.map(Tenant, ({ workspaceId }) =>
          StatementPipeline.ask(
            sql,
            sql<Row>`SELECT id, name, region, position, probability FROM stages
              WHERE workspace_id = ${workspaceId}
                AND board_id = (SELECT board_id FROM deals WHERE workspace_id = ${workspaceId} AND id = ${id})
              ORDER BY position`,
            (rows) => {
              const stages = rows.map(toStage)
              return Effect.as(recordRead(stages), stages)
            }
          )
        )

      const lock = read("FOR UPDATE")

      const listAll = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row & Place>`SELECT s.id, s.name, s.region, s.position, s.probability,
            s.board_id AS "boardId", b.name AS board
          FROM stages s JOIN boards b ON b.workspace_id = s.workspace_id AND b.id = s.board_id
          WHERE s.workspace_id = ${workspaceId}
          ORDER BY b.created_at, b.id, s.position LIMIT 5000`
        return rows.map((row) => ({ ...toStage(row), boardId: row.boardId, board: row.board }))
      }).pipe(Sql.orDie)

      const insert = Effect.fnUntraced(function* (
        boardId: BoardId,
        stages: ReadonlyArray<BoardStage>,
        before: ReadonlyArray<BoardStage> = []
      ) {
        const { workspaceId } = yield* Tenant
        yield* ChangeSet.note(() => changesOf(boardId, before, stages))
        if (!Array.isReadonlyArrayNonEmpty(stages)) return
        yield* put(
          sql,
          Array.map(stages, (stage) => rowOf(workspaceId, boardId, stage))
        )
      }, Sql.orDie)

      const moveDeals = Effect.fnUntraced(function* (boardId: BoardId, from: StageId, to: StageId) {
        const { workspaceId } = yield* Tenant
        const moved = yield* sql<{ id: DealId }>`UPDATE deals SET stage_id = ${to}
          WHERE workspace_id = ${workspaceId} AND board_id = ${boardId} AND stage_id = ${from} RETURNING id`
        yield* ChangeSet.note(() => [
          {
            resource: "deal",
            id: from,
            of: boardId,
            ids: moved.map(({ id }) => id),
            before: { stageId: from },
            after: { stageId: to }
          }
        ])
        yield* sql`INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
          SELECT workspace_id, board_id, ${`stage:${to}`}, currency, slot, deals, cents FROM deal_totals
          WHERE workspace_id = ${workspaceId} AND board_id = ${boardId} AND key = ${`stage:${from}`}
          ORDER BY currency, slot
          ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
            SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents`
        yield* sql`DELETE FROM deal_totals
          WHERE workspace_id = ${workspaceId} AND board_id = ${boardId} AND key = ${`stage:${from}`}`
      }, Sql.orDie)

      const replace = Effect.fnUntraced(function* (
        boardId: BoardId,
        stages: ReadonlyArray<BoardStage>,
        moves: ReadonlyMap<StageId, StageId>
      ) {
        const { workspaceId } = yield* Tenant
        yield* insert(boardId, stages, yield* Effect.orDie(of(boardId)))
        for (const [from, to] of moves) yield* moveDeals(boardId, from, to)
        yield* sql`DELETE FROM stages WHERE workspace_id = ${workspaceId} AND board_id = ${boardId}
          AND NOT (${sql.in(
            "id",
            stages.map((stage) => stage.id)
          )})`
      }, Sql.orDie)

      const occupied = Effect.fnUntraced(function* (boardId: BoardId, ids: ReadonlyArray<StageId>) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return new Set<StageId>()
        const rows = yield* sql<{ id: StageId }>`SELECT s.id FROM stages s
          WHERE s.workspace_id = ${workspaceId} AND s.board_id = ${boardId} AND ${sql.in("s.id", ids)}
            AND EXISTS (SELECT FROM deals d WHERE d.workspace_id = ${workspaceId}
              AND d.board_id = s.board_id AND d.stage_id = s.id AND d.deleted_at IS NULL)`
        return new Set(rows.map((row) => row.id))
      }, Sql.orDie)

      return Stages.of({ of, ofDeal, listAll, lock, insert, replace, occupied })
    })
  )
}
