import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Board } from "../../schema/Board.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { BoardId, StageId, TeamId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import type { BoardStage } from "../../schema/Stage.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { Cursors } from "../records/Cursors.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import * as Stages from "./Stages.ts"
import { Tenant } from "../identity/Tenant.ts"

interface Row {
  readonly id: BoardId
  readonly team_id: TeamId
  readonly name: string
  readonly currency: Board["currency"]
  readonly default_deal_amount_cents: number
  readonly created_at: string
}

const toBoard = (row: Row): Board => ({
  id: row.id,
  teamId: row.team_id,
  name: row.name,
  currency: row.currency,
  defaultDealAmountCents: row.default_deal_amount_cents,
  createdAt: row.created_at
})

/** A board's row joined with one of its stages; a board without stages has one such row. */
interface StagedRow extends Row, Omit<Stages.Row, "id" | "name"> {
  readonly stage_id: StageId | null
  readonly stage_name: string
}

export type Edit = Partial<Pick<Board, "name" | "currency" | "defaultDealAmountCents">>

interface BoardWithStages {
  readonly board: Board
  readonly stages: ReadonlyArray<BoardStage>
}

/** Boards of the current workspace. */
export class Boards extends Context.Service<
  Boards,
  {
    readonly list: (page: Page.Parameters) => Effect.Effect<Page.Page<Board>, Invalid, Tenant>
    /** The boards by name, at most 500. */
    readonly names: Effect.Effect<ReadonlyArray<Pick<Board, "id" | "name" | "currency">>, never, Tenant>
    readonly find: (id: BoardId) => Effect.Effect<Board, NotFound, Tenant>
    /** A board and its stages in pipeline order. */
    readonly withStages: (id: BoardId) => Effect.Effect<BoardWithStages, NotFound, Tenant>
    /** Like `withStages`, but returns the query, to be sent together with others. */
    readonly staged: (
      id: BoardId
    ) => Effect.Effect<StatementPipeline.Ask<BoardWithStages, NotFound>, never, Tenant>
    /** The workspace's first board. */
    readonly first: Effect.Effect<Board, never, Tenant>
    /** Reads a board and locks its row until the transaction ends. */
    readonly lock: (id: BoardId) => Effect.Effect<Board, NotFound, Tenant>
    readonly insert: (board: Board, color: string) => Effect.Effect<void, never, Tenant>
    readonly update: (id: BoardId, edit: Edit) => Effect.Effect<Board, NotFound, Tenant>
    /** The team that the workspace's new boards belong to. */
    readonly team: Effect.Effect<TeamId, never, Tenant>
  }
>()("pipeline/layers/Boards") {
  static readonly layer = Layer.effect(
    Boards,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const columns = sql.literal("id, team_id, name, currency, default_deal_amount_cents, created_at")

      const list = Effect.fnUntraced(function* (page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "boards", filters: {}, page })
        const after = pageRequest.after
        const rows = yield* sql<Row>`SELECT ${columns} FROM boards WHERE workspace_id = ${workspaceId}
          ${after === undefined ? sql`` : sql`AND (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
          ORDER BY created_at DESC, id DESC ${Sql.limit(sql, pageRequest.limit + 1)}`
        return pageRequest.page(rows, toBoard, (row) => [row.created_at, row.id])
      }, Sql.orDie)

      const names = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Pick<Board, "id" | "name" | "currency">>`SELECT id, name, currency FROM boards
          WHERE workspace_id = ${workspaceId} ORDER BY created_at, id LIMIT 500`
      }).pipe(Sql.orDie)

      const only = ([row]: ReadonlyArray<Row>, id: BoardId) => {
        if (row === undefined) return Effect.fail(NotFound.of("board", id))
        const board = toBoard(row)
        return Effect.as(
          ReadSet.recordRead("board", [board], ({ id, ...fields }) => ({ id, fields })),
          board
        )
      }

      const find = Effect.fnUntraced(function* (id: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM boards
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        return yield* only(rows, id)
      }, Sql.orDie)

      const staged = (id: BoardId) =>
        Effect.map(Tenant, ({ workspaceId }) =>
          StatementPipeline.ask(
            sql,
            sql<StagedRow>`SELECT b.id, b.team_id, b.name, b.currency,
              b.default_deal_amount_cents, b.created_at,
              s.id AS stage_id, s.name AS stage_name, s.region, s.position, s.probability
            FROM boards b LEFT JOIN stages s ON s.workspace_id = b.workspace_id AND s.board_id = b.id
            WHERE b.workspace_id = ${workspaceId} AND b.id = ${id} ORDER BY s.position`,
            (rows) =>
              Effect.flatMap(only(rows, id), (board) => {
                const stages = rows.flatMap((row) =>
                  row.stage_id === null
                    ? []
                    : [Stages.toStage({ ...row, id: row.stage_id, name: row.stage_name })]
                )
                return Effect.as(Stages.recordRead(stages), { board, stages })
              })
          )
        )

      const withStages = (id: BoardId) => Effect.flatMap(staged(id), StatementPipeline.answered)

      const first = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM boards
          WHERE workspace_id = ${workspaceId} ORDER BY created_at, id LIMIT 1`
        return yield* Effect.orDie(only(rows, rows[0]!.id))
      }).pipe(Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM boards
          WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        return yield* only(rows, id)
      }, Sql.orDie)

      const insert = Effect.fnUntraced(function* (board: Board, color: string) {
        const { workspaceId } = yield* Tenant
        yield* sql`INSERT INTO boards ${sql.insert({
          workspace_id: workspaceId,
          id: board.id,
          team_id: board.teamId,
          name: board.name,
          currency: board.currency,
          default_deal_amount_cents: board.defaultDealAmountCents,
          color,
          created_at: board.createdAt
        })}`
        const { id, ...fields } = board
        yield* ChangeSet.note(() => [Difference.of("board", id, null, { ...fields, color })])
      }, Sql.orDie)

      const update = Effect.fnUntraced(function* (id: BoardId, edit: Edit) {
        const { workspaceId } = yield* Tenant
        const before = yield* lock(id)
        const rows = yield* sql<Row>`UPDATE boards SET
            name = coalesce(${edit.name ?? null}, name),
            currency = coalesce(${edit.currency ?? null}, currency),
            default_deal_amount_cents = coalesce(${edit.defaultDealAmountCents ?? null}, default_deal_amount_cents)
          WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns}`
        const after = yield* only(rows, id)
        yield* ChangeSet.note(() => [Difference.of("board", id, { ...before }, { ...after })])
        return after
      }, Sql.orDie)

      const team = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ id: TeamId }>`SELECT id FROM teams
          WHERE workspace_id = ${workspaceId} ORDER BY created_at, id LIMIT 1`
        return rows[0]!.id
      }).pipe(Sql.orDie)

      return Boards.of({
        list,
        names,
        find,
        staged,
        withStages,
        first,
        lock,
        insert,
        update,
        team
      })
    })
  )
}
