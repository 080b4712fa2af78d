/**
 * The applied migrations, and whether this version may run. Each row of `schema_migrations` has the version that wrote it, and the
 * migration that code must know to work with it. So nodes of the previous release can restart during a rollout.
 */
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import type { Migration } from "../../../migrations/Ahead.ts"
import { lastBeforeBaseline } from "../../../migrations/index.ts"
import { build } from "../../runtime/Version.ts"

export type History = Readonly<Record<string, Migration>>

/** By migration, the oldest migration that code must know to run on a database that has it. Defaults to itself. */
export type WorksFrom = Readonly<Record<string, string>>

export const table = "schema_migrations"

interface Row {
  readonly id: number
  readonly name: string
  /** The version that wrote the row; null if it was written by hand or before versions were recorded. */
  readonly version: string | null
  readonly worksFrom: number | null
}

export const idOf = (name: string): number => Number.parseInt(name, 10)

export const nameOf = ({ id, name }: Pick<Row, "id" | "name">): string =>
  `${String(id).padStart(4, "0")}_${name}`

const lastOf = (history: History) => Math.max(0, ...Object.keys(history).map(idOf))

/** The baseline, which replaces all migrations with lower numbers. */
const firstOf = (history: History) => Math.min(...Object.keys(history).map(idOf))

/** Advice for an operator whose migration history is wrong. */
const repair =
  "Restore the backup made before it was changed; or, if you are certain what was run, correct the row by hand"

/** Older code may misread data of a newer version, and only the newer version knows whether it does. */
const tooNew = ({ id, name, version: writer }: Row, known: number) => {
  const which = writer === null ? "a newer version of this service" : `version ${writer} of this service`
  const start = writer === null ? "that version" : writer
  return `${which} has migrated it (${nameOf({ id, name })}), which this version ${build} does not work with (it knows ${known}). Start ${start} or a later one, or restore the backup made before that upgrade`
}

const tooOld = (latest: Row, history: History) =>
  `its schema (${nameOf(latest)}) is older than the oldest that this version ${build} migrates (${Object.keys(history)[0]}). Start ${lastBeforeBaseline} of this service, which migrates it, and then this version`

/** Returns why this version can't use the database; undefined if it can. */
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
  // Read as JSON, because a database from before the baseline may lack the columns.
  return yield* sql<Row>`SELECT migration_id AS id, name, to_jsonb(m) ->> 'version' AS version,
    (to_jsonb(m) ->> 'works_from')::int AS "worksFrom" FROM ${sql(table)} m ORDER BY migration_id`
})

/** The names of the migrations to run. Fails if this version can't use the database. */
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

/** Creates the history table. */
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

/** Records the version in a migration's row, within its transaction. */
export const record = Effect.fn("SchemaHistory.record")(function* (name: string, worksFrom: WorksFrom) {
  const sql = yield* SqlClient.SqlClient
  const from = idOf(worksFrom[name] ?? name)
  yield* sql`UPDATE ${sql(table)} SET version = ${build}, works_from = ${from} WHERE migration_id = ${idOf(name)}`
})
