/** Undoes changes of boards and their stages. */
import { Array, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange, AuditFields, AuditResource } from "../../schema/Audit.ts"
import {
  type CurrentRecord,
  isReturn,
  keyOf,
  noRoomFor,
  type Refusal,
  type Rule,
  type RevertedRecord
} from "../../src/audit/rules/UndoTypes.ts"
import * as Stages from "./Stages.ts"
import type { Revertible } from "../audit/Revertible.ts"
import { Actor } from "../identity/Actor.ts"
import { PlanLimits } from "../identity/PlanLimits.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

interface BoardRow extends AuditFields {
  readonly id: string
}

interface StageRow extends Stages.Row {
  readonly boardId: string
}

/** The tables of records that can depend on a board. */
const upon: Readonly<Partial<Record<AuditResource, string>>> = {
  deal: "deals",
  lead: "leads",
  form: "forms",
  inbound_address: "inbound_addresses",
  webhook: "webhooks"
}

/** The maximum number of records of a kind that are read to show that a board or a stage is in use. */
const dependentLimit = 1_000

const inUse: Refusal = {
  code: "built_upon",
  message: "Deals are in the stage, deleted ones included. Move them to another stage first."
}

const fieldsOf = ({ name, position, probability, region, ...stage }: StageRow) => ({
  boardId: stage.boardId,
  name,
  region,
  position,
  probability
})

/** The deals in each stage, and the deals that the undo may move into one. */
interface Occupants {
  readonly inside: ReadonlyMap<string, ReadonlyArray<string>>
  readonly moving: ReadonlyArray<string>
}

const stageRule = ({ inside, moving }: Occupants): Rule => ({
  links: ({ of }) => [keyOf("board", of!)],
  refuses: ({ id }, next, get) => {
    if (next !== null) return undefined
    const stays = (inside.get(id) ?? []).some((deal) => (get(keyOf("deal", deal))?.["stageId"] ?? id) === id)
    const comes = moving.some((deal) => get(keyOf("deal", deal))?.["stageId"] === id)
    return stays || comes ? inUse : undefined
  }
})

export class UndoBoards extends Context.Service<UndoBoards, Revertible>()("pipeline/layers/UndoBoards") {
  static readonly layer = Layer.effect(
    UndoBoards,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limits = yield* PlanLimits

      const uponBoards = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        if (ids.length === 0) return []
        const { workspaceId } = yield* Tenant
        const rows = yield* Effect.forEach(Object.entries(upon), ([resource, table]) =>
          Effect.map(
            sql<{
              id: string
              boardId: string
              at: string
            }>`SELECT id, board_id AS "boardId", created_at AS at
              FROM ${sql(table)} WHERE workspace_id = ${workspaceId} AND ${sql.in("board_id", ids)}
              ORDER BY created_at DESC ${Sql.limit(sql, dependentLimit)}`.unprepared,
            (found) => found.map((one) => ({ ...one, key: keyOf(resource as AuditResource, one.id) }))
          )
        )
        return rows.flat()
      })

      const inside = Effect.fnUntraced(function* (stages: ReadonlyArray<string>) {
        const { workspaceId } = yield* Tenant
        const each = yield* Effect.forEach(stages, (stage) =>
          Effect.map(
            sql<{
              id: string
            }>`SELECT id FROM deals WHERE workspace_id = ${workspaceId} AND stage_id = ${stage}
              ${Sql.limit(sql, dependentLimit)}`.unprepared,
            (rows) => [stage, rows.map(({ id }) => id)] as const
          )
        )
        return new Map(each)
      })

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const boards = changes.filter(({ resource }) => resource === "board")
        const stages = changes.filter(({ resource }) => resource === "stage")
        const ids = [...new Set([...boards.map(({ id }) => id), ...stages.map(({ of }) => of!)])]
        if (ids.length === 0) return { found: new Map(), rules: {} }
        const { workspaceId } = yield* Tenant
        // Locks boards before stages, the order in which stages are replaced.
        const rows = yield* sql<BoardRow>`SELECT id, team_id AS "teamId", name, currency,
            default_deal_amount_cents AS "defaultDealAmountCents", color, goal_proposals AS "goalProposals",
            goal_deals_won AS "goalDealsWon", goal_deal_value AS "goalDealValue", goals, created_at AS "createdAt"
          FROM boards WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} ORDER BY id FOR UPDATE`
          .unprepared
        const staged =
          yield* sql<StageRow>`SELECT id, board_id AS "boardId", name, region, position, probability
          FROM stages WHERE workspace_id = ${workspaceId} AND ${sql.in("board_id", ids)}
          ORDER BY board_id, position FOR UPDATE`.unprepared
        yield* Stages.recordRead(staged.map(Stages.toStage))
        const made = (all: ReadonlyArray<AuditChange>) =>
          all.flatMap(({ before, id }) => (before === null ? [id] : []))
        const dependents = Map.groupBy(yield* uponBoards(made(boards)), ({ boardId }) => boardId)
        const occupants = {
          inside: yield* inside(made(stages)),
          moving: changes.flatMap(({ id, ids = [id], resource }) => (resource === "deal" ? ids : []))
        }
        const returning = boards.filter(isReturn).length
        const room =
          returning === 0 ? 0 : (yield* limits.room((yield* Actor).workspace.plan, "boards")) - returning
        const board: Rule = {
          refuses: (change) => (isReturn(change) && room < 0 ? noRoomFor("board") : undefined)
        }
        const found: ReadonlyArray<readonly [string, CurrentRecord]> = [
          ...rows.map(({ id, ...fields }) => {
            const own = staged.filter(({ boardId }) => boardId === id)
            const state = { ...fields, stageOrder: Stages.orderOf(own) }
            return [keyOf("board", id), { state, dependents: dependents.get(id) ?? [] }] as const
          }),
          ...staged.map((stage) => [keyOf("stage", stage.id), { state: fieldsOf(stage) }] as const)
        ]
        return { found: new Map(found), rules: { board, stage: stageRule(occupants) } }
      }, Sql.orDie)

      const putBoard = Effect.fnUntraced(function* ({ before, id }: RevertedRecord, after: AuditFields) {
        const { workspaceId } = yield* Tenant
        const fields = {
          name: after["name"],
          currency: after["currency"],
          default_deal_amount_cents: after["defaultDealAmountCents"],
          goal_proposals: after["goalProposals"] ?? null,
          goal_deals_won: after["goalDealsWon"] ?? null,
          goal_deal_value: after["goalDealValue"] ?? null,
          goals: after["goals"] ? JSON.stringify(after["goals"]) : null
        } as Record<string, string | number | null>
        if (before !== null) {
          return yield* sql`UPDATE boards SET ${sql.update(fields)}
            WHERE workspace_id = ${workspaceId} AND id = ${id}`
        }
        const { color, createdAt, teamId } = after as Record<string, string>
        const made = { team_id: teamId, color, created_at: createdAt } as Record<string, string>
        return yield* sql`INSERT INTO boards ${sql.insert({ workspace_id: workspaceId, id, ...fields, ...made })}`
      })

      const restore = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        for (const one of turned) {
          if (one.resource === "board" && one.after !== null) yield* putBoard(one, one.after)
        }
        const stages = turned.flatMap(({ after, id, of, resource }) =>
          resource === "stage" && after !== null
            ? [Stages.rowOf(workspaceId, of!, { id, ...after } as never)]
            : []
        )
        if (Array.isReadonlyArrayNonEmpty(stages)) yield* Stages.put(sql, stages)
      }, Sql.orDie)

      /** Deletes stages and boards after their deals have moved. */
      const write = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        const gone = (resource: AuditResource) =>
          turned.flatMap((one) => (one.resource === resource && one.after === null ? [one.id] : []))
        const [boards, stages] = [gone("board"), gone("stage")]
        const within = (column: string, ids: ReadonlyArray<string>) =>
          sql`workspace_id = ${workspaceId} AND ${sql.in(column, ids)}`
        if (stages.length > 0) yield* sql`DELETE FROM stages WHERE ${within("id", stages)}`.unprepared
        if (boards.length === 0) return
        yield* sql`DELETE FROM deal_totals WHERE ${within("board_id", boards)}`.unprepared
        yield* sql`DELETE FROM boards WHERE ${within("id", boards)}`.unprepared
      }, Sql.orDie)

      return UndoBoards.of({
        resources: ["board", "stage"],
        role: "admin",
        scope: "deals:write",
        lock,
        restore,
        write
      })
    })
  )
}
