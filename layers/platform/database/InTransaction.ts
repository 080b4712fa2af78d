/**
 * Runs effects in transactions that are pipelines, and what was to come after their commit. It does what
 * `SqlClient.makeWithTransaction` does for every driver, without a scope, a pin and a span for each transaction: those were a
 * fifth of all the steps of a write.
 */
import type { PgClient } from "@effect/sql-pg"
import { Context, Effect, Exit, Semaphore } from "effect"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { type Driver, end } from "./Driver.ts"
import * as Lean from "./Lean.ts"
import { Pipeline } from "./PipelineConnection.ts"
import { Presumed } from "./Presumed.ts"
import type * as Wires from "./Wires.ts"

/** A connection as the pool lends it. */
type Lent = SqlConnection.Connection & { readonly connection: Driver }

/** As often as the wires are looked at, for pipelines that wait longer than `patience`. */
export interface Watch {
  readonly wires: Wires.Wires | undefined
  /** Milliseconds that each statement may wait for its answer. */
  readonly patience: number
}

type Told = Effect.Effect<void>

/** A transaction, or a savepoint in one. */
class Level {
  /** What comes after the commit. */
  readonly after: Array<Told> = []
  isOpen = true
  readonly outer: Level | undefined
  #turn: Semaphore.Semaphore | undefined

  constructor(outer?: Level) {
    this.outer = outer
  }

  /** Savepoints of several fibers take turns. */
  get turn(): Semaphore.Semaphore {
    return (this.#turn ??= Semaphore.makeUnsafe(1))
  }

  get isEnded(): boolean {
    return !this.isOpen || this.outer?.isEnded === true
  }
}

/** What the service of a transaction holds: other clients and shared reads leave the level out. */
type Held = readonly [connection: SqlConnection.Connection, depth: number, level?: Level]

const told = <R>(effect: Effect.Effect<void, never, R>) =>
  Effect.ignoreCause(effect, { log: "Unhandled", message: "What was to come after a commit failed" })

/** A span for each transaction, only if tracing is on. */
const traced = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>(
    (fiber) =>
      (fiber.cache.tracerEnabled
        ? Effect.withSpan(effect, "sql.transaction", { kind: "internal" })
        : effect) as typeof effect
  )

/** The transactions of a client whose pool lends each connection to one at a time. */
export const make = (client: PgClient.PgClient, { patience, wires }: Watch) => {
  const presumed = new Presumed()
  const service = client.transactionService as unknown as Context.Key<Held, Held>
  const lend = Lean.borrowerOf(client`SELECT`)!
  const heldIn = (services: Context.Context<never>) => Context.getOrUndefined(services, service)

  /** Runs `effect` on a level, and what ends it. */
  const on = <A, E, R, E2>(
    effect: Effect.Effect<A, E, R>,
    held: Held,
    ended: (exit: Exit.Exit<A, E>) => Effect.Effect<void, E2>
  ) => Effect.onExitPrimitive(Effect.provideService(effect, service, held), ended)

  const begun = <A, E, R>(effect: Effect.Effect<A, E, R>, lent: SqlConnection.Connection, level: Level) => {
    const driver = (lent as Lent).connection
    let unwatch: (() => void) | undefined
    const run = Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
      const pipeline = new Pipeline(driver, lent, presumed)
      unwatch = wires?.watch(pipeline, patience)
      pipeline.begin(fiber.getRef(SqlClient.BeginTransaction))
      return on(effect, [pipeline, 0, level], (exit) =>
        Exit.isSuccess(exit) ? pipeline.commit : Effect.orDie(Effect.asVoid(pipeline.rollback))
      )
    })
    // Whoever gets the connection next must not find answers on it that nobody waits for.
    return Effect.onExitPrimitive(run, () => {
      unwatch?.()
      return driver.pipelineIsIdle() ? undefined : end(driver, 0)
    })
  }

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const level = new Level()
    return Effect.onExitPrimitive(
      lend((connection) => begun(effect, connection, level)),
      (exit) => {
        level.isOpen = false
        if (Exit.isFailure(exit) || level.after.length === 0) return undefined
        return Effect.forEach(level.after, told, { discard: true })
      }
    )
  }

  const savepoint = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    pipeline: Pipeline,
    depth: number,
    outer: Level
  ) => {
    const name = `effect_sql_${depth}`
    const level = new Level(outer)
    const released = Effect.orDie(Effect.asVoid(pipeline.released(`RELEASE SAVEPOINT ${name}`, depth)))
    const undone = Effect.andThen(
      Effect.orDie(pipeline.rolledBackTo(`ROLLBACK TO SAVEPOINT ${name}`)),
      released
    )
    const run = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(pipeline.savepoint(`SAVEPOINT ${name}`, depth), () =>
        on(restore(effect), [pipeline, depth, level], (exit) => (Exit.isSuccess(exit) ? released : undone))
      )
    )
    return outer.turn.withPermit(
      Effect.onExitPrimitive(run, (exit) => {
        level.isOpen = false
        if (Exit.isSuccess(exit)) outer.after.push(...level.after)
        return undefined
      })
    )
  }

  /** Commits everything `effect` wrote, or nothing. */
  const withTransaction: SqlClient.SqlClient["withTransaction"] = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    traced(
      Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
        const [connection, depth = 0, level] = heldIn(fiber.context) ?? []
        return connection instanceof Pipeline && level !== undefined
          ? savepoint(effect, connection, depth + 1, level)
          : outermost(effect)
      })
    )

  /** Runs `effect` with the services of now, once everything is committed; at once if nothing is open. */
  const afterCommit: SqlClient.SqlClient["afterCommit"] = (effect) =>
    Effect.withFiber((fiber) => {
      const level = heldIn(fiber.context)?.[2]
      if (level === undefined) return told(effect)
      if (level.isEnded) return Effect.die(new Error("The transaction has already ended"))
      level.after.push(
        Effect.provideContext(effect, Context.omit(service)(fiber.context) as typeof fiber.context) as Told
      )
      return Effect.void
    })

  return { withTransaction, afterCommit }
}
