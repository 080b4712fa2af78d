/** Reads, locks, creates and changes many deals in a few statements. */
import { PgClient } from "@effect/sql-pg"
import { Array as Arr, Context, Effect, Layer } from "effect"
import type { Deal } from "../../schema/Deal.ts"
import type { DealId } from "../../schema/Id.ts"
import type { Note } from "../../schema/Note.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import type { Actor } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Matching from "../database/Matching.ts"
import * as Sql from "../database/Sql.ts"
import * as DealLists from "./DealLists.ts"
import { joins, newOf, rewriting, type Row, selected, toDeal } from "./DealRow.ts"
import { DealTotals } from "./DealTotals.ts"
import { Notes } from "./Notes.ts"

interface DealChange {
  readonly before: Deal
  readonly after: Deal
}

interface DealImport {
  /** Null for a new deal. */
  readonly before: Deal | null
  readonly after: Deal
}

const isChanged = (one: DealImport): one is DealChange => one.before !== null && one.before !== one.after

export class ManyDeals extends Context.Service<
  ManyDeals,
  {
    /** Locks and reads the existing deals with these ids, ordered by id. */
    readonly lock: (ids: ReadonlyArray<DealId>) => Effect.Effect<ReadonlyArray<Deal>, never, Tenant>
    /** Like `lock` for all matching deals. If there are more than `most`, returns their number, counted up to `limit`. */
    readonly matching: (
      filters: DealLists.Filters,
      most: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Deal> | number, never, Actor | Tenant>
    /** Writes changed deals and the activity entries that record the changes. */
    readonly update: (
      all: ReadonlyArray<DealChange>,
      entries: ReadonlyArray<Note>
    ) => Effect.Effect<void, never, Tenant>
    /** Inserts new deals and writes all fields of changed ones; unchanged deals are skipped. */
    readonly import: (
      all: ReadonlyArray<DealImport>,
      entries: ReadonlyArray<Note>
    ) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/ManyDeals") {
  static readonly layer = Layer.effect(
    ManyDeals,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const notes = yield* Notes
      const totals = yield* DealTotals

      const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<DealId>) {
        const { workspaceId } = yield* Tenant
        // All callers lock in the same order, which prevents deadlocks. The read is separate: see `Deals.lockWith`.
        yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}
          ORDER BY id FOR UPDATE`.unprepared
        const rows = yield* sql<Row>`SELECT ${sql.literal(selected)} FROM deals d ${sql.literal(joins)}
          WHERE d.workspace_id = ${workspaceId} AND ${sql.in("d.id", ids)} AND d.deleted_at IS NULL
          ORDER BY d.id`.unprepared
        const deals = rows.map(toDeal)
        yield* ReadSet.recordRead("deal", deals, Records.readOfDeal)
        return deals
      }, Sql.orDie)

      const matching = Effect.fnUntraced(function* (filters: DealLists.Filters, most: number, limit: number) {
        const { workspaceId } = yield* Tenant
        const conditions = DealLists.conditions(sql, filters, workspaceId, yield* DealLists.now)
        const rows = { from: "deals d", id: "d.id" }
        const found = yield* Matching.lock<DealId>(sql, rows, conditions, { most, limit })
        if (typeof found === "number") return found
        return found.length === 0 ? [] : yield* lock(found)
      }, Sql.orDie)

      const rewritten = (workspaceId: string, all: ReadonlyArray<DealChange>) =>
        rewriting(
          sql,
          workspaceId,
          all.map(({ after, before }) => ({ before: { deal: before }, after: { deal: after } }))
        )

      const update = Effect.fnUntraced(function* (
        all: ReadonlyArray<DealChange>,
        entries: ReadonlyArray<Note>
      ) {
        if (all.length === 0) return
        const { workspaceId } = yield* Tenant
        const writes = [
          ...(yield* totals.changes(all)),
          ...rewritten(workspaceId, all),
          ...(yield* notes.insertion(entries))
        ]
        yield* Sql.combineWrites(sql, writes).unprepared
        yield* ChangeSet.note(() =>
          all.map(({ after, before }) =>
            Difference.of("deal", after.id, Records.ofDeal(before), Records.ofDeal(after))
          )
        )
      }, Sql.orDie)

      const insertion = (workspaceId: string, made: ReadonlyArray<DealImport>) => {
        // All callers insert in the same order, because rows with the same external id wait for each other.
        const rows = made
          .toSorted((a, b) => ((a.after.externalId ?? "") < (b.after.externalId ?? "") ? -1 : 1))
          .map(({ after }) => newOf(workspaceId, after))
        return Arr.isReadonlyArrayNonEmpty(rows) ? [sql`INSERT INTO deals ${sql.insert(rows)}`] : []
      }

      const write = Effect.fnUntraced(function* (
        all: ReadonlyArray<DealImport>,
        entries: ReadonlyArray<Note>
      ) {
        const { workspaceId } = yield* Tenant
        const [made, changed] = [all.filter(({ before }) => before === null), all.filter(isChanged)]
        if (made.length + changed.length === 0) return
        const writes = [
          ...(yield* totals.changes(all)),
          ...insertion(workspaceId, made),
          ...rewritten(workspaceId, changed),
          ...(yield* notes.insertion(entries))
        ]
        yield* Sql.combineWrites(sql, writes).unprepared
        yield* ChangeSet.note(() =>
          [...made, ...changed].map(({ after, before }) =>
            Difference.of(
              "deal",
              after.id,
              before === null ? null : Records.ofDeal(before),
              Records.ofDeal(after)
            )
          )
        )
      }, Sql.orDie)

      return ManyDeals.of({ lock, matching, update, import: write })
    })
  )
}
