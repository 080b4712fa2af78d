/** Rebuilds a workspace's tables from its audit log. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"

type Fields = Record<string, unknown>

/** Records by resource and id. */
export type State = Record<string, Record<string, Fields>>

interface Table {
  readonly name: string
  readonly id?: (row: any) => string
  /** Columns that are computed, secret, or counted apart from writes. */
  readonly without?: ReadonlyArray<string>
}

const tables: Readonly<Partial<Record<AuditResource, Table>>> = {
  deal: {
    name: "deals",
    without: ["status", "search", "words", "contact_email_lower", "contact_email_domain", "active_on"]
  },
  note: { name: "notes", without: ["content_json"] },
  lead: {
    name: "leads",
    without: ["search", "words", "email_lower", "email_domain", "website_host", "rank"]
  },
  lead_history: {
    name: "lead_history",
    id: (row) => `${row.lead_id}/${row.position}`,
    without: ["payload", "lead_id"]
  },
  board: { name: "boards" },
  stage: { name: "stages" },
  template: { name: "templates" },
  template_use: { name: "template_uses" },
  webhook: {
    name: "webhooks",
    without: [
      "url",
      "secret",
      "previous_secret",
      "previous_secret_until",
      "last_delivered_at",
      "last_error",
      "failing_since",
      "gave_up",
      "paused_until",
      "lease",
      "leased_until",
      "leased_by",
      "pace"
    ]
  },
  form: { name: "forms", without: ["token"] },
  inbound_address: { name: "inbound_addresses", without: ["token"] },
  api_key: {
    name: "api_keys",
    without: [
      "hash",
      "last_used_at",
      "last_used_address",
      "last_used_agent",
      "last_refused_at",
      "last_refused_address"
    ]
  },
  member: { name: "members", id: (row) => row.user_id, without: ["created_at", "user_id"] },
  invitation: { name: "invitations", without: ["hash"] }
}

const camel = (name: string) => name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/u

const plain = (value: unknown) =>
  typeof value === "string" && isTime.test(value) ? new Date(value).toISOString() : value

/** Nulls are left out, so that a field that was never named equals one that is null. */
const told = (row: Fields, { without = [] }: Table): Fields =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => value !== null && !["workspace_id", "id", ...without].includes(name))
      .map(([name, value]) => [camel(name), plain(value)])
  )

/** The tables as they are. */
export const stored = Effect.fnUntraced(function* (workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  const state: State = {}
  for (const [resource, table] of Object.entries(tables)) {
    const rows = yield* sql<{ row: Fields }>`SELECT to_jsonb(t) AS row FROM ${sql(table.name)} t
      WHERE workspace_id = ${workspaceId}`
    state[resource] = Object.fromEntries(
      rows.map(({ row }) => [table.id?.(row) ?? row["id"], told(row, table)])
    )
  }
  return state
})

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const merged = (now: unknown, before: unknown, after: unknown) => {
  if (!isObject(now) || !isObject(before) || !isObject(after)) return after
  const kept = Object.entries(now).filter(([key]) => !(key in before))
  return { ...Object.fromEntries(kept), ...after }
}

const changed = (row: Fields, before: AuditFields, after: AuditFields): Fields => {
  const next = { ...row }
  for (const [name, value] of Object.entries(after)) {
    // The log tells only that it was replaced.
    if (name === "secret") continue
    const to = merged(row[name], before[name], value)
    if (to === null) delete next[name]
    else next[name] = to
  }
  return next
}

/** Applies one change to the state. */
export const apply = (state: State, change: AuditChange): void => {
  const { after, before, id, ids = [id], resource } = change
  const rows = (state[resource] ??= {})
  for (const one of ids) {
    if (after === null) delete rows[one]
    else if (before === null) rows[one] = { ...after }
    else rows[one] = changed(rows[one] ?? {}, before, after)
  }
}

export interface Row {
  readonly id: string
  readonly operation: string
  readonly surface: string
  readonly actor_type: string
  readonly actor_id: string
  readonly actor_name: string | null
  readonly user_id: string | null
  readonly agent: string | null
  readonly request_id: string | null
  readonly idempotency_key: string | null
  readonly target: string | null
  readonly targets: ReadonlyArray<string> | null
  readonly outcome: string
  readonly status: number | null
  readonly times: number
  readonly changes: ReadonlyArray<AuditChange>
}

/** The log, oldest first. */
export const log = Effect.fnUntraced(function* (workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Row>`SELECT * FROM audit WHERE workspace_id = ${workspaceId} ORDER BY at, id`
})
