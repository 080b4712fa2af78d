/** Reads, locks, creates, corrects and triages many leads in a few statements. */
import { PgClient } from "@effect/sql-pg"
import { Array as Arr, Context, Effect, Layer } from "effect"
import type { LeadId } from "../../schema/Id.ts"
import * as Entry from "../../src/events/rules/Entry.ts"
import type { LeadRecord } from "../../src/leads/rules/LeadRecord.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Matching from "../database/Matching.ts"
import * as Sql from "../database/Sql.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as LeadLists from "./LeadLists.ts"
import * as LeadRows from "./LeadRows.ts"

interface LeadChange {
  readonly before: LeadRecord
  readonly after: LeadRecord
}

/** Enrichments may be large, so they are only read for suspects, which triage may announce as new leads. */
const columns = `${LeadRows.columns}, ${LeadRows.keptColumns}`.replace(
  "l.enrichment",
  "CASE WHEN l.suspect THEN l.enrichment ELSE '{}'::json END AS enrichment"
)

interface LeadImport {
  /** Null for a new lead. */
  readonly before: LeadRecord | null
  readonly after: LeadRecord
}

const isChanged = (one: LeadImport): one is LeadChange => one.before !== null && one.before !== one.after

export class ManyLeads extends Context.Service<
  ManyLeads,
  {
    /** Locks and reads the existing leads with these ids, ordered by id. */
    readonly lock: (ids: ReadonlyArray<LeadId>) => Effect.Effect<ReadonlyArray<LeadRecord>, never, Tenant>
    /** Like `lock` for all matching leads. If there are more than `most`, returns their number, counted up to `limit`. */
    readonly matching: (
      filters: LeadLists.Filters,
      most: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LeadRecord> | number, never, Tenant>
    /** Writes changes of triage. */
    readonly update: (all: ReadonlyArray<LeadChange>) => Effect.Effect<void, never, Tenant>
    /** Inserts new leads and writes the submitted fields of changed ones; unchanged leads are skipped. */
    readonly import: (all: ReadonlyArray<LeadImport>) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/ManyLeads") {
  static readonly layer = Layer.effect(
    ManyLeads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const feed = yield* EventFeed

      const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<LeadId>) {
        const { workspaceId } = yield* Tenant
        // All callers lock in the same order, which prevents deadlocks. The read is separate: see `Leads.lock`.
        yield* sql`SELECT 1 FROM leads WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}
          ORDER BY id FOR UPDATE`.unprepared
        const rows = yield* sql<LeadRows.LeadRow & LeadRows.KeptRow>`SELECT ${sql.literal(columns)},
            ${LeadHistory.columns(sql, workspaceId, EnrichmentHistory.answered.listed)}
          FROM leads l ${LeadHistory.joined(sql, workspaceId, "l.suspect")}
          WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", ids)} ORDER BY l.id`.unprepared
        const leads = rows.map(LeadRows.toRecord)
        yield* ReadSet.recordRead("lead", leads, Records.readOfLead)
        return leads
      }, Sql.orDie)

      const matching = Effect.fnUntraced(function* (filters: LeadLists.Filters, most: number, limit: number) {
        const { workspaceId } = yield* Tenant
        const conditions = LeadLists.conditions(sql, filters, workspaceId)
        const rows = { from: "leads l", id: "l.id" }
        const found = yield* Matching.lock<LeadId>(sql, rows, conditions, { most, limit })
        if (typeof found === "number") return found
        return found.length === 0 ? [] : yield* lock(found)
      }, Sql.orDie)

      const update = Effect.fnUntraced(function* (all: ReadonlyArray<LeadChange>) {
        if (all.length === 0) return
        const { workspaceId } = yield* Tenant
        const writes = LeadRows.rewriting(sql, workspaceId, all)
        const entries = all.flatMap(({ after, before }) => Entry.ofLead(before.lead, after.lead))
        yield* Sql.combineWrites(sql, [...writes, ...(yield* feed.insertion(entries))]).unprepared
        yield* ChangeSet.note(() =>
          all.map(({ after, before }) =>
            Difference.of("lead", after.lead.id, Records.ofTriage(before), Records.ofTriage(after))
          )
        )
      }, Sql.orDie)

      const write = Effect.fnUntraced(function* (all: ReadonlyArray<LeadImport>) {
        const { workspaceId } = yield* Tenant
        const [made, changed] = [all.filter(({ before }) => before === null), all.filter(isChanged)]
        if (made.length + changed.length === 0) return
        // All callers insert in the same order, because rows with the same external id wait for each other.
        const rows = made
          .toSorted((a, b) => ((a.after.lead.externalId ?? "") < (b.after.lead.externalId ?? "") ? -1 : 1))
          .map(({ after }) => LeadRows.newOf(workspaceId, after))
        const writes = [
          ...(Arr.isReadonlyArrayNonEmpty(rows) ? [sql`INSERT INTO leads ${sql.insert(rows)}`] : []),
          ...LeadRows.rewriting(sql, workspaceId, changed)
        ]
        const entries = [...made, ...changed].flatMap(({ after, before }) =>
          Entry.ofLead(before === null ? null : before.lead, after.lead)
        )
        yield* Sql.combineWrites(sql, [...writes, ...(yield* feed.insertion(entries))]).unprepared
        yield* ChangeSet.note(() =>
          [...made, ...changed].map(({ after, before }) =>
            Difference.of(
              "lead",
              after.lead.id,
              before === null ? null : Records.ofLead(before),
              Records.ofLead(after)
            )
          )
        )
      }, Sql.orDie)

      return ManyLeads.of({ lock, matching, update, import: write })
    })
  )
}
