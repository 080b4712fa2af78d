/** Rebuilds a workspace's tables from its audit log. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditChange, AuditFields } from "../../../schema/Audit.ts"
import * as AuditedTables from "./AuditedTables.ts"

type Fields = Record<string, unknown>

/** Records by resource and id. */
export type State = Record<string, Record<string, Fields>>

const camel = (name: string) => name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/u

const plain = (value: unknown) =>
  typeof value === "string" && isTime.test(value) ? new Date(value).toISOString() : value

type Table = (typeof AuditedTables.tables)[keyof typeof AuditedTables.tables]

/** Nulls are left out, so that a field that was never named equals one that is null. */
const told = (row: Fields, { keys = [], without = {} }: Table): Fields =>
  Object.fromEntries(
    Object.entries(row)
      .filter(
        ([name, value]) =>
          value !== null && !["workspace_id", "id", ...keys].includes(name) && !(name in without)
      )
      .map(([name, value]) => [camel(name), plain(value)])
  )

/** The tables as they are. */
export const stored = Effect.fnUntraced(function* (workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  const state: State = {}
  for (const [resource, table] of Object.entries(AuditedTables.tables)) {
    const rows = yield* sql<{ row: Fields }>`SELECT to_jsonb(t) AS row FROM ${sql(table.name)} t
      WHERE ${sql(table.workspace ?? "workspace_id")} = ${workspaceId}`
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

const changed = (row: Fields, before: AuditFields, after: AuditFields, { beside = [] }: Table): Fields => {
  const next = { ...row }
  for (const [name, value] of Object.entries(after)) {
    if (beside.includes(name)) continue
    const to = merged(row[name], before[name], value)
    if (to === null) delete next[name]
    else next[name] = to
  }
  return next
}

/** A deal that is purged takes its notes along, a lead that is deleted its history. */
const erase = (state: State, { resource }: AuditChange, id: string) => {
  delete state[resource]![id]
  if (resource === "lead") {
    const history = state["lead_history"] ?? {}
    for (const entry of Object.keys(history)) if (entry.startsWith(`${id}/`)) delete history[entry]
  }
  if (resource !== "deal") return
  for (const [note, { dealId }] of Object.entries(state["note"] ?? {})) {
    if (dealId === id) delete state["note"]![note]
  }
}

/** Applies one change to the state. */
export const apply = (state: State, change: AuditChange): void => {
  const { after, before, id, ids = [id], resource } = change
  const rows = (state[resource] ??= {})
  for (const one of ids) {
    if (after === null) erase(state, change, one)
    else if (before === null) rows[one] = changed({}, {}, after, AuditedTables.tables[resource])
    else rows[one] = changed(rows[one] ?? {}, before, after, AuditedTables.tables[resource])
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
  readonly user_name: string | null
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

/** What the log makes of an empty workspace. */
export const rebuilt = Effect.fnUntraced(function* (workspaceId: string) {
  const state: State = {}
  for (const { changes } of yield* log(workspaceId)) for (const change of changes) apply(state, change)
  return state
})

/** Checks that the log alone gives the tables. */
export const check = Effect.fnUntraced(function* (workspaceId: string) {
  const state = yield* rebuilt(workspaceId)
  const now = yield* stored(workspaceId)
  for (const resource of Object.keys(now)) {
    assert.deepStrictEqual(state[resource] ?? {}, now[resource], resource)
  }
})
