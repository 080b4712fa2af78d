/** The doctor's database checks. They write nothing and don't migrate. */
import { Clock, Effect, FileSystem, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { migrations } from "../../../migrations/index.ts"
import * as SchemaHistory from "../../../layers/database/migration/SchemaHistory.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { JobRuns } from "../../../layers/runtime/JobRuns.ts"
import { LoopReports } from "../../../layers/runtime/LoopReports.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import { DeliveryBacklog } from "../../../layers/webhooks/DeliveryBacklog.ts"
import { fail, type Finding, ok, warn } from "./Finding.ts"

const millis = Clock.currentTimeMillis

export const server = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The first statement opens the connection.
  yield* sql`SELECT 1`
  const startedAt = yield* millis
  const [row] = yield* sql<{ version: string; now: number; most: number; used: number }>`
    SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS most,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`
  const heard = yield* millis
  const { most, now, used, version } = row!
  const took = heard - startedAt
  const apart = Math.max(0, Math.abs(now - (startedAt + heard) / 2) - took / 2)
  const { databasePool, pooler, workers } = yield* Settings
  const needed = workers * (pooler === undefined ? databasePool + 12 : 7)
  const findings: ReadonlyArray<Finding> = [
    took > 100
      ? warn(
          "database",
          `PostgreSQL ${version} took ${took} ms to answer`,
          "Bring it closer, or find what keeps it busy."
        )
      : ok("database", `PostgreSQL ${version} answered within ${took} ms`),
    apart > 5_000
      ? warn(
          "clock",
          `this machine and the database differ by ${Math.round(apart / 1000)} s`,
          "Run an NTP client on both."
        )
      : ok("clock", `agrees with the database's within ${Math.ceil(took / 2 + apart)} ms`),
    needed > most
      ? warn(
          "connections",
          `${workers} workers may open ${needed} connections, PostgreSQL allows ${most}`,
          "Raise max_connections, or lower WORKERS or DATABASE_POOL."
        )
      : ok("connections", `${used} of ${most} in use`)
  ]
  return findings
})

export const schema = Effect.gen(function* () {
  const pending = yield* SchemaHistory.pending(migrations)
  const all = Object.keys(migrations).length
  return pending.length === 0
    ? [ok("migrations", "the schema is this version's")]
    : pending.length === all
      ? [
          warn(
            "migrations",
            "the database is empty",
            "Start the service, which fills it; or check DATABASE_URL and DATA_DIR."
          )
        ]
      : [
          warn(
            "migrations",
            `${pending.length} are pending: ${pending.slice(0, 3).join(", ")}`,
            "npm run -s admin -- migrate --plan shows them; the next start runs them."
          )
        ]
})

/** The key is checked without the vault, which would create one if it is missing. */
export const key = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const fs = yield* FileSystem.FileSystem
  const { dataDir, encryptionKey } = yield* Settings
  const [there] = yield* sql`SELECT 1 AS there WHERE to_regclass('vault_canaries') IS NOT NULL`
  const rows =
    there === undefined ? [] : yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM vault_canaries`
  if (rows[0] === undefined) return [ok("encryption key", "nothing is sealed yet")]
  const todo =
    "Start with the key this database was used with: ENCRYPTION_KEY, or DATA_DIR/encryption.key from a backup."
  const file = join(dataDir, "encryption.key")
  if (encryptionKey === undefined && !(yield* fs.exists(file))) {
    return [fail("encryption key", `there is none: ENCRYPTION_KEY is not set, and ${file} is missing`, todo)]
  }
  const encryption = yield* Effect.provide(Encryption, Encryption.layer)
  const opened = yield* Effect.result(encryption.open(rows[0].sealed, "canary"))
  return opened._tag === "Success"
    ? [ok("encryption key", "opens the database's secrets")]
    : [fail("encryption key", "does not open the database's secrets", todo)]
})

/** Longer than a healthy loop or delivery ever waits, in milliseconds. */
const maxDelay = 15 * 60_000

export const work = Effect.gen(function* () {
  const now = yield* millis
  const runs = yield* (yield* JobRuns).latest
  const loops = (yield* (yield* LoopReports).latest).filter(({ state }) => state === "failing")
  const { due, oldest } = yield* (yield* DeliveryBacklog).measure(new Date(now).toISOString(), 10_000)
  const failed = runs.filter(({ error }) => error !== null)
  const waits = oldest === null ? 0 : now - Date.parse(oldest)
  const minutes = Math.round(waits / 60_000)
  return [
    ...failed.map(({ error, job }) =>
      warn("jobs", `${job} failed: ${String(error).slice(0, 200)}`, `npm run -s admin -- job run ${job}`)
    ),
    ...(failed.length === 0
      ? [
          runs.length === 0
            ? ok("jobs", "none has run yet")
            : ok("jobs", `the last runs of ${runs.length} succeeded`)
        ]
      : []),
    ...loops.map(({ lastFailure, name, node }) =>
      warn(
        "loops",
        `"${name}" fails on ${node}: ${lastFailure?.reason ?? ""}`,
        "The log of that node says more."
      )
    ),
    ...(loops.length === 0 ? [ok("loops", "none is failing")] : []),
    waits > maxDelay
      ? warn(
          "deliveries",
          `${due} are due, the oldest for ${minutes} min`,
          "Is the service running? docs/webhooks-delivery.md"
        )
      : ok("deliveries", `${due} are due`)
  ] satisfies ReadonlyArray<Finding>
})

/** These tables need this version's schema. */
export const services = Layer.mergeAll(JobRuns.layer, LoopReports.layer, DeliveryBacklog.layer).pipe(
  Layer.provide(Ids.layer)
)

export const prepared = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_prepared_xacts
    WHERE prepared < now() - interval '10 minutes'`
  return row!.count === 0
    ? [ok("prepared transactions", "none is left over")]
    : [
        fail(
          "prepared transactions",
          `${row!.count} hold locks for more than 10 min`,
          "SELECT * FROM pg_prepared_xacts, then COMMIT PREPARED or ROLLBACK PREPARED each."
        )
      ]
})

/** PostgreSQL settings that explain its behaviour; none is secret. */
const reportedSettings = [
  "server_version",
  "max_connections",
  "shared_buffers",
  "work_mem",
  "effective_cache_size",
  "wal_level",
  "synchronous_commit",
  "fsync",
  "max_wal_size",
  "statement_timeout",
  "lock_timeout",
  "default_transaction_isolation",
  "lc_collate",
  "server_encoding",
  "max_prepared_transactions",
  "autovacuum"
]

/** The database section of the bug report: sizes and names, but no row of any table. */
export const report = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const settings =
    yield* sql`SELECT name, setting, unit FROM pg_settings WHERE name = ANY (${reportedSettings}::text[])
    ORDER BY name`
  const tables =
    yield* sql`SELECT relname AS name, reltuples::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 200`
  const applied =
    yield* sql`SELECT migration_id AS id, name, created_at AS at FROM schema_migrations ORDER BY 1`
  return { settings, tables, migrations: applied }
})
