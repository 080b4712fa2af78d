/** The connection to PostgreSQL: the one at DATABASE_URL, or the embedded one. */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Layer, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { Limits, type Values } from "./Limits.ts"
import * as Pulse from "./Pulse.ts"
import * as Wires from "./Wires.ts"
import { reasonOf } from "./Sql.ts"
import * as RowTypes from "./RowTypes.ts"
import * as Observed from "../metrics/Observed.ts"
import { Settings } from "../Settings.ts"

/** The message is one line for the operator: it names host and database, never the password. */
class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const oldest = 15

/** Host, port and database of an address, for messages. */
const nameOf = (url: Redacted.Redacted) => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null) return "given by DATABASE_URL (not a valid address)"
  const database = decodeURIComponent(parsed.pathname.slice(1)) || decodeURIComponent(parsed.username)
  return `"${database}" at ${parsed.hostname || "localhost"}:${parsed.port || "5432"}`
}

/** How the driver reports bytes of something that is not PostgreSQL, such as an HTTP server. */
const senseless = /^(Message length|Unexpected |Unknown |Invalid )/u

const whyAway = (error: SqlError.SqlError): string => {
  const reason = reasonOf(error)
  return senseless.test(reason) ? "what answers there is not PostgreSQL; check host and port" : reason
}

const check = Effect.fn("Database.check")(function* (name: string) {
  const sql = yield* PgClient.PgClient
  const [row] = yield* sql<{
    version: number
  }>`SELECT current_setting('server_version_num')::int / 10000 AS version`.pipe(
    Effect.mapError(
      (cause) =>
        new DatabaseUnavailable({
          message: `The database ${name} cannot be reached: ${whyAway(cause)}`,
          cause
        })
    )
  )
  if ((row?.version ?? 0) >= oldest) return
  return yield* new DatabaseUnavailable({
    message: `The database ${name} runs PostgreSQL ${row?.version}: ${oldest} or newer is needed.`
  })
})

interface Purpose {
  readonly pool: Wires.Pool
  /** As many as `Limits` says unless given. */
  readonly connections?: number
  /** Milliseconds for each statement; 0 means no limit. As `Limits` says unless given. */
  readonly statement?: number
  readonly parameters?: Readonly<Record<string, string>>
  readonly isPulse?: boolean
}

/** The server frees the locks of a vanished client: it probes after 10 s of silence, and waits 15 s for an answer. */
const abandoned = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "15s"
}

/** A pool on an address; connections open on demand. */
const poolOf = (url: Redacted.Redacted, wires: Wires.Wires | undefined, purpose: Purpose) =>
  Layer.unwrap(Effect.map(Limits, (limits) => limitedPool(url, wires, { ...limits, ...purpose }, limits)))

const limitedPool = (
  url: Redacted.Redacted,
  wires: Wires.Wires | undefined,
  {
    connections,
    isPulse = false,
    parameters = {},
    pool,
    statement
  }: Required<Pick<Purpose, "connections" | "statement">> & Purpose,
  { idle, lock }: Values
) => {
  // The server ends a slow statement; a second later, the only explanation is that we don't hear the server.
  const patience = isPulse ? Pulse.patience : statement === 0 ? Infinity : statement + 1_000
  return PgClient.layer({
    url,
    applicationName: "sales-pipeline",
    maxConnections: connections,
    types: RowTypes.registry,
    connectTimeout: isPulse ? `${Pulse.patience} millis` : "3 seconds",
    startupParameters: {
      timezone: "UTC",
      lock_timeout: String(lock),
      idle_in_transaction_session_timeout: String(idle),
      statement_timeout: String(statement),
      ...abandoned,
      ...parameters
    },
    stream: wires && (() => wires.open({ patience, isPulse, pool }))
  }).pipe(
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

/** A pool on an address whose server was checked, and the watch over all connections to it. */
const connect = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.map(Wires.make(url), (wires) => {
      const name = nameOf(url)
      // Sockets need the real clock: time that a test skips is not silence.
      const pulse = Pulse.Pulse.layer(wires).pipe(
        Layer.provide(poolOf(url, wires, { pool: "pulse", connections: 1, isPulse: true })),
        Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))
      )
      const size = Effect.flatMap(Limits, ({ connections }) =>
        Observed.gauge(
          { name: "database_pool_size", description: "The most connections of requests at once" },
          () => connections
        )
      )
      return Layer.effect(
        Database,
        Effect.as(Effect.andThen(check(name), size), Database.of({ url, name, wires }))
      ).pipe(Layer.provideMerge(poolOf(url, wires, { pool: "callers" })), Layer.merge(pulse))
    })
  )

const embedded = Layer.unwrap(Effect.map(EmbeddedPostgres, ({ url }) => connect(url))).pipe(
  Layer.provide(EmbeddedPostgres.layer)
)

/** This process's database, for code that needs its address rather than a connection. */
export class Database extends Context.Service<
  Database,
  { readonly url: Redacted.Redacted; readonly name: string; readonly wires: Wires.Wires | undefined }
>()("pipeline/layers/Database") {
  static readonly connect = connect
  /** A separate pool of connections. */
  private static readonly pool = (purpose: Purpose) =>
    Layer.unwrap(Effect.map(Database, ({ url, wires }) => poolOf(url, wires, purpose)))
  /**
   * For work that callers must not hold up, however many there are. Commits do not wait for the disk, so it is only
   * for work that may be repeated if the server crashes within the second.
   */
  static readonly apart = (connections: number, statement?: number) =>
    Database.pool({
      pool: "background",
      connections,
      ...(statement !== undefined && { statement }),
      parameters: { synchronous_commit: "off" }
    })
  /** For operators' commands: statements have no time limit. */
  static readonly unhurried = Database.pool({ pool: "operator", connections: 4, statement: 0 })
  /** The same for migrations, which set their own limits on what keeps others waiting. */
  static readonly migrating = Database.pool({
    pool: "operator",
    connections: 2,
    statement: 0,
    parameters: { lock_timeout: "0" }
  })
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ databaseUrl }) => (databaseUrl ? connect(databaseUrl) : embedded))
  )
}
