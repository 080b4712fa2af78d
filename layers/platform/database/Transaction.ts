/** A transaction at READ COMMITTED, repeated if it lost a race. */
import { Cause, Context, Effect, Layer, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Pipeline } from "./PipelineConnection.ts"
import * as Sql from "./Sql.ts"

const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      (reason._tag === "Die" && Sql.isRetryable(reason.defect)) ||
      (reason._tag === "Fail" && Sql.isRetryable(reason.error))
  )

const schedule = Schedule.exponential("20 millis").pipe(Schedule.jittered)

export class Transaction extends Context.Service<
  Transaction,
  {
    /** Commits everything `effect` wrote, or nothing. */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Writes what was to go with a later statement, or with the commit (`Pipeline.later`). */
    readonly written: Effect.Effect<void>
    /** Runs `effect` after the commit, or now if no transaction is open. */
    readonly afterCommit: <R>(effect: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
  }
>()("pipeline/layers/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const run = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
        const once = sql.withTransaction(effect)
        const again = Effect.sandbox(Effect.delay(once, "10 millis")).pipe(
          Effect.retry({ schedule, times: 3, while: lostRace }),
          Effect.catch((cause) => Effect.failCause(cause))
        )
        // What repeats is made only for one that lost a race.
        const settled = Effect.catchCause(once, (cause) =>
          lostRace(cause) ? again : Effect.failCause(cause)
        )
        return Sql.orDie(settled) as Effect.Effect<A, E, R>
      }
      const written = Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        Option.match({
          onNone: () => Effect.void,
          onSome: ([connection]) =>
            connection instanceof Pipeline ? Effect.asVoid(Sql.orDie(connection.flush)) : Effect.void
        })
      )
      return Transaction.of({ run, written, afterCommit: sql.afterCommit })
    })
  )
}
