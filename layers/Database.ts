/** The connection to PostgreSQL: the operator's by DATABASE_URL, else the embedded one. */
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import * as RowTypes from "./RowTypes.ts"
import { Settings } from "./Settings.ts"

/** The message is a line for the operator: it names host and database, never the password. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const oldest = 15

/** Host, port and database of an address, for people. */
const nameOf = (url: Redacted.Redacted) => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return "given by DATABASE_URL (not a valid address)"
  const database = decodeURIComponent(parsed.pathname.slice(1)) || decodeURIComponent(parsed.username)
  return `"${database}" at ${parsed.hostname || "localhost"}:${parsed.port || "5432"}`
}

/** What the server or the network said, under the driver's own words. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

const check = Effect.fn("Database.check")(function* (name: string) {
  const sql = yield* PgClient.PgClient
  const [row] = yield* sql<{
    version: number
  }>`SELECT current_setting('server_version_num')::int / 10000 AS version`.pipe(
    Effect.mapError(
      (cause) =>
        new DatabaseUnavailable({
          message: `The database ${name} cannot be reached: ${reasonOf(cause)}`,
          cause
        })
    )
  )
  if ((row?.version ?? 0) >= oldest) return
  return yield* new DatabaseUnavailable({
    message: `The database ${name} runs PostgreSQL ${row?.version}: ${oldest} or newer is needed.`
  })
})

/** A pool on an address; connections are opened as they are needed. */
const poolOf = (
  url: Redacted.Redacted,
  maxConnections: number,
  parameters: Readonly<Record<string, string>> = {}
) =>
  PgClient.layer({
    url,
    applicationName: "sales-pipeline",
    maxConnections,
    types: RowTypes.registry,
    connectTimeout: "5 seconds",
    startupParameters: { timezone: "UTC", lock_timeout: "5s", ...parameters }
  }).pipe(
    Layer.catch((cause) =>
      Layer.effectContext(
        Effect.fail(
          new DatabaseUnavailable({
            message: `The database ${nameOf(url)} cannot be reached: ${reasonOf(cause)}`,
            cause
          })
        )
      )
    )
  )

/** A checked pool on an address. */
const connect = (url: Redacted.Redacted) => {
  const name = nameOf(url)
  const pool = poolOf(url, 10)
  return Layer.effect(Database, Effect.as(check(name), Database.of({ url, name }))).pipe(
    Layer.provideMerge(pool)
  )
}

const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres, ({ url }) => connect(url))).pipe(
  Layer.provide(EmbeddedPostgres.layer)
)

/** Which database this process works on, for what needs its address rather than a connection. */
export class Database extends Context.Service<
  Database,
  { readonly url: Redacted.Redacted; readonly name: string }
>()("pipeline/layers/Database") {
  static readonly connect = connect
  /**
   * Connections of their own for work that callers, however many, must not hold up. A commit there does not wait for
   * the disk: for what may be done again should the server crash within the second.
   */
  static readonly apart = (maxConnections: number) =>
    Layer.unwrap(
      Effect.map(Database, ({ url }) => poolOf(url, maxConnections, { synchronous_commit: "off" }))
    )
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ databaseUrl }) => (databaseUrl ? connect(databaseUrl) : embedded))
  )
}
