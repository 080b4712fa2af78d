/** A PostgreSQL client: statements on pooled sessions, and transactions with pipelined statements. */
import { PgClient, type PgConnection, PgTypes } from "@effect/sql-pg"
import { Cause, Effect, Queue } from "effect"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { SessionConnection } from "./Connection.ts"
import { statement } from "../driver/Execution.ts"
import * as SessionEffects from "../driver/SessionEffects.ts"
import * as SessionPool from "../driver/SessionPool.ts"
import * as StatementCache from "./StatementCache.ts"
import * as Transactions from "./Transactions.ts"

export interface Client extends PgClient.PgClient {
  /** Lends a separate connection for one effect, even within a transaction. */
  readonly lend: SqlConnection.Borrower
}

export const isClient = (sql: SqlClient.SqlClient): sql is Client => "lend" in sql

const quoted = Statement.defaultEscape('"')

export const make = Effect.fnUntraced(function* (settings: SessionPool.Settings) {
  const pool = yield* SessionPool.make(settings)
  const { address } = settings
  const acquirer = Effect.map(pool.get, (session) => new SessionConnection(session))
  const lend: Client["lend"] = (effect) => pool.use((session) => effect(new SessionConnection(session)))
  const client = yield* SqlClient.make({
    acquirer,
    borrower: lend,
    compiler: StatementCache.caching(PgClient.makeCompiler()),
    driver: "pg",
    spanAttributes: [
      ["db.system.name", "postgresql"],
      ["db.namespace", address.database ?? address.user],
      ["server.address", "host" in address.target ? address.target.host : address.target.path],
      ["server.port", "port" in address.target ? address.target.port : 5432]
    ]
  })
  const listen: Client["listen"] = (channel) =>
    Effect.gen(function* () {
      const session = yield* pool.get
      const queue = yield* Queue.unbounded<PgConnection.Notification, SqlError.SqlError>()
      const { onEnd } = session
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          session.onNotification = (processId, payload) =>
            Queue.offerUnsafe(queue, { processId, channel, payload })
          session.onEnd = () => {
            onEnd()
            if (session.failure !== undefined) Queue.failCauseUnsafe(queue, Cause.fail(session.failure))
          }
        }),
        () =>
          Effect.suspend(() => {
            session.onNotification = undefined
            session.onEnd = onEnd
            const unlisten = SessionEffects.run(session, statement(`UNLISTEN ${quoted(channel)}`, [], false))
            return Effect.ignore(unlisten, { log: "Debug" })
          })
      )
      yield* SessionEffects.run(session, statement(`LISTEN ${quoted(channel)}`, [], false))
      return queue
    })
  const json = (value: unknown) => Statement.fragment([Statement.parameter(PgTypes.jsonb(value))])
  const notify = (channel: string, payload: string) =>
    Effect.asVoid(lend((connection) => connection.executeRaw("SELECT pg_notify($1, $2)", [channel, payload])))
  const own = { [PgClient.TypeId]: PgClient.TypeId, config: {}, json, listen, notify, lend }
  return Object.assign(client, own, Transactions.make(client, pool.use)) satisfies Client as Client
})
