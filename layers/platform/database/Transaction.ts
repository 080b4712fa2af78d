/** A transaction at READ COMMITTED, repeated if it lost a race. */
import { Cause, Clock, Context, Effect, type Fiber, Layer, Option, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Pipeline } from "./PipelineConnection.ts"
import { Unfounded } from "./Presumed.ts"
import * as Sql from "./Sql.ts"

const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      (reason._tag === "Die" && Sql.isRetryable(reason.defect)) ||
      (reason._tag === "Fail" && Sql.isRetryable(reason.error))
  )

const isUnfounded = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && reason.defect instanceof Unfounded)

/** Why a database that answers takes no writes, by SQLSTATE. */
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

/** Milliseconds for which a write that failed says that others will. */
const recent = 15_000

const schedule = Schedule.exponential("20 millis").pipe(Schedule.jittered)

export class Transaction extends Context.Service<
  Transaction,
  {
    /** Commits everything `effect` wrote, or nothing. */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Writes what was to go with a later statement, or with the commit (`Pipeline.later`). */
    readonly written: Effect.Effect<void>
    /** Why writes failed lately, though the database answers; undefined if none did. */
    readonly obstacle: Effect.Effect<string | undefined>
    /** Runs `effect` after the commit, or now if no transaction is open. */
    readonly afterCommit: <R>(effect: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
  }
>()("pipeline/layers/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pipelineOf = (fiber: Fiber.Fiber<unknown, unknown>) => {
        const [connection] = Context.getOrUndefined(fiber.context, sql.transactionService) ?? []
        return connection instanceof Pipeline ? connection : undefined
      }

      /** May take reads for granted. What fails by them, or before the database has looked, isn't known to fail. */
      const presuming = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql.withTransaction(
          Effect.withFiber<A, E, R>((fiber) => {
            const pipeline = pipelineOf(fiber)
            if (pipeline === undefined) return effect
            pipeline.mayPresume = true
            return Effect.catchCause(effect, (cause) =>
              pipeline.isPresuming && !Cause.hasInterrupts(cause)
                ? Effect.die(new Unfounded())
                : Effect.failCause(cause)
            )
          })
        )

      let met: { readonly obstacle: string; readonly at: number } | undefined
      const noted = (cause: Cause.Cause<unknown>) => {
        const obstacle = obstacleIn(cause)
        return obstacle === undefined
          ? Effect.void
          : Effect.map(Clock.currentTimeMillis, (at) => void (met = { obstacle, at }))
      }
      const obstacle = Effect.map(Clock.currentTimeMillis, (now) =>
        met !== undefined && now - met.at < recent ? met.obstacle : undefined
      )

      const run = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
        const once = sql.withTransaction(effect)
        // What repeats is made only for one that lost a race.
        const again = Effect.suspend(() =>
          Effect.sandbox(Effect.delay(once, "10 millis")).pipe(
            Effect.retry({ schedule, times: 3, while: lostRace }),
            Effect.catch((cause) => Effect.failCause(cause))
          )
        )
        const settled = Effect.catchCause(once, (cause) =>
          lostRace(cause) ? again : Effect.failCause(cause)
        )
        const all = Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
          // A savepoint can't repeat what is around it.
          if (pipelineOf(fiber) !== undefined) return settled
          return Effect.catchCause(presuming(effect), (cause) =>
            isUnfounded(cause) ? settled : lostRace(cause) ? again : Effect.failCause(cause)
          )
        })
        return Sql.orDie(Effect.tapCause(all, noted)) as Effect.Effect<A, E, R>
      }
      const written = Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        Option.match({
          onNone: () => Effect.void,
          onSome: ([connection]) =>
            connection instanceof Pipeline ? Effect.asVoid(Sql.orDie(connection.flush)) : Effect.void
        })
      )
      return Transaction.of({ run, written, obstacle, afterCommit: sql.afterCommit })
    })
  )
}
