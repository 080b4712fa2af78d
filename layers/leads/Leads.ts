import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { LeadId } from "../../schema/Id.ts"
import type { Lead } from "../../schema/Lead.ts"
import type * as Page from "../../schema/Page.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import * as Entry from "../../src/events/rules/Entry.ts"
import type { LeadRecord } from "../../src/leads/rules/LeadRecord.ts"
import { SerializedJson } from "../../src/shared/SerializedJson.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Merges from "../records/Merges.ts"
import * as LeadHistory from "./LeadHistory.ts"
import type * as LeadLists from "./LeadLists.ts"
import * as LeadPages from "./LeadPages.ts"
import * as LeadRows from "./LeadRows.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as StatementRunner from "../database/client/StatementRunner.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

type Row = LeadRows.LeadRow

type Filters = LeadLists.Filters

const { alone } = EnrichmentHistory.answered

/** Leads of the current workspace. */
export class Leads extends Context.Service<
  Leads,
  {
    readonly list: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<SerializedJson<Page.Page<Lead>>, Invalid, Tenant>
    /** Like `list`, but without the history, write-ups and ends of long messages that the inbox doesn't show. */
    readonly listForInbox: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Lead>, Invalid, Tenant>
    /** The number of leads that match each filter, counted up to `limit`. */
    readonly counts: (
      all: ReadonlyArray<Filters>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>, never, Tenant>
    /** The leads before and after a lead in a list, even if the lead no longer matches the filters. */
    readonly findNeighbours: (
      filters: Filters,
      id: LeadId
    ) => Effect.Effect<Record<"previous" | "next", LeadId | null>, NotFound, Tenant>
    readonly find: (id: LeadId) => Effect.Effect<Lead, NotFound, Tenant>
    /** Like `find`, but returns the encoded JSON for read-only callers. */
    readonly show: (id: LeadId) => Effect.Effect<SerializedJson<Lead>, NotFound, Tenant>
    /** Reads a lead and locks its row until the transaction ends. */
    readonly lock: (id: LeadId) => Effect.Effect<LeadRecord, NotFound, Tenant>
    readonly insert: (record: LeadRecord) => Effect.Effect<void, never, Tenant>
    /** Writes the differences, and appends the new history entry of `after`. */
    readonly update: (before: LeadRecord, after: LeadRecord) => Effect.Effect<void, never, Tenant>
    /** Marks up to `limit` leads as stale that have been new since before `before`, and returns their number. */
    readonly expire: (before: string, at: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Leads") {
  static readonly layer = Layer.effect(
    Leads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const feed = yield* EventFeed

      const lists = LeadPages.make(sql, cursors)

      const missing = (id: LeadId) => Merges.missing(sql, "lead", id, NotFound.of("lead", id))

      const leadQuery = (workspaceId: string, id: LeadId) => {
        const { columns, joined } = LeadRows.whole(sql, workspaceId, alone)
        return sql<Row>`SELECT ${columns} FROM leads l ${joined}
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
      }

      const show = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* StatementRunner.rawRows(sql, leadQuery(workspaceId, id))
        if (row === undefined) return yield* yield* missing(id)
        return new SerializedJson(LeadRows.text.of(row), () => LeadRows.toLead(row.object<Row>()))
      }, Sql.orDie)

      const find = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* leadQuery(workspaceId, id)
        if (rows[0] === undefined) return yield* yield* missing(id)
        const lead = LeadRows.toLead(rows[0])
        yield* ReadSet.recordRead("lead", [lead], ({ id, ...fields }) => ({ id, fields }))
        return lead
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const locked = sql<Omit<Row, keyof LeadHistory.Row> & LeadRows.KeptRow>`
          SELECT ${sql.literal(`${LeadRows.columns}, ${LeadRows.keptColumns}`)} FROM leads l
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id} FOR UPDATE`
        // A separate statement, because a statement that waited for the row lock still sees the history from before the wait.
        const history = sql<LeadHistory.Row>`SELECT ${LeadHistory.columns(sql, workspaceId, alone)}
          FROM leads l ${LeadHistory.joined(sql, workspaceId)}
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
        const [[row], [found]] = yield* StatementPipeline.runTogether(locked, history)
        if (row === undefined) return yield* yield* missing(id)
        const record = LeadRows.toRecord({ ...row, ...found! })
        yield* ReadSet.recordRead("lead", [record], Records.readOfLead)
        return record
      }, Sql.orDie)

      const insert = Effect.fnUntraced(function* (record: LeadRecord) {
        const { workspaceId } = yield* Tenant
        const write = sql`INSERT INTO leads ${sql.insert(LeadRows.newOf(workspaceId, record))}`
        const feedWrites = yield* feed.insertion(Entry.ofLead(null, record.lead))
        yield* ChangeSet.note(() => [Difference.of("lead", record.lead.id, null, Records.ofLead(record))])
        yield* StatementPipeline.defer(
          sql,
          Sql.combineWrites(sql, [write, ...feedWrites, ...(yield* ChangeSet.insertEntry)])
        )
      }, Sql.orDie)

      /** The insert of the history entry that an update adds. */
      const addition = Effect.fnUntraced(function* (before: LeadRecord, { history, lead }: LeadRecord) {
        const { workspaceId } = yield* Tenant
        const entry = lead.enrichment.history.at(-1)!
        const row = LeadHistory.insertOf(before.history, entry, history.bytes - before.history.bytes)
        const { position, bytes_before: bytesBefore, bytes, at, by } = row
        const after = { position, bytesBefore, bytes, at, by, payload: entry.payload }
        yield* ChangeSet.note(() => [
          { resource: "lead_history", id: `${lead.id}/${position}`, of: lead.id, before: null, after }
        ])
        return sql`INSERT INTO lead_history ${sql.insert({ workspace_id: workspaceId, lead_id: lead.id, ...row })}`
      })

      const update = Effect.fnUntraced(function* (before: LeadRecord, after: LeadRecord) {
        const { workspaceId } = yield* Tenant
        const enriched = before.lead.enrichment !== after.lead.enrichment
        const write = sql`UPDATE leads SET ${sql.update(LeadRows.updateOf(after, enriched))}
          WHERE workspace_id = ${workspaceId} AND id = ${after.lead.id}`
        const feedWrites = yield* feed.insertion(Entry.ofLead(before.lead, after.lead))
        const fields = enriched ? Records.ofEnriched : Records.ofTriage
        yield* ChangeSet.note(() => [Difference.of("lead", after.lead.id, fields(before), fields(after))])
        const added = enriched ? [yield* addition(before, after)] : []
        yield* StatementPipeline.defer(
          sql,
          Sql.combineWrites(sql, [write, ...feedWrites, ...added, ...(yield* ChangeSet.insertEntry)])
        )
      }, Sql.orDie)

      const expire = Effect.fnUntraced(
        function* (before: string, at: string, limit: number) {
          const { workspaceId } = yield* Tenant
          const rows = yield* sql<{ id: LeadId; triaged_at: string }>`SELECT id, triaged_at FROM leads
            WHERE workspace_id = ${workspaceId} AND triage_status = 'new' AND triaged_at < ${before}
              AND NOT suspect
            ORDER BY triaged_at LIMIT ${limit} FOR UPDATE`
          if (rows.length === 0) return 0
          const ids = rows.map(({ id }) => id)
          yield* sql`UPDATE leads SET triage_status = 'stale', triaged_at = ${at}
            WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}`
          const data = { from: "new", to: "stale" }
          yield* ChangeSet.note(() =>
            rows.map(({ id, triaged_at: triagedAt }) => ({
              resource: "lead",
              id,
              before: { triageStatus: "new", triagedAt },
              after: { triageStatus: "stale", triagedAt: at }
            }))
          )
          yield* feed.record(rows.map(({ id }) => ({ type: "lead.triaged", leadId: id, data })))
          return rows.length
        },
        sql.withTransaction,
        Sql.orDie
      )

      return Leads.of({
        ...lists,
        find,
        show,
        lock,
        insert,
        update,
        expire
      })
    })
  )
}
