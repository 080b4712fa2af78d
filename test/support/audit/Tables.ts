/** Everything that is stored: the rows of all tables, as digests. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the service writes of itself, beside calls: how jobs and loops are doing, how much each credential is used, plans of dry runs. */
const ownTables = [
  "job_runs",
  "loop_reports",
  "request_counts",
  "audit_heads",
  "audit_seals",
  "plans",
  "schema_migrations"
]

const withoutAll = (...columns: ReadonlyArray<string>) => `- '{${columns.join(",")}}'::text[]`

/** Columns that are written later than the call: when something was last used, how deliveries go. */
const without: Readonly<Record<string, string>> = {
  api_keys: withoutAll("last_used_at", "last_used_address", "last_used_agent"),
  oauth_grants: withoutAll("last_used_at"),
  deliveries: withoutAll("status", "tries", "due_at", "attempts", "delivered_at", "lease", "leased_until"),
  webhooks: withoutAll(
    ...["last_delivered_at", "last_error", "failing_since", "gave_up", "paused_until"],
    ...["lease", "leased_until", "leased_by", "pace"]
  )
}

/** Rows that are written later than their call, if it was refused. */
const only: Readonly<Record<string, string>> = { audit: "WHERE outcome = 'ok'" }

/** A digest of each table. */
export const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`
  const named = tables.map(({ name }) => name).filter((name) => !ownTables.includes(name))
  const rows = yield* Effect.forEach(named, (name) =>
    Effect.map(
      sql<{ count: number; digest: string }>`SELECT count(*)::int AS count,
        md5(coalesce(string_agg(row, ',' ORDER BY row), '')) AS digest
        FROM (SELECT md5((to_jsonb(t) ${sql.literal(without[name] ?? "")})::text) AS row FROM ${sql(name)} t
          ${sql.literal(only[name] ?? "")}) rows`,
      ([one]) => [name, `${one!.count} rows, ${one!.digest}`] as const
    )
  )
  return Object.fromEntries(rows)
})
