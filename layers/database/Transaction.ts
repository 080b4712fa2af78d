/** Runs a transaction at READ COMMITTED, and repeats it if it lost a race. */
import { Cause, Clock, Context, Effect, Layer, Option, Schedule } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import * as StatementPipeline from "./client/StatementPipeline.ts"
import * as Sql from "./Sql.ts"
import { TransactionConnection } from "./client/TransactionConnection.ts"

const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      (reason._tag === "Die" && Sql.isRetryable(reason.defect)) ||
      (reason._tag === "Fail" && Sql.isRetryable(reason.error))
  )

/** Reasons why a database that answers accepts no writes, by SQLSTATE. */
const obstacles = new Map([
  ["53100", "disk_full"],
  ["25006", "read_only"]
])

const obstacleIn = (cause: Cause.Cause<unknown>): string | undefined =>
  cause.reasons
    .map((reason) => {
      const error = reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
      return SqlError.isSqlError(error) ? obstacles.get(String(Sql.sqlStateOf(error))) : undefined
    })
    .find((obstacle) => obstacle !== undefined)

/** Milliseconds for which a failed write marks the database as not writable. */
const obstacleMemory = 15_000

const schedule = Schedule.exponential("20 millis").pipe(Schedule.jittered)

export class Transaction extends Context.Service<
  Transaction,
  {
    /** Commits everything that `effect` wrote, or nothing. */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Defers a write whose result isn't used, so that it is sent with the transaction's next statement or its commit. */
    readonly defer: (write: Statement.Statement<unknown>) => Effect.Effect<void>
    /** Sends the deferred writes now (`StatementPipeline.later`). */
    readonly written: Effect.Effect<void>
    /** Why recent writes failed although the database answers; undefined if none did. */
    readonly obstacle: Effect.Effect<string | undefined>
    /** Runs `effect` after the commit, or now if no transaction is open. */
    readonly afterCommit: <R>(effect: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
  }
>()("pipeline/layers/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let lastObstacle: { readonly obstacle: string; readonly at: number } | undefined
      const noteObstacle = (cause: Cause.Cause<unknown>) => {
        const obstacle = obstacleIn(cause)
        return obstacle === undefined
          ? Effect.void
          : Effect.map(Clock.currentTimeMillis, (at) => void (lastObstacle = { obstacle, at }))
      }
      const obstacle = Effect.map(Clock.currentTimeMillis, (now) =>
        lastObstacle !== undefined && now - lastObstacle.at < obstacleMemory
          ? lastObstacle.obstacle
          : undefined
      )

      const run = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
        const once = sql.withTransaction(effect)
        // The retry is built only if the first attempt lost a race.
        const again = Effect.suspend(() =>
          Effect.sandbox(Effect.delay(once, "10 millis")).pipe(
            Effect.retry({ schedule, times: 3, while: lostRace }),
            Effect.catch((cause) => Effect.failCause(cause))
          )
        )
        const settled = Effect.catchCause(once, (cause) =>
          lostRace(cause) ? again : Effect.failCause(cause)
        )
        // A savepoint can't repeat the transaction around it.
        return Sql.orDie(Effect.tapCause(settled, noteObstacle)) as Effect.Effect<A, E, R>
      }
      const written = Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        Option.match({
          onNone: () => Effect.void,
          onSome: ([connection]) =>
            connection instanceof TransactionConnection
              ? Effect.asVoid(Sql.orDie(connection.flush))
              : Effect.void
        })
      )
      const defer = (write: Statement.Statement<unknown>) => Sql.orDie(StatementPipeline.defer(sql, write))
      return Transaction.of({ run, defer, written, obstacle, afterCommit: sql.afterCommit })
    })
  )
}
