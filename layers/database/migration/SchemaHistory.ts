/**
 * Which migrations a database has, and whether this code may run on it. Each row of `schema_migrations` says which version
 * of the service wrote it, and from which migration on code works with it: code that knows that one may run, although
 * it doesn't know the row itself. So nodes of the last release can restart while a new one is rolled out.
 */
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import type { Migration } from "../../../migrations/Ahead.ts"
import { lastBeforeBaseline } from "../../../migrations/index.ts"
import { build } from "../../runtime/Version.ts"

export type History = Readonly<Record<string, Migration>>

/** By a migration's name, the oldest migration that code must know to run on a database with it. Left out: itself. */
export type WorksFrom = Readonly<Record<string, string>>

export const table = "schema_migrations"

interface Row {
  readonly id: number
  readonly name: string
  /** The version of the service that wrote it; null for a row written by hand, or before versions were recorded. */
  readonly version: string | null
  readonly worksFrom: number | null
}

export const idOf = (name: string): number => Number.parseInt(name, 10)

export const nameOf = ({ id, name }: Pick<Row, "id" | "name">): string =>
  `${String(id).padStart(4, "0")}_${name}`

const lastOf = (history: History) => Math.max(0, ...Object.keys(history).map(idOf))

/** The baseline: it replaces all migrations with smaller numbers. */
const firstOf = (history: History) => Math.min(...Object.keys(history).map(idOf))

/** What an operator does where the history itself is wrong. */
const repair =
  "Restore the backup made before it was changed; or, if you are certain what was run, correct the row by hand"

/** An older code may misread what a newer one writes; only the newer one knows whether it does. */
const tooNew = ({ id, name, version: writer }: Row, known: number) => {
  const which = writer === null ? "a newer version of this service" : `version ${writer} of this service`
  const start = writer === null ? "that version" : writer
  return `${which} has migrated it (${nameOf({ id, name })}), which this version ${build} does not work with (it knows ${known}). Start ${start} or a later one, or restore the backup made before that upgrade`
}

const tooOld = (latest: Row, history: History) =>
  `its schema (${nameOf(latest)}) is older than the oldest that this version ${build} migrates (${Object.keys(history)[0]}). Start ${lastBeforeBaseline} of this service, which migrates it, and then this version`

/** What keeps this code off the database, in words for the operator; undefined if nothing does. */
const problemIn = (history: History, found: ReadonlyArray<Row>): string | undefined => {
  const known = lastOf(history)
  const rows = found.filter(({ id }) => id >= firstOf(history))
  if (rows.length === 0 && found.length > 0) return tooOld(found.at(-1)!, history)
  const ours = new Map(Object.keys(history).map((name) => [idOf(name), name]))
  const strangers = rows.filter(({ id }) => !ours.has(id))
  const tooNewRow = strangers.findLast(({ worksFrom }) => worksFrom === null || worksFrom > known)
  if (tooNewRow !== undefined) return tooNew(tooNewRow, known)
  const renamed = rows.find((row) => ours.has(row.id) && ours.get(row.id) !== nameOf(row))
  if (renamed !== undefined) {
    return `its history names migration ${renamed.id} "${renamed.name}", which is "${ours.get(renamed.id)}" in this version. ${repair}`
  }
  const applied = new Set(rows.map(({ id }) => id))
  const latest = rows.at(-1)?.id ?? 0
  const gap = [...ours].find(([id]) => id < latest && !applied.has(id))
  if (gap === undefined) return undefined
  return `its history lacks migration "${gap[1]}", although a later one was run (${nameOf(rows.at(-1)!)}). ${repair}`
}

/** The applied migrations, oldest first. */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [there] = yield* sql`SELECT 1 AS there WHERE to_regclass(${table}) IS NOT NULL`
  if (there === undefined) return []
  // As JSON, because databases from before the baseline may lack the columns.
  return yield* sql<Row>`SELECT migration_id AS id, name, to_jsonb(m) ->> 'version' AS version,
    (to_jsonb(m) ->> 'works_from')::int AS "worksFrom" FROM ${sql(table)} m ORDER BY migration_id`
})

/** The names of the migrations to run. Fails if this code may not run on the database. */
export const pending = Effect.fn("SchemaHistory.pending")(function* (history: History) {
  const found = yield* rows
  const message = problemIn(history, found)
  if (message !== undefined) return yield* new Migrator.MigrationError({ kind: "BadState", message })
  const newest = found.at(-1)
  if (newest !== undefined && newest.id > lastOf(history)) {
    yield* Effect.logInfo(
      `Version ${newest.version} has migrated the database (${nameOf(newest)}); this version ${build} works with it`
    )
  }
  const applied = new Set(found.map(({ id }) => id))
  return Object.keys(history).filter((name) => !applied.has(idOf(name)))
})

/** Makes the table of the history. */
export const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS ${sql(table)} (
    migration_id integer PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL,
    version text,
    works_from integer
  )`
})

/** Says who wrote the row of a migration, in the transaction that runs it. */
export const record = Effect.fn("SchemaHistory.record")(function* (name: string, worksFrom: WorksFrom) {
  const sql = yield* SqlClient.SqlClient
  const from = idOf(worksFrom[name] ?? name)
  yield* sql`UPDATE ${sql(table)} SET version = ${build}, works_from = ${from} WHERE migration_id = ${idOf(name)}`
})
