/** Checks at start that the server's version is supported, and that the session timeouts are in force. */
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { DatabaseLimits } from "../DatabaseLimits.ts"
import { type Address, DatabaseUnavailable, nameOf, whyAway } from "./Pool.ts"

const minPostgresVersion = 15

interface Row {
  readonly version: number
  /** Identifies the database and server by database name and server start time. */
  readonly server: string
  readonly role: string
  readonly database: string
  readonly isCitus: boolean
  readonly lock: number
  readonly statement: number
  readonly idle: number
}

const ask = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const limit = (parameter: string) => sql`(SELECT setting::int FROM pg_settings WHERE name = ${parameter})`
    const [row] = yield* sql<Row>`SELECT current_setting('server_version_num')::int / 10000 AS version,
      current_database() || pg_postmaster_start_time() AS server,
      quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
      to_regclass('pg_dist_node') IS NOT NULL AS "isCitus", ${limit("lock_timeout")} AS lock, ${limit("statement_timeout")} AS statement,
      ${limit("idle_in_transaction_session_timeout")} AS idle`
    return row!
  }).pipe(
    Effect.mapError(
      (cause) =>
        new DatabaseUnavailable({
          message: `The database ${name} cannot be reached: ${whyAway(cause)}`,
          cause
        })
    )
  )

/** Returns the commands that enforce the timeouts that are missing or too long. */
export const missing = (
  row: Omit<Row, "version" | "server">,
  limits: Readonly<Record<"lock" | "statement" | "idle", number>>
) => {
  const commandFor = (parameter: string, found: number, wanted: number) =>
    found > 0 && found <= wanted ? [] : [{ parameter, wanted }]
  const onRole = ({ parameter, wanted }: { parameter: string; wanted: number }) =>
    `run ALTER ROLE ${row.role} IN DATABASE ${row.database} SET ${parameter} = '${wanted}ms'`
  const lock = commandFor("lock_timeout", row.lock, limits.lock)
  const others = [
    ...commandFor("statement_timeout", row.statement, limits.statement),
    ...commandFor("idle_in_transaction_session_timeout", row.idle, limits.idle)
  ]
  if (!row.isCitus) return [...lock, ...others].map(onRole)
  // Citus workers use the role's settings, where these timeouts would end shard moves and index builds.
  const query = others.map(({ parameter, wanted }) => `SET ${parameter} = ${wanted}`).join("; ")
  return [...lock.map(onRole), ...(query === "" ? [] : [`have the pooler's connect_query say '${query}'`])]
}

/** Checks connections to `address`, and returns the server's identity. */
export const check = Effect.fn("Session.check")(function* (address: Address) {
  const name = nameOf(address.url)
  const row = yield* ask(name)
  if (row.version < minPostgresVersion) {
    return yield* new DatabaseUnavailable({
      message: `The database ${name} runs PostgreSQL ${row.version}: ${minPostgresVersion} or newer is needed.`
    })
  }
  const commands = missing(row, yield* DatabaseLimits)
  if (commands.length > 0) {
    const way = address.isPooler
      ? `${commands.join("; ")}; and have the pooler open new connections (PgBouncer: RECONNECT)`
      : "a pooler that ignores them stands between, so give the server's own address in DATABASE_LISTEN_URL"
    return yield* new DatabaseUnavailable({
      message: `Limits of time are not in force at the database ${name}: ${way}`
    })
  }
  return row.server
})

/** Checks that DATABASE_LISTEN_URL leads to the same database as the pooler. */
export const same = Effect.fn("Session.same")(function* (server: string, direct: Address) {
  const name = nameOf(direct.url)
  const { server: other } = yield* ask(name)
  if (other === server) return
  return yield* new DatabaseUnavailable({
    message: `DATABASE_LISTEN_URL leads to ${name}, which is not the database that DATABASE_URL leads to`
  })
})
