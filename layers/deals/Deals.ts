import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Deal } from "../../schema/Deal.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId } from "../../schema/Id.ts"
import type { Note } from "../../schema/Note.ts"
import type * as Page from "../../schema/Page.ts"
import { Feed } from "../events/Feed.ts"
import { Cursors } from "../platform/Cursors.ts"
import * as DealLists from "./DealLists.ts"
import { changeable, joins, type Row, selected, toDeal } from "./DealRow.ts"
import { DealTotals } from "./DealTotals.ts"
import { Notes } from "./Notes.ts"
import { now } from "../platform/Now.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** Deals of the current workspace, without deleted deals. */
export class Deals extends Context.Service<
  Deals,
  {
    readonly list: (
      filters: DealLists.Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Deal>, Invalid, Tenant>
    /** How many deals match each filter, counted up to `limit`. */
    readonly counts: (
      all: ReadonlyArray<DealLists.Filters>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>, never, Tenant>
    readonly find: (id: DealId) => Effect.Effect<Deal, NotFound, Tenant>
    /** Reads a deal and locks its row until the transaction ends. */
    readonly lock: (id: DealId) => Effect.Effect<Deal, NotFound, Tenant>
    /** Writes a deal and the first entries of its activity. */
    readonly insert: (deal: Deal, entries: ReadonlyArray<Note>) => Effect.Effect<void, never, Tenant>
    /** Writes a changed deal and the activity entries that record the change. */
    readonly update: (
      before: Deal,
      after: Deal,
      entries: ReadonlyArray<Note>
    ) => Effect.Effect<void, never, Tenant>
    readonly remove: (deal: Deal, at: string) => Effect.Effect<void, never, Tenant>
    /** Erases up to `limit` deals deleted before `before`, with their notes; returns how many. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Deals") {
  static readonly layer = Layer.effect(
    Deals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const feed = yield* Feed
      const notes = yield* Notes
      const totals = yield* DealTotals

      const columns = sql.literal(selected)
      const size = sql.literal(`1500 + ${Sql.bytesOf.text("d.key_terms")}`)
      const joined = sql.literal(joins)

      const list = Effect.fnUntraced(function* (filters: DealLists.Filters, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const asked = yield* cursors.open({ list: "deals", filters: { ...filters }, page })
        const order = DealLists.order(sql, filters.sort)
        const conditions = DealLists.conditions(sql, filters, workspaceId, yield* now)
        const limit = Sql.limit(sql, asked.limit + 1)
        const parts = order.places(asked.after).map(
          (place) => sql`SELECT d.*, ${size} AS page_size FROM deals d
            WHERE ${sql.and([...conditions, ...place])} ORDER BY ${order.within} ${limit}`
        )
        const found =
          parts.length === 1
            ? parts[0]!
            : sql`SELECT d.* FROM ((${parts[0]!}) UNION ALL (${parts[1]!})) d ORDER BY ${order.by} ${limit}`
        const query = sql<DealLists.ListRow>`SELECT ${columns}, d.active_on, d.page_bytes
          FROM ${Sql.measured(sql, found, order.ofMeasured)} d ${joined} ORDER BY ${order.by}`
        // Planned for each call's own values: what matches many deals scans in order, what matches few uses its index.
        const rows = yield* DealLists.isPlannedAlone(filters) ? query.unprepared : query
        return asked.page(rows, toDeal, order.position)
      }, Sql.orDie)

      const counts = Effect.fnUntraced(function* (all: ReadonlyArray<DealLists.Filters>, limit: number) {
        const { workspaceId } = yield* Tenant
        const at = yield* now
        const conditions = all.map((filters) => DealLists.conditions(sql, filters, workspaceId, at))
        return yield* Sql.counts(sql, "deals d", conditions, limit)
      }, Sql.orDie)

      const only = (rows: ReadonlyArray<Row>, id: DealId) =>
        rows[0] === undefined ? Effect.fail(NotFound.of("deal", id)) : Effect.succeed(toDeal(rows[0]))

      const find = Effect.fnUntraced(function* (id: DealId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM deals d ${joined}
          WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} AND d.deleted_at IS NULL`
        return yield* only(rows, id)
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: DealId) {
        const { workspaceId } = yield* Tenant
        const free = yield* sql<Row>`SELECT ${columns} FROM deals d ${joined}
          WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} AND d.deleted_at IS NULL
          FOR UPDATE OF d SKIP LOCKED`
        if (free.length > 0) return yield* only(free, id)
        // A statement that waits for a row joins it to other tables as they were before the wait, and the deal may
        // have moved to a stage created since. So it waits in one statement and reads in the next.
        yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        return yield* find(id)
      }, Sql.orDie)

      /** The write of a change from `before` to `after`, with its totals and activity. */
      const write = Effect.fnUntraced(function* (
        statement: Statement.Fragment,
        before: Deal | null,
        after: Deal | null,
        entries: ReadonlyArray<Note>
      ) {
        const beside = [
          ...(yield* totals.change(before, after)),
          ...(yield* notes.insertion(entries)),
          // A deletion has no place in the activity of what is deleted.
          ...(yield* feed.insertion(
            before !== null && after === null ? [{ type: "deal.deleted", dealId: before.id }] : []
          ))
        ]
        yield* Sql.together(sql, statement, beside)
      }, Sql.orDie)

      const insert = Effect.fnUntraced(function* (deal: Deal, entries: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        const row = {
          workspace_id: workspaceId,
          id: deal.id,
          board_id: deal.boardId,
          currency: deal.currency,
          created_at: deal.createdAt,
          ...changeable(deal)
        }
        yield* write(sql`INSERT INTO deals ${sql.insert(row)}`, null, deal, entries)
      })

      const update = Effect.fnUntraced(function* (before: Deal, after: Deal, entries: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        const statement = sql`UPDATE deals SET ${sql.update(changeable(after))}
          WHERE workspace_id = ${workspaceId} AND id = ${after.id}`
        yield* write(statement, before, after, entries)
      })

      const remove = Effect.fnUntraced(function* (deal: Deal, at: string) {
        const { workspaceId } = yield* Tenant
        const statement = sql`UPDATE deals SET deleted_at = ${at}
          WHERE workspace_id = ${workspaceId} AND id = ${deal.id}`
        yield* write(statement, deal, null, [])
      })

      const purge = Effect.fnUntraced(
        function* (before: string, limit: number) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<{ id: DealId }>`SELECT id FROM deals
            WHERE workspace_id = ${workspaceId} AND deleted_at < ${before}
            ORDER BY deleted_at LIMIT ${limit} FOR UPDATE`
          const ids = rows.map(({ id }) => id)
          if (ids.length === 0) return 0
          yield* sql`DELETE FROM notes WHERE workspace_id = ${workspaceId} AND ${sql.in("deal_id", ids)}`
          yield* sql`DELETE FROM deals WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}`
          return ids.length
        },
        sql.withTransaction,
        Sql.orDie
      )

      return Deals.of({ list, counts, find, lock, insert, update, remove, purge })
    })
  )
}
