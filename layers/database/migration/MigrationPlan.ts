/**
 * Predicts what pending migrations will do. They run on a temporary server with this database's schema and one row of each table, so that
 * reads return rows and each statement is recorded. Times are estimated from the sizes of the tables.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, FileSystem } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { isStaged } from "../../../migrations/Ahead.ts"
import * as StatementCost from "../../../src/shared/database/StatementCost.ts"
import { build } from "../../runtime/Version.ts"
import * as Distribution from "../citus/Distribution.ts"
import { Database } from "../Database.ts"
import { EmbeddedPostgres } from "../EmbeddedPostgres.ts"
import * as Migrations from "./Migrations.ts"
import * as SchemaHistory from "./SchemaHistory.ts"
import type { History, WorksFrom } from "./SchemaHistory.ts"

interface Size {
  readonly name: string
  readonly rows: number
  readonly bytes: number
}

/** `ahead` runs while others write. `transaction` is short, and holds its locks until its end. */
type Part = "ahead" | "transaction"

interface RecordedStatement {
  readonly migration: string
  readonly part: Part
  readonly statement: string
}

/** Sizes of the tables, including partitions and the shards of distributed tables. */
export const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sizes = yield* sql<Size>`SELECT c.relname AS name, sum(greatest(p.reltuples, 0))::float8 AS rows,
      sum(pg_table_size(p.oid))::float8 AS bytes
    FROM pg_class c JOIN pg_class p ON p.oid = c.oid OR p.oid IN (SELECT relid FROM pg_partition_tree(c.oid))
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace GROUP BY c.oid, c.relname`
  const spread = yield* Distribution.bytesOnNodes
  return new Map(sizes.map((size) => [size.name, { ...size, bytes: spread.get(size.name) ?? size.bytes }]))
})

/** One row of each non-empty table as JSON. Check constraints depend on the values, so they are real. */
const samplesOf = Effect.fnUntraced(function* (tables: Iterable<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(
    [...tables].filter((table) => table !== SchemaHistory.table),
    (table) =>
      Effect.map(
        sql<{ row: unknown }>`SELECT to_jsonb(t)::text AS row FROM ${sql(table)} t LIMIT 1`,
        (rows) => ({
          table,
          row: rows[0]?.row
        })
      )
  )
})

/** Copies a row. A table that rejects it (for a missing partition) stays empty, which only hides statements for its rows. */
const copy = Effect.fnUntraced(
  function* ({ row, table }: { readonly table: string; readonly row: unknown }) {
    const sql = yield* SqlClient.SqlClient
    const columns = yield* sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = to_regclass(${table}) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`
    const names = sql.csv(columns.map(({ name }) => sql`${sql(name)}`))
    yield* sql.withTransaction(
      Effect.andThen(
        sql`SET LOCAL session_replication_role = replica`,
        sql`INSERT INTO ${sql(table)} (${names}) OVERRIDING SYSTEM VALUE
        SELECT ${names} FROM jsonb_populate_record(NULL::${sql(table)}, ${row}::jsonb)`
      )
    )
  },
  (copying) => Effect.ignore(copying, { log: "Debug" })
)

/** Runs the migrations in order, and returns their statements. */
export const simulate = Effect.fnUntraced(function* (history: History, names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const statements: Array<RecordedStatement> = []
  const recording = (migration: string, part: Part) =>
    Effect.provideService(Statement.CurrentTransformer, (self) =>
      Effect.sync(() => {
        statements.push({ migration, part, statement: StatementCost.line(self.compile()[0]) })
        return self
      })
    )
  for (const name of names) {
    const migration = history[name]!
    const ahead = isStaged(migration) ? yield* recording(name, "ahead")(migration.ahead) : undefined
    const rest = isStaged(migration) ? migration.finish(ahead) : migration
    yield* sql.withTransaction(recording(name, "transaction")(rest))
  }
  return statements
})

/** Returns the statements of pending migrations, run on a temporary server after the applied ones. */
const statementsOf = Effect.fn("MigrationPlan.statements")(
  function* (history: History, names: ReadonlyArray<string>, sizes: Iterable<string>) {
    const samples = yield* samplesOf(sizes)
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped({ prefix: "pipeline-plan-" })
    // If started by root, the server runs as another user.
    yield* fs.chmod(directory, 0o755)
    const { url } = yield* EmbeddedPostgres.make({ dataDir: directory, durable: false })
    const later = new Set(names)
    const applied = Object.fromEntries(Object.entries(history).filter(([name]) => !later.has(name)))
    return yield* Effect.gen(function* () {
      yield* Migrations.run(applied)
      yield* Effect.forEach(
        samples.filter(({ row }) => row !== undefined),
        copy
      )
      return yield* simulate(history, names)
    }).pipe(Effect.provide(Database.connect(url)))
  },
  Effect.scoped,
  Effect.provide(NodeFileSystem.layer)
)

/** Returns the largest table that a statement names, which determines its cost. */
const maxIn = (statement: string, sizes: ReadonlyMap<string, Size>) =>
  (statement.match(/\w+/gu) ?? [])
    .flatMap((word) => sizes.get(word) ?? [])
    .reduce<Size | undefined>((most, size) => (most && most.bytes >= size.bytes ? most : size), undefined)

/** Reads take no relevant locks, and are left out. */
const isRead = (cost: StatementCost.Cost | undefined) =>
  cost?.mode === "ACCESS SHARE" || cost?.mode === "ROW SHARE"

const costed = (sizes: ReadonlyMap<string, Size>) => (recorded: RecordedStatement) => {
  const cost = StatementCost.of(recorded.statement)
  if (isRead(cost)) return []
  const { mode = "ACCESS EXCLUSIVE", table = null, work = "rewrite" } = cost ?? {}
  // No other process uses a table that these migrations create.
  const isNew = table !== null && !sizes.has(table)
  const largest = isNew && work !== "rows" ? undefined : maxIn(recorded.statement, sizes)
  return [
    {
      migration: recorded.migration,
      part: recorded.part,
      table,
      lock: mode,
      blocks: isNew ? "nothing" : StatementCost.blocks(mode),
      rows: Math.round(largest?.rows ?? 0),
      bytes: largest?.bytes ?? 0,
      seconds: StatementCost.seconds(work, largest?.bytes ?? 0),
      statement: recorded.statement
    } as const
  ]
}

const total = (entries: ReadonlyArray<{ readonly seconds: number }>) =>
  Math.round(entries.reduce((sum, { seconds }) => sum + seconds, 0) * 10) / 10

/** The JSON document of `admin migrate --plan`. */
export const make = Effect.fn("MigrationPlan.make")(function* (history: History, worksFrom: WorksFrom) {
  const pending = yield* SchemaHistory.pending(history)
  const sizes = yield* measure
  const last = Object.keys(history).findLast((name) => !pending.includes(name))
  const recorded = pending.length === 0 ? [] : yield* statementsOf(history, pending, sizes.keys())
  const statements = recorded.flatMap(costed(sizes))
  const isKept = pending.every((name) => (worksFrom[name] ?? name) <= (last ?? ""))
  return {
    version: build,
    schema: last ?? null,
    nodesOfBefore: last === undefined || isKept ? "may go on serving" : "must be stopped first",
    seconds: total(statements),
    secondsBlocking: total(statements.filter(({ blocks }) => blocks !== "nothing")),
    pending,
    statements
  }
})
