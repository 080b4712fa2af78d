/** Reads a workspace's records as lines of JSON in the caller's transaction, with a cursor that holds one batch at a time. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Kind } from "./Kinds.ts"

/** One snapshot that blocks no writers, and values formatted independently of the session's settings. */
export const settings = [
  "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
  "SET LOCAL TIME ZONE 'UTC'",
  "SET LOCAL bytea_output = 'hex'",
  "SET LOCAL extra_float_digits = 1",
  // The consumer of the lines may be slow.
  "SET LOCAL idle_in_transaction_session_timeout = 0"
]

/** Small, because records may be large. */
const batch = 100

export interface Column {
  readonly name: string
  readonly type: string
  /** Whether the column is NOT NULL. */
  readonly isRequired: boolean
}

/** The exported columns of a kind's table, sorted by name. */
export const columnsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, without = {} }: Kind
) {
  const rows = yield* sql<Column>`SELECT attname AS name,
      format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired"
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
    ORDER BY attname COLLATE "C"`
  return rows.filter(({ name }) => name !== "workspace_id" && !(name in without))
})

const conditions = {
  workspace: (id: WorkspaceId) => `t.id = '${id}'`,
  people: (id: WorkspaceId) =>
    `EXISTS (SELECT FROM members m WHERE m.workspace_id = '${id}' AND m.user_id = t.id)`,
  all: (id: WorkspaceId) => `t.workspace_id = '${id}'`
} as const

/** Opens the cursor of a kind. A cursor's query takes no parameters, so ids are interpolated; they are checked to be UUIDs. */
export const open = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, kind: Kind, id: WorkspaceId) {
  const columns = yield* columnsOf(sql, kind)
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]))
  const key = kind.key.length > 0 ? kind.key : ["seq"].filter(() => kind.table === "changes")
  const order = key.map((name) => `t.${name}${typeOf.get(name) === "text" ? ' COLLATE "C"' : ""}`).join(", ")
  yield* sql.unsafe(`DECLARE moving NO SCROLL CURSOR FOR
    SELECT '{"kind":"${kind.kind}","fields":' || row_to_json(r)::text || '}' AS line
    FROM (SELECT ${columns.map(({ name }) => `t."${name}"`).join(", ")} FROM ${kind.table} t
      WHERE ${conditions[kind.rows ?? "all"](id)} ${order === "" ? "" : `ORDER BY ${order}`}) r`)
})

export const next = (sql: SqlClient.SqlClient) =>
  Effect.map(sql.unsafe<{ line: string }>(`FETCH ${batch} FROM moving`), (rows) =>
    rows.map(({ line }) => line)
  )

export const close = (sql: SqlClient.SqlClient) => sql.unsafe("CLOSE moving")
