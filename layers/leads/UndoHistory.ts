/**
 * Undoes changes to leads' histories, which are append-only: undoing an enrichment adds an entry with the restored keys. Entries are only
 * removed and restored together with their lead.
 */
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { AuditChange, AuditFields } from "../../schema/Audit.ts"
import type { HistoryEntry } from "../../schema/Enrichment.ts"
import * as FieldChange from "../../src/audit/rules/FieldChange.ts"
import { type CurrentRecord, keyOf, type Rule, type RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Actor, author } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"
import { now } from "../runtime/Now.ts"
import type { Sql } from "../database/Sql.ts"
import * as LeadHistory from "./LeadHistory.ts"

export interface Row {
  readonly lead_id: string
  readonly position: number
  readonly bytes_before: number
  readonly bytes: number
  readonly at: string
  readonly by: string
  readonly payload: unknown
}

/** Bytes of the longest history that the audit log keeps of a removed lead, so that an undo can restore it. */
export const maxKeptBytes = 1_048_576

const fieldsOf = ({ at, by, bytes, bytes_before: bytesBefore, payload, position }: Row) => ({
  ...{ position, bytesBefore, bytes, at, by, payload }
})

/** The audit change for an added entry. */
const additionOf = (row: Row) => ({
  resource: "lead_history" as const,
  id: `${row.lead_id}/${row.position}`,
  of: row.lead_id,
  before: null,
  after: fieldsOf(row)
})

export const removalOf = (row: Row) => ({ ...additionOf(row), before: fieldsOf(row), after: null })

export const rule: Rule = {
  // Older log entries have no payload.
  soft: new Set(["payload"]),
  isSilent: () => true,
  isLasting: ({ before }) => before === null,
  links: ({ of }) => (of === undefined ? [] : [keyOf("lead", of)]),
  refuses: ({ of }, next, get) =>
    next !== null && get(keyOf("lead", of!)) === null
      ? { code: "gone", message: "The lead is not there any more." }
      : undefined
}

/** The entries that now occupy the positions of removed ones. */
export const find = Effect.fnUntraced(function* (sql: Sql, changes: ReadonlyArray<AuditChange>) {
  const { workspaceId } = yield* Tenant
  const places = changes.flatMap(({ after, before, of, resource }) =>
    resource === "lead_history" && after === null
      ? [{ lead_id: of, bytes_before: before!["bytesBefore"] }]
      : []
  )
  if (places.length === 0) return []
  const rows = yield* sql<Row>`SELECT h.* FROM lead_history h
      JOIN (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
        AS v (lead_id uuid, bytes_before bigint)) v USING (lead_id, bytes_before)
      WHERE h.workspace_id = ${workspaceId}`.unprepared
  return rows.map((row): [string, CurrentRecord] => [
    keyOf("lead_history", `${row.lead_id}/${row.position}`),
    { state: fieldsOf(row) }
  ])
})

/** Removes the histories of leads that an undo removes. */
export const remove = Effect.fnUntraced(function* (sql: Sql, leads: ReadonlyArray<string>) {
  const { workspaceId } = yield* Tenant
  const rows = yield* sql<Row>`DELETE FROM lead_history
    WHERE workspace_id = ${workspaceId} AND ${sql.in("lead_id", leads)}
    RETURNING lead_id, position, bytes_before, bytes, at, by, payload`.unprepared
  yield* ChangeSet.note(() => rows.toSorted((a, b) => b.position - a.position).map(removalOf))
})

/** Restores the history entries of leads that an undo restores. */
export const insert = Effect.fnUntraced(function* (sql: Sql, turned: ReadonlyArray<RevertedRecord>) {
  const { workspaceId } = yield* Tenant
  const rows = turned.flatMap(({ after, of, resource }) => {
    if (resource !== "lead_history" || after === null) return []
    const { at, by, bytes, bytesBefore, payload, position } = after
    const row = { position, bytes_before: bytesBefore, bytes, at, by, payload: PgTypes.json(payload ?? {}) }
    return [{ workspace_id: workspaceId, lead_id: of, ...row }]
  })
  if (rows.length > 0) yield* sql`INSERT INTO lead_history ${sql.insert(rows as never)}`.unprepared
})

/** The restored keys of the enrichment; null for keys that are removed again. */
const restoredOf = ({ after, before, returned }: RevertedRecord): HistoryEntry["payload"] => {
  const old = before ?? returned ?? null
  if (old === null || after === null) return {}
  const [was, is] = [old["enrichment"], after["enrichment"]] as [AuditFields, AuditFields]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const differing = names.filter(
    (name) => name in was !== name in is || !FieldChange.isSame(was[name], is[name])
  )
  return Object.fromEntries(differing.map((name) => [name, is[name] ?? null])) as HistoryEntry["payload"]
}

/** Appends history entries with the restored keys of leads' enrichments. */
export const append = Effect.fnUntraced(function* (sql: Sql, leads: ReadonlyArray<RevertedRecord>) {
  const { workspaceId } = yield* Tenant
  const payloads = new Map(
    leads
      .map((one) => [one.id, restoredOf(one)] as const)
      .filter(([, payload]) => Object.keys(payload).length > 0)
  )
  if (payloads.size === 0) return
  const extents = yield* sql<{ id: string; entries: number | null; bytes: number | null }>`
    SELECT l.id, t.entries, t.bytes FROM leads l ${LeadHistory.joined(sql, workspaceId)}
    WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", [...payloads.keys()])} ORDER BY l.id`
    .unprepared
  const [at, by] = [yield* now, author(yield* Actor)]
  const rows = extents.map(({ bytes, entries, id }): Row => {
    const entry = { at, by, payload: payloads.get(id)! }
    const size = EnrichmentHistory.bytesOf(entry)
    return { lead_id: id, position: entries ?? 0, bytes_before: bytes ?? 0, bytes: size, ...entry }
  })
  yield* ChangeSet.note(() => rows.map(additionOf))
  const stored = rows.map((row) => ({
    workspace_id: workspaceId,
    ...row,
    payload: PgTypes.json(row.payload)
  }))
  yield* sql`INSERT INTO lead_history ${sql.insert(stored as never)}`.unprepared
})
