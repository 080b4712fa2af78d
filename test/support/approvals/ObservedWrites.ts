/** What writes change in the tables, told without the audit log: by the names of the operations that change it by themselves. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

type Row = Readonly<Record<string, unknown>>
type State = ReadonlyMap<string, Row>

const tables = ["deals", "leads", "notes", "boards", "stages", "templates", "webhooks"] as const
type Table = (typeof tables)[number]

/** What is computed of others, or kept by what is sent. */
const derived: Readonly<Partial<Record<Table, RegExp>>> = {
  deals: /^(?:updated_at|active_on|status|words|deleted_by)$/u,
  leads: /^(?:words)$/u,
  webhooks: /^(?:last_|failing_since|gave_up|paused_until|leased)/u
}

/** All rows of a workspace; of a deal, with the region of its stage. */
export const state = Effect.fnUntraced(function* (workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  const found = new Map<string, Row>()
  for (const table of tables) {
    const rows = yield* sql<{ id: string; row: Row }>`SELECT id::text, to_jsonb(t) AS row FROM ${sql(table)} t
      WHERE workspace_id = ${workspaceId}`
    for (const { id, row } of rows) {
      const hidden = derived[table]
      const kept = Object.entries(row).filter(([name]) => hidden?.test(name) !== true)
      found.set(`${table} ${id}`, Object.fromEntries(kept))
    }
  }
  for (const [key, row] of found) {
    const region = key.startsWith("deals ") && found.get(`stages ${String(row["stage_id"])}`)?.["region"]
    if (region !== false) found.set(key, { ...row, region })
  }
  return found as State
})

/** Names of the operation that changes a field by itself; the others are updates. */
const special: Readonly<Partial<Record<Table, (field: string, row: Row) => string | undefined>>> = {
  deals: (field, row) => {
    if (field === "deleted_at") return row[field] === null ? "deals.restore" : "deals.delete"
    const isMove = /^(?:stage_id|region|stage_entered_at|commitment_at|won_at|dead_at)$/u.test(field)
    return isMove ? "deals.move" : undefined
  },
  boards: (field) => (field.startsWith("goal") ? "boards.setGoals" : undefined),
  stages: () => "boards.replaceStages",
  templates: (field) => (field === "use_count" ? "templates.use" : undefined),
  webhooks: (field) => (/secret/u.test(field) ? "webhooks.rotateSecret" : undefined)
}

/** The operations that what happened between two states comes to. */
export const operations = (before: State, after: State): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)]
    const table = key.slice(0, key.indexOf(" ")) as Table
    const row = (is ?? was)!
    const isStage = table === "stages"
    // Activity goes with what it tells of, and stages with a new board.
    if (table === "notes" && row["kind"] === "system_event") continue
    if (isStage && !before.has(`boards ${String(row["board_id"])}`)) continue
    if (was === undefined || is === undefined) {
      names.add(isStage ? "boards.replaceStages" : `${table}.${was === undefined ? "create" : "delete"}`)
      continue
    }
    for (const field of Object.keys(is)) {
      if (JSON.stringify(was[field]) === JSON.stringify(is[field])) continue
      names.add(special[table]?.(field, is) ?? `${table}.update`)
    }
  }
  return [...names]
}
