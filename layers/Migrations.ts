/** Brings the database to the shape this version expects, once, whichever of several processes comes first. */
import { Data, Effect, Layer } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { migrations } from "../migrations/index.ts"
import { Database, reasonOf } from "./Database.ts"

/** The message is a line for the operator. */
export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export type History = Readonly<Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>>>

const table = "schema_migrations"

const idOf = (name: string) => Number.parseInt(name, 10)

const describe = (error: Migrator.MigrationError | SqlError.SqlError): string => {
  if (SqlError.isSqlError(error)) return reasonOf(error)
  return SqlError.isSqlError(error.cause) ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** The migrator passes over a number below the latest one in silence: such a file would never run. */
const refuseSkipped = Effect.fn("Migrations.refuseSkipped")(function* (history: History) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ migration_id: number }>`SELECT migration_id FROM ${sql(table)}`
  const done = new Set(rows.map((row) => row.migration_id))
  const skipped = Object.keys(history).find((name) => !done.has(idOf(name)))
  if (skipped === undefined) return
  return yield* new Migrator.MigrationError({
    kind: "BadState",
    message: `Migration "${skipped}" has a lower number than one already applied`
  })
})

/** Runs what is pending, in one transaction, and answers the names of what it ran. */
export const run = Effect.fn("Migrations.run")(
  function* (history: History) {
    const done = yield* Migrator.make({})({ loader: Migrator.fromRecord(history), table })
    yield* refuseSkipped(history)
    return done.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
  },
  Effect.catch((cause) =>
    Effect.flatMap(
      Database,
      ({ name }) =>
        new MigrationFailed({
          message: `The database ${name} could not be migrated: ${describe(cause)}`,
          cause
        })
    )
  )
)

/** The project's own migrations. */
export const migrate = run(migrations)

/** Holds back what it is provided to until the database is migrated. */
export const layer = Layer.effectDiscard(migrate)
