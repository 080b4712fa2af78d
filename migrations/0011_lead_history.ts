/**
 * History that is read from its end. An entry's position is the total bytes of the entries before it, so that the
 * newest entries that fit an answer are one range of the primary key. No payload is moved, or sent to the service.
 *
 * An enrichment larger than 256 kB, from before that limit, loses its largest keys until the rest fits: the history
 * has them all. Values that are no longer valid are removed: a blank screenshot, and a key named historyHasMore.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, draftOf, insist, quickly, type Staged } from "./Ahead.ts"

const first = "00000000-0000-0000-0000-000000000000"

/** Leads per statement: an enrichment may be megabytes. */
const batch = 200

/** Removes the largest keys until the rest fits. */
const trim = Effect.fnUntraced(function* (workspaceId: string, leads: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE leads l SET enrichment = (
      SELECT coalesce(json_object_agg(key, value ORDER BY place), '{}') FROM (
        SELECT key, value, place, sum(bytes) OVER (
          ORDER BY key NOT IN ('status', 'score', 'verdict', 'provider'), bytes, place) AS total
        FROM (SELECT key, value, place, octet_length(value::text) + 2 * octet_length(key) + 8 AS bytes
          FROM json_each(l.enrichment) WITH ORDINALITY each (key, value, place)
          WHERE key <> 'historyHasMore' AND NOT (key = 'screenshot' AND value::text = '""')) sized
      ) counted WHERE total <= 262000)
    WHERE workspace_id = ${workspaceId} AND ${sql.in("id", leads)} AND (octet_length(enrichment::text) > 262144
      OR enrichment::text LIKE '%"historyHasMore"%' OR enrichment::text LIKE '%"screenshot":""%')`
})

/** The bytes of an entry as JSON: its payload, its author, and 53 for the rest, including the comma after it. */
const measure = Effect.fnUntraced(function* (workspaceId: string, leads: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE lead_history h SET bytes = m.bytes, bytes_before = m.total - m.bytes
    FROM (
      SELECT lead_id, position, bytes, sum(bytes) OVER (PARTITION BY lead_id ORDER BY position) AS total
      FROM (SELECT lead_id, position, octet_length(payload::text) + octet_length(by) + 53 AS bytes
        FROM lead_history WHERE workspace_id = ${workspaceId} AND ${sql.in("lead_id", leads)}) sized
    ) m
    WHERE h.workspace_id = ${workspaceId} AND h.lead_id = m.lead_id AND h.position = m.position`
})

const sources = { leads: ["leads", "id"], lead_history: ["lead_history", "lead_id"] } as const

/** Runs `work` on every lead in a table, in batches. */
const each = Effect.fnUntraced(function* (source: keyof typeof sources, which: string, work: typeof trim) {
  const sql = yield* SqlClient.SqlClient
  const [table, column] = sources[source]
  const workspaces = yield* sql<{ id: string }>`SELECT id FROM workspaces`
  for (const { id } of workspaces) {
    for (let after = first; ;) {
      const rows = yield* sql<{ id: string }>`SELECT DISTINCT ${sql(column)} AS id FROM ${sql(table)}
        WHERE workspace_id = ${id} AND ${sql(column)} > ${after} AND ${sql.literal(which)}
        ORDER BY 1 LIMIT ${batch}`
      const leads = rows.map((row) => row.id)
      if (leads.length > 0) yield* work(id, leads)
      if (leads.length < batch) break
      after = leads.at(-1)!
    }
  }
})

const key = "lead_history_pkey"

export default {
  ahead: Effect.gen(function* () {
    yield* quickly(
      "ALTER TABLE lead_history ADD COLUMN IF NOT EXISTS bytes integer, ADD COLUMN IF NOT EXISTS bytes_before bigint"
    )
    yield* each("leads", "true", (...some) => insist(trim(...some)))
    yield* each("lead_history", "true", (...some) => insist(measure(...some)))
    yield* build(draftOf(key), "lead_history", "(workspace_id, lead_id, bytes_before)", "UNIQUE")
  }),
  /** Measures the entries written meanwhile. */
  finish: () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* each("lead_history", "bytes IS NULL", (...some) =>
        Effect.andThen(trim(...some), measure(...some))
      )
      yield* sql.unsafe(`ALTER TABLE lead_history
        ALTER COLUMN bytes SET NOT NULL, ALTER COLUMN bytes_before SET NOT NULL,
        DROP CONSTRAINT ${key}, ADD CONSTRAINT ${key} PRIMARY KEY USING INDEX ${draftOf(key)}`)
    })
} satisfies Staged
