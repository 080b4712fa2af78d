import { Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Deal, DealRow } from "../../schema/Deal.ts"
import type { DealSums } from "../../schema/DealSums.ts"
import type { Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId } from "../../schema/Id.ts"
import type { Neighbours } from "../../schema/Neighbours.ts"
import type { Note } from "../../schema/Note.ts"
import type * as Page from "../../schema/Page.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { SerializedJson } from "../../src/shared/SerializedJson.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Merges from "../records/Merges.ts"
import type * as DealSummaryColumns from "./DealSummaryColumns.ts"
import type * as DealLists from "./DealLists.ts"
import * as DealRemovals from "./DealRemovals.ts"
import * as DealPages from "./DealPages.ts"
import { changeable, joins, newOf, type Row, selected, text, toDeal } from "./DealRow.ts"
import { DealTotals } from "./DealTotals.ts"
import { Notes } from "./Notes.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as StatementRunner from "../database/client/StatementRunner.ts"
import * as Sql from "../database/Sql.ts"
import type { Actor } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"

/** Deletions are logged separately because the row is kept. */
const changeOf = (before: Deal | null, after: Deal | null) =>
  after === null
    ? undefined
    : Difference.of("deal", after.id, before === null ? null : Records.ofDeal(before), Records.ofDeal(after))

const showQuery = `SELECT ${selected} FROM deals d ${joins}
  WHERE d.workspace_id = $1 AND d.id = $2 AND d.deleted_at IS NULL`

/** Deals of the current workspace. Only `purge` sees deleted ones. */
export class Deals extends Context.Service<
  Deals,
  {
    readonly list: (
      filters: DealLists.Filters,
      page: Page.Parameters
    ) => Effect.Effect<SerializedJson<Page.Page<Deal>>, Invalid, Actor | Tenant>
    /** Like `list`, but returns short rows with the names of owners and boards, and days instead of times. */
    readonly listCompact: (
      filters: DealLists.Filters,
      page: Page.Parameters,
      shown: DealSummaryColumns.Shown
    ) => Effect.Effect<Page.Page<DealRow>, Invalid, Actor | Tenant>
    /** The number of deals that match each filter, counted up to `limit`. */
    readonly counts: (
      all: ReadonlyArray<DealLists.Filters>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>, never, Actor | Tenant>
    /** The sums of the matching deals' amounts, one for each currency. */
    readonly sums: (filters: DealLists.Filters) => Effect.Effect<DealSums, never, Actor | Tenant>
    /** The deals before and after a deal in a list. The deal need not match the filters any more; its position is enough. */
    readonly findNeighbours: (
      filters: DealLists.Filters,
      id: DealId
    ) => Effect.Effect<Neighbours, NotFound, Actor | Tenant>
    readonly find: (id: DealId) => Effect.Effect<Deal, NotFound, Tenant>
    /** Like `find`, but returns the encoded JSON for read-only callers. */
    readonly show: (id: DealId) => Effect.Effect<SerializedJson<Deal>, NotFound, Tenant>
    /** Reads a deal and locks its row until the transaction ends. */
    readonly lock: (id: DealId) => Effect.Effect<Deal, NotFound, Tenant>
    /** Like `lock`, but sends `query` together with the lock. */
    readonly lockWith: <A, E, R>(
      id: DealId,
      query: StatementPipeline.Ask<A, E, R>
    ) => Effect.Effect<readonly [Deal, A], NotFound | E, Tenant | R>
    /** Writes a deal and the first entries of its activity. */
    readonly insert: (deal: Deal, entries: ReadonlyArray<Note>) => Effect.Effect<void, never, Tenant>
    /** Writes a changed deal and the activity entries that record the change. */
    readonly update: (
      before: Deal,
      after: Deal,
      entries: ReadonlyArray<Note>
    ) => Effect.Effect<void, never, Tenant>
    /** `into` is the deal that it was merged into. */
    readonly remove: (
      deal: Deal,
      at: string,
      by: ActorRef,
      into?: DealId
    ) => Effect.Effect<void, never, Tenant>
    /** Erases up to `limit` deals deleted before `before`, with their notes, and returns their number. */
    readonly purge: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Deals") {
  static readonly layer = Layer.effect(
    Deals,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const feed = yield* EventFeed
      const notes = yield* Notes
      const totals = yield* DealTotals

      const columns = sql.literal(selected)
      const joined = sql.literal(joins)

      const lists = DealPages.make(sql, cursors)

      const missing = (id: DealId) => Merges.missingDeal(sql, id)

      const only = ([row]: ReadonlyArray<Row>, id: DealId) => {
        if (row === undefined) return Effect.flatMap(missing(id), Effect.fail)
        const deal = toDeal(row)
        return Effect.as(ReadSet.recordRead("deal", [deal], Records.readOfDeal), deal)
      }

      const dealQuery = (workspaceId: string, id: DealId) => sql<Row>`SELECT ${columns} FROM deals d ${joined}
          WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} AND d.deleted_at IS NULL`

      const find = Effect.fnUntraced(function* (id: DealId) {
        const { workspaceId } = yield* Tenant
        return yield* only(yield* dealQuery(workspaceId, id), id)
      }, Sql.orDie)

      const show = (id: DealId) =>
        Effect.contextWith((context: Context.Context<Tenant>) => {
          const dealRows = StatementRunner.rawRows(
            sql,
            sql.unsafe(showQuery, [Context.get(context, Tenant).workspaceId, id])
          )
          const json = Effect.flatMap(dealRows, ([row]) =>
            row === undefined
              ? Effect.flatMap(missing(id), Effect.fail)
              : Effect.succeed(new SerializedJson(text.of(row), () => toDeal(row.object<Row>())))
          )
          return Sql.orDie(json)
        })

      const lockWith = Effect.fnUntraced(function* <A, E, R>(
        id: DealId,
        query: StatementPipeline.Ask<A, E, R>
      ) {
        const { workspaceId } = yield* Tenant
        const unlockedQuery = sql<Row>`${dealQuery(workspaceId, id)} FOR UPDATE OF d SKIP LOCKED`
        const [rows, read] = yield* StatementPipeline.answered(
          StatementPipeline.combine(StatementPipeline.ask(sql, unlockedQuery, Effect.succeed), query)
        )
        if (rows.length > 0) return [yield* only(rows, id), read] as const
        // A statement that waits for a row lock joins other tables as they were before the wait, and the deal may have moved to a
        // newer stage. So one statement waits and the next one reads.
        const wait = sql`SELECT 1 FROM deals WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        const lockedQuery = StatementPipeline.combine(
          StatementPipeline.ask(sql, dealQuery(workspaceId, id), Effect.succeed),
          query
        )
        const [, [now, again]] = yield* StatementPipeline.answered(
          StatementPipeline.combine(StatementPipeline.ask(sql, wait, Effect.succeed), lockedQuery)
        )
        return [yield* only(now, id), again] as const
      }, Sql.orDie)

      const alone = StatementPipeline.none(undefined)

      const lock = (id: DealId) => Effect.map(lockWith(id, alone), ([deal]) => deal)

      /** Writes a change from `before` to `after`, with its totals and activity. */
      const write = Effect.fnUntraced(function* (
        statement: Statement.Fragment,
        before: Deal | null,
        after: Deal | null,
        entries: ReadonlyArray<Note>
      ) {
        const writes = [
          ...(yield* totals.change(before, after)),
          statement,
          ...(yield* notes.insertion(entries)),
          // A deletion is written to the feed, because the deal's own activity is no longer readable.
          ...(before !== null && after === null
            ? yield* feed.insertion([{ type: "deal.deleted", dealId: before.id }])
            : [])
        ]
        yield* ChangeSet.note(() => [changeOf(before, after)])
        // `remove` records the change of a deletion.
        const entry = after === null ? [] : yield* ChangeSet.insertEntry
        yield* StatementPipeline.defer(sql, Sql.combineWrites(sql, [...writes, ...entry]))
      }, Sql.orDie)

      const insert = Effect.fnUntraced(function* (deal: Deal, entries: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        yield* write(sql`INSERT INTO deals ${sql.insert(newOf(workspaceId, deal))}`, null, deal, entries)
      })

      const update = Effect.fnUntraced(function* (before: Deal, after: Deal, entries: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        const statement = sql`UPDATE deals SET ${sql.update(changeable(after))}
          WHERE workspace_id = ${workspaceId} AND id = ${after.id}`
        yield* write(statement, before, after, entries)
      })

      return Deals.of({
        ...lists,
        ...DealRemovals.make(sql, write),
        find,
        show,
        lock,
        lockWith,
        insert,
        update
      })
    })
  )
}
