/** The entries of leads' histories that an undo removes or brings back: only ever the last ones, so that none has a gap. */
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { AuditChange, AuditFields } from "../../schema/Audit.ts"
import { type Found, keyOf, type Rule, type Turned } from "../../src/domain/audit/Undoing.ts"
import type { Sql } from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface Row {
  readonly lead_id: string
  readonly position: number
  readonly bytes_before: number
  readonly bytes: number
  readonly at: string
  readonly by: string
  readonly payload: unknown
}

const key = (leadId: string, position: number) => keyOf("lead_history", `${leadId}/${position}`)

const fieldsOf = ({ at, by, bytes, bytes_before: bytesBefore, payload, position }: Row) => ({
  ...{ position, bytesBefore, bytes, at, by, payload }
})

/** What the audit log tells of an entry that is removed. */
export const removalOf = (row: Row) => ({
  resource: "lead_history" as const,
  id: `${row.lead_id}/${row.position}`,
  of: row.lead_id,
  before: fieldsOf(row),
  after: null
})

const extentOf = (fields: AuditFields) => {
  const { bytes, bytesBefore, position } = fields as Readonly<
    Record<"bytes" | "bytesBefore" | "position", number>
  >
  return { position, bytesBefore, end: bytesBefore + bytes }
}

const enrichedSince = {
  code: "built_upon",
  message: "The lead was enriched since, and its history has no gaps. Undo that first, or both."
} as const

export const rule: Rule = {
  // Entries of the log from before it had payloads lack it.
  soft: new Set(["payload"]),
  isSilent: () => true,
  links: ({ of }) => (of === undefined ? [] : [keyOf("lead", of)]),
  refuses: ({ of }, next, get) => {
    if (next === null) return undefined
    if (get(keyOf("lead", of!)) === null) return { code: "gone", message: "The lead is not there any more." }
    const { bytesBefore, position } = extentOf(next)
    const last = position === 0 ? null : get(key(of!, position - 1))
    const end = last === null ? 0 : extentOf(last).end
    return end === bytesBefore ? undefined : enrichedSince
  }
}

/** The entries that changes name, the ones after them, and the last one of each lead. */
export const find = Effect.fnUntraced(function* (
  sql: Sql,
  changes: ReadonlyArray<AuditChange>,
  leads: ReadonlyArray<string>
) {
  const { workspaceId } = yield* Tenant
  const places = changes.flatMap(({ after, before, of, resource }) => {
    if (resource !== "lead_history") return []
    const { bytesBefore, end } = extentOf((after ?? before)!)
    return [bytesBefore, end].map((bytes_before) => ({ lead_id: of, bytes_before }))
  })
  const rows = yield* sql<Row>`SELECT h.* FROM lead_history h
      JOIN (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
        AS v (lead_id uuid, bytes_before bigint)) v USING (lead_id, bytes_before)
      WHERE h.workspace_id = ${workspaceId}
    UNION ALL SELECT h.* FROM leads l CROSS JOIN LATERAL (SELECT * FROM lead_history
        WHERE workspace_id = ${workspaceId} AND lead_id = l.id ORDER BY bytes_before DESC LIMIT 1) h
      WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", leads)}`.unprepared
  const byKey = new Map(rows.map((row) => [key(row.lead_id, row.position), row]))
  const found = new Map<string, Found>()
  for (const [name, row] of byKey) {
    const after = byKey.get(key(row.lead_id, row.position + 1))
    const dependents = after === undefined ? [] : [{ key: key(row.lead_id, row.position + 1), at: after.at }]
    found.set(name, { state: fieldsOf(row), dependents })
  }
  // A lead with any entry is not removed.
  const first = new Map(rows.map(({ at, lead_id }) => [lead_id, [{ key: key(lead_id, 0), at }]]))
  return { found, first }
})

const entries = (turned: ReadonlyArray<Turned>) =>
  turned.filter(({ resource }) => resource === "lead_history")

export const remove = Effect.fnUntraced(function* (sql: Sql, turned: ReadonlyArray<Turned>) {
  const { workspaceId } = yield* Tenant
  const places = entries(turned).flatMap(({ after, before, of }) =>
    after === null ? [{ lead_id: of, bytes_before: extentOf(before!).bytesBefore }] : []
  )
  if (places.length === 0) return
  yield* sql`DELETE FROM lead_history h USING jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
      AS v (lead_id uuid, bytes_before bigint)
    WHERE h.workspace_id = ${workspaceId} AND h.lead_id = v.lead_id AND h.bytes_before = v.bytes_before`
    .unprepared
})

export const insert = Effect.fnUntraced(function* (sql: Sql, turned: ReadonlyArray<Turned>) {
  const { workspaceId } = yield* Tenant
  const rows = entries(turned).flatMap(({ after, of }) => {
    if (after === null) return []
    const { at, by, bytes, bytesBefore, payload, position } = after
    const row = { position, bytes_before: bytesBefore, bytes, at, by, payload: PgTypes.json(payload ?? {}) }
    return [{ workspace_id: workspaceId, lead_id: of, ...row }]
  })
  if (rows.length > 0) yield* sql`INSERT INTO lead_history ${sql.insert(rows as never)}`.unprepared
})
