import { Array, Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Deal } from "../../schema/Deal.ts"
import * as Totals from "../../src/deals/rules/DealTotals.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The number of rows that a total is spread over, so that concurrent writers of a stage rarely wait for each other. */
const slots = 8

const slotOf = (deal: Deal) => Number.parseInt(deal.id.slice(-2), 16) % slots

/** A deal before and after a write; null means no deal. */
interface DealChange {
  readonly before: Deal | null
  readonly after: Deal | null
  /** A deleted deal is restored, rather than a new one created. */
  readonly isRestored?: boolean
}

interface OriginRow {
  readonly id: string
  readonly stage: string | null
  readonly moved: boolean
}

/** The deal that is deleted or restored, if any. */
const returning = ({ after, before, isRestored }: DealChange): Deal | null =>
  after === null ? before : before === null && isRestored === true ? after : null

interface Row {
  readonly workspace_id: string
  readonly board_id: string
  readonly key: string
  readonly currency: string
  readonly slot: number
  readonly deals: number
  readonly cents: bigint
}

/** The totals that reports read, updated in the transaction of every write to a deal. */
export class DealTotals extends Context.Service<
  DealTotals,
  {
    /** The statements for a change from `before` to `after` (null means no deal); empty if no total changes. */
    readonly change: (
      before: Deal | null,
      after: Deal | null,
      isRestored?: boolean
    ) => Effect.Effect<ReadonlyArray<Statement.Fragment>, never, Tenant>
    /** The statements for the changes of many deals. */
    readonly changes: (
      all: ReadonlyArray<DealChange>
    ) => Effect.Effect<ReadonlyArray<Statement.Fragment>, never, Tenant>
    /** The number of open deals in the workspace. */
    readonly open: Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/DealTotals") {
  static readonly layer = Layer.effect(
    DealTotals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** The stage that each deal was created in, according to its activity; null if the deal has moved since. */
      const originsOf = Effect.fnUntraced(function* (deals: ReadonlyArray<Deal>) {
        const { workspaceId } = yield* Tenant
        // Editing the board's stages may also have moved deals, which only the activity records.
        const ids = deals.map(({ id }) => id)
        const rows =
          ids.length === 0
            ? []
            : yield* sql<OriginRow>`SELECT n.deal_id AS id,
                max(CASE n.system_event_type WHEN 'deal_created'
                  THEN n.system_event_data -> 'stage' ->> 'id' END) AS stage,
                bool_or(n.system_event_type = 'stage_changed') AS moved
              FROM notes n WHERE n.workspace_id = ${workspaceId} AND ${sql.in("n.deal_id", ids)}
                AND n.system_event_type IN ('deal_created', 'stage_changed')
              GROUP BY n.deal_id`.unprepared
        const originRows = new Map(rows.map((row) => [row.id, row]))
        return new Map(
          deals.map(({ createdAt, id, stage, stageEnteredAt }) => {
            const row = originRows.get(id)
            // An imported deal is older than its entry into its stage. If all moves were undone, it is not.
            const isMoved = stageEnteredAt > createdAt && row?.moved === true
            return [id as string, isMoved ? null : (row?.stage ?? stage.id)]
          })
        )
      }, Sql.orDie)

      /** The rows that the changes add. The order is fixed, so that concurrent writers lock rows in the same order. */
      const rowsOf = (
        workspaceId: string,
        all: ReadonlyArray<DealChange>,
        origins: ReadonlyMap<string, string | null>
      ): ReadonlyArray<Row> => {
        const each = all.flatMap(({ after, before }) => {
          const deal = after ?? before
          if (deal === null) return []
          const [board_id, slot] = [deal.boardId, slotOf(deal)]
          return Totals.difference(before, after, origins.get(deal.id)).map(
            ({ cents, currency, deals, key }): Row => ({
              workspace_id: workspaceId,
              board_id,
              key,
              currency,
              slot,
              deals,
              cents: BigInt(cents)
            })
          )
        })
        // The rows of a single deal belong to different totals and are already in order.
        if (all.length === 1) return each
        const sums = new Map<string, Row>()
        for (const row of each) {
          const place = `${row.board_id} ${row.key} ${row.currency} ${row.slot}`
          const sum = sums.get(place)
          sums.set(
            place,
            sum === undefined ? row : { ...row, deals: sum.deals + row.deals, cents: sum.cents + row.cents }
          )
        }
        return [...sums]
          .filter(([, { cents, deals }]) => deals !== 0 || cents !== 0n)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, row]) => row)
      }

      const insertion = (
        workspaceId: string,
        all: ReadonlyArray<DealChange>,
        origins: ReadonlyMap<string, string | null>
      ): ReadonlyArray<Statement.Statement<unknown>> => {
        const rows = rowsOf(workspaceId, all, origins)
        if (!Array.isReadonlyArrayNonEmpty(rows)) return []
        return [
          sql`INSERT INTO deal_totals ${sql.insert(rows as never)}
            ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
              SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents`
        ]
      }

      const changes = (all: ReadonlyArray<DealChange>) =>
        Effect.flatMap(Tenant, ({ workspaceId }) => {
          const returned = all.flatMap((one) => returning(one) ?? [])
          return returned.length === 0
            ? Effect.succeed(insertion(workspaceId, all, new Map()))
            : Effect.map(originsOf(returned), (origins) => insertion(workspaceId, all, origins))
        })

      const change = (before: Deal | null, after: Deal | null, isRestored = false) =>
        changes([{ before, after, isRestored }])

      const open = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ count: number }>`SELECT coalesce(sum(t.deals), 0)::bigint AS count
          FROM stages s JOIN deal_totals t ON t.workspace_id = s.workspace_id
            AND t.board_id = s.board_id AND t.key = 'stage:' || s.id
          WHERE s.workspace_id = ${workspaceId} AND s.region NOT IN ('won', 'dead')`
        return rows[0]!.count
      }).pipe(Sql.orDie)

      return DealTotals.of({ change, changes, open })
    })
  )
}
