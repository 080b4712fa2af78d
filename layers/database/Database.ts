/** Connects to PostgreSQL: the server at DATABASE_URL, or the embedded one. */
import { Clock, Context, Effect, Layer, type Redacted } from "effect"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { DatabaseLimits } from "./DatabaseLimits.ts"
import * as Pool from "./client/Pool.ts"
import * as DatabaseHeartbeat from "./DatabaseHeartbeat.ts"
import * as SessionCheck from "./client/SessionCheck.ts"
import * as ConnectionMonitor from "./client/ConnectionMonitor.ts"
import * as ObservableMetrics from "../metrics/ObservableMetrics.ts"
import { Settings } from "../settings/Settings.ts"

/** Connection pooler settings, if the address is that of one. */
interface Pooler {
  /** The server's own address, for work that needs a session. */
  readonly direct: Redacted.Redacted
  /** Whether the pooler supports prepared statements (PgBouncer does since 1.21). */
  readonly prepare: boolean
}

const inFront = ["callers", "background", "pulse"] as const
const directPools = ["listeners", "operator"] as const

/** Addresses for requests and jobs, and for work that needs a session. They are the same unless there is a pooler. */
const addresses = Effect.fnUntraced(function* (url: Redacted.Redacted, pooler: Pooler | undefined) {
  const made = Effect.fnUntraced(function* (
    at: Redacted.Redacted,
    pools: ReadonlyArray<ConnectionMonitor.Pool>
  ) {
    return { url: at, monitor: yield* ConnectionMonitor.make(pools), isPooler: false, prepare: true }
  })
  if (pooler === undefined) {
    const only = yield* made(url, [...inFront, ...directPools])
    return { front: only, direct: only }
  }
  const front = { ...(yield* made(url, inFront)), isPooler: true, prepare: pooler.prepare }
  return { front, direct: yield* made(pooler.direct, directPools) }
})

interface Addresses {
  readonly front: Pool.Address
  readonly direct: Pool.Address
}

const checked = Effect.fnUntraced(function* ({ direct, front }: Addresses) {
  const server = yield* SessionCheck.check(front)
  if (direct === front) return
  const pool = Pool.of(direct, { pool: "operator", connections: 1 })
  yield* Effect.scoped(Effect.provide(SessionCheck.same(server, direct), pool))
})

/** A pool for an address whose server was checked, and the monitor of all its connections. */
const connect = (url: Redacted.Redacted, pooler?: Pooler) =>
  Layer.unwrap(
    Effect.map(addresses(url, pooler), (at) => {
      // Sockets need the real clock: time that a test skips must not count as silence.
      const pulse = DatabaseHeartbeat.DatabaseHeartbeat.layer(at.front.monitor).pipe(
        Layer.provide(
          Pool.of(at.front, { pool: "pulse", connections: 1, patience: DatabaseHeartbeat.patience })
        ),
        Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))
      )
      const size = Effect.flatMap(DatabaseLimits, ({ connections }) =>
        ObservableMetrics.gauge(
          { name: "database_pool_size", description: "The most connections of requests at once" },
          () => connections
        )
      )
      const { url } = at.direct
      return Layer.effect(
        Database,
        Effect.as(Effect.andThen(checked(at), size), Database.of({ ...at, url, name: Pool.nameOf(url) }))
      ).pipe(Layer.provideMerge(Pool.of(at.front, { pool: "callers" })), Layer.merge(pulse))
    })
  )

const embedded = Layer.unwrap(
  Effect.gen(function* () {
    const { ready } = yield* EmbeddedPostgres
    const { url } = yield* ready
    return connect(url)
  })
).pipe(Layer.provide(EmbeddedPostgres.layer))

/** This process's database, for code that needs its address rather than a connection. */
export class Database extends Context.Service<
  Database,
  Addresses & {
    /** The server's own address, never a pooler's. */
    readonly url: Redacted.Redacted
    readonly name: string
  }
>()("pipeline/layers/Database") {
  static readonly connect = connect
  /** A separate connection pool for transactions. */
  private static readonly pool = (purpose: Pool.Purpose) =>
    Layer.unwrap(Effect.map(Database, ({ front }) => Pool.of(front, purpose)))
  /** A separate pool that bypasses the pooler: each connection is one server session. */
  private static readonly sessions = (purpose: Pool.Purpose) =>
    Layer.unwrap(Effect.map(Database, ({ direct }) => Pool.of(direct, purpose)))
  /**
   * For background work that callers must not delay. Commits don't wait for the disk (unless there is a pooler), so the work must be
   * repeatable after a crash.
   */
  static readonly background = (connections: number) =>
    Database.pool({ pool: "background", connections, parameters: { synchronous_commit: "off" } })
  /** For LISTEN and NOTIFY, which either answer quickly or are broken, hence the 2 s timeout. */
  static readonly listeners = (connections: number) =>
    Database.sessions({
      pool: "listeners",
      connections,
      statement: 2_000,
      parameters: { synchronous_commit: "off" }
    })
  /** For operators' commands, without a statement timeout. */
  static readonly operator = Database.sessions({ pool: "operator", connections: 4, statement: 0 })
  /** For migrations, which set their own lock timeouts. */
  static readonly migrating = Database.sessions({
    pool: "operator",
    connections: 2,
    statement: 0,
    parameters: { lock_timeout: "0" }
  })
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ databaseUrl, pooler }) => (databaseUrl ? connect(databaseUrl, pooler) : embedded))
  )
}
