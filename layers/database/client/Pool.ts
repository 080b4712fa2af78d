/** Connection pools, each for one address. */
import { PgClient } from "@effect/sql-pg"
import { Data, Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { DatabaseLimits, type Values } from "../DatabaseLimits.ts"
import * as Client from "./Client.ts"
import type * as ConnectionMonitor from "./ConnectionMonitor.ts"
import * as DriverAddress from "../driver/Address.ts"
import * as Failures from "../driver/Failures.ts"
import { reasonOf } from "../Sql.ts"

/** The message is one line for the operator. It names host and database, never the password. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export interface Address {
  readonly url: Redacted.Redacted
  readonly monitor: ConnectionMonitor.ConnectionMonitor
  /** Whether the address is a pooler's, which may use a different server connection for each transaction. */
  readonly isPooler: boolean
  /** Whether a connection supports named prepared statements. */
  readonly prepare: boolean
}

export interface Purpose {
  readonly pool: ConnectionMonitor.Pool
  /** Defaults to `DatabaseLimits`. */
  readonly connections?: number
  /** Statement timeout in milliseconds; 0 means none. Defaults to `DatabaseLimits`. */
  readonly statement?: number
  readonly parameters?: Readonly<Record<string, string>>
  /** Milliseconds to wait for any answer, for a connection that only checks for one. */
  readonly patience?: number
}

/** Host, port and database of an address, for messages. */
export const nameOf = (url: Redacted.Redacted) => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return "given by DATABASE_URL (not a valid address)"
  const database = decodeURIComponent(parsed.pathname.slice(1)) || decodeURIComponent(parsed.username)
  return `"${database}" at ${parsed.hostname || "localhost"}:${parsed.port || "5432"}`
}

/** Driver errors for data that isn't PostgreSQL's protocol, such as an HTTP server's. */
const notPostgres = /^(Message length|Unexpected |Unknown |Invalid )/u

/** PgBouncer's error for the startup parameters of a direct connection. */
const unsupportedParameter = /unsupported startup parameter/u

export const whyAway = (error: SqlError.SqlError): string => {
  const reason = reasonOf(error)
  if (unsupportedParameter.test(reason)) {
    return `a pooler answers there (${reason}); give the server's own address in DATABASE_LISTEN_URL`
  }
  return notPostgres.test(reason) ? "what answers there is not PostgreSQL; check host and port" : reason
}

/** Makes the server release the locks of a vanished client: it probes after 10 s of silence, and waits 15 s for an answer. */
const keepaliveParameters = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "15s"
}

/** Startup parameters. A pooler only accepts those that it restores itself; `Session` checks the others. */
const parametersOf = ({ isPooler }: Address, { idle, lock }: Values, { parameters, statement }: Purpose) =>
  isPooler
    ? { timezone: "UTC" }
    : {
        timezone: "UTC",
        lock_timeout: String(lock),
        idle_in_transaction_session_timeout: String(idle),
        statement_timeout: String(statement),
        ...keepaliveParameters,
        ...parameters
      }

const poolLayer = (address: Address, purpose: Purpose, limits: Values) => {
  const { monitor, prepare, url } = address
  const { connections, pool, statement } = { ...limits, ...purpose }
  // The server cancels a slow statement. No answer a second later means that the connection is broken.
  const patience = purpose.patience ?? (statement === 0 ? Infinity : statement + 1_000)
  const opening = { patience, isPulse: purpose.patience !== undefined }
  const client = Effect.flatMap(
    Effect.try({
      try: () => DriverAddress.parse(url),
      catch: (cause) =>
        Failures.connection(cause instanceof Error ? cause : new Error(String(cause)), "connect")
    }),
    (at) =>
      Client.make({
        address: at,
        pool,
        most: connections,
        prepare,
        connectTimeout: purpose.patience ?? "3 seconds",
        parameters: {
          application_name: "sales-pipeline",
          ...parametersOf(address, limits, { ...purpose, statement })
        },
        watch: (session) => monitor.watch(session, opening)
      })
  )
  return PgClient.layerFrom(client).pipe(
    Layer.catch((cause) =>
      Layer.effectContext(
        Effect.fail(
          new DatabaseUnavailable({
            message: `The database ${nameOf(url)} cannot be reached: ${whyAway(cause)}`,
            cause
          })
        )
      )
    )
  )
}

/** A pool that opens connections on demand. */
export const of = (address: Address, purpose: Purpose) =>
  Layer.unwrap(Effect.map(DatabaseLimits, (limits) => poolLayer(address, purpose, limits)))
