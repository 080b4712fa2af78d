/**
 * Runs transactions with pipelined statements and after-commit effects. Like `SqlClient.makeWithTransaction`, but without a scope, a pin
 * and a span per transaction, which took a fifth of all steps of a write.
 */
import { Context, Effect, Exit, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Session } from "../driver/Session.ts"
import type { SessionPool } from "../driver/SessionPool.ts"
import { TransactionConnection } from "./TransactionConnection.ts"

type AfterCommit = Effect.Effect<void>

/** A transaction, or a savepoint within one. */
class Level {
  /** Effects to run after the commit. */
  readonly after: Array<AfterCommit> = []
  isOpen = true
  /** Whether the writes were committed. The caller may have been interrupted meanwhile. */
  isKept = false
  readonly outer: Level | undefined
  #turn: Semaphore.Semaphore | undefined

  constructor(outer?: Level) {
    this.outer = outer
  }

  /** Serializes savepoints of concurrent fibers. */
  get turn(): Semaphore.Semaphore {
    return (this.#turn ??= Semaphore.makeUnsafe(1))
  }

  get isEnded(): boolean {
    return !this.isOpen || this.outer?.isEnded === true
  }
}

const runLogged = <R>(effect: Effect.Effect<void, never, R>) =>
  Effect.ignoreCause(effect, { log: "Unhandled", message: "What was to come after a commit failed" })

/** Adds a span to each transaction, only if tracing is on. */
const traced = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>(
    (fiber) =>
      (fiber.cache.tracerEnabled
        ? Effect.withSpan(effect, "sql.transaction", { kind: "internal" })
        : effect) as typeof effect
  )

/** Transactions of a client whose pool lends each connection exclusively. */
export const make = (client: SqlClient.SqlClient, lend: SessionPool["use"]) => {
  const service = client.transactionService
  /** The level of each value of the transaction service. Shared reads and other clients have none. */
  const levels = new WeakMap<object, Level>()
  const heldIn = (services: Context.Context<never>) => Context.getOrUndefined(services, service)

  /** Runs `effect` on a level with its caller's services, then `kept` on success or `undone` on failure. */
  const on = <A, E, R, E2>(
    effect: Effect.Effect<A, E, R>,
    services: Context.Context<never>,
    held: readonly [TransactionConnection, depth: number],
    level: Level,
    kept: Effect.Effect<unknown, E2>,
    undone: Effect.Effect<unknown, E2>
  ) => {
    levels.set(held, level)
    const inside = Effect.updateContext(
      effect,
      () => Context.add(services, service, held) as Context.Context<R>
    )
    return Effect.onExitPrimitive(inside as typeof effect, (exit) =>
      Exit.isSuccess(exit)
        ? Effect.map(kept, () => void (level.isKept = true))
        : Effect.asVoid(Effect.orDie(undone))
    )
  }

  const begun = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    services: Context.Context<never>,
    session: Session,
    level: Level
  ) => {
    let connection: TransactionConnection | undefined
    const run = Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
      const begun = new TransactionConnection(session, fiber.getRef(SqlClient.BeginTransaction))
      connection = begun
      return on(effect, services, [begun, 0], level, begun.commit, begun.rollback)
    })
    return Effect.onExitPrimitive(run, () => {
      connection?.leave()
      return undefined
    })
  }

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>, services: Context.Context<never>) => {
    const level = new Level()
    const lent = lend((session) => begun(effect, services, session, level))
    // A fiber that shares a connection or reads a replica writes on a connection of its own.
    const run = heldIn(services) === undefined ? lent : Effect.updateContext(lent, Context.omit(service))
    return Effect.onExitPrimitive(run as typeof lent, () => {
      level.isOpen = false
      if (!level.isKept || level.after.length === 0) return undefined
      return Effect.forEach(level.after, runLogged, { discard: true })
    })
  }

  const savepoint = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    services: Context.Context<never>,
    connection: TransactionConnection,
    depth: number,
    outer: Level
  ) => {
    const name = `effect_sql_${depth}`
    const level = new Level(outer)
    const released = Effect.orDie(connection.released(`RELEASE SAVEPOINT ${name}`, depth))
    const undone = Effect.andThen(connection.executeRaw(`ROLLBACK TO SAVEPOINT ${name}`, []), released)
    const run = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(connection.savepoint(`SAVEPOINT ${name}`, depth), () =>
        on(restore(effect), services, [connection, depth], level, released, undone)
      )
    )
    return outer.turn.withPermit(
      Effect.onExitPrimitive(run, () => {
        level.isOpen = false
        if (level.isKept) outer.after.push(...level.after)
        return undefined
      })
    )
  }

  /** Commits everything that `effect` wrote, or nothing. */
  const withTransaction: SqlClient.SqlClient["withTransaction"] = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    traced(
      Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) => {
        const { context } = fiber
        const held = heldIn(context)
        const level = held === undefined ? undefined : levels.get(held)
        const [connection, depth = 0] = held ?? []
        return connection instanceof TransactionConnection && level !== undefined
          ? savepoint(effect, context, connection, depth + 1, level)
          : outermost(effect, context)
      })
    )

  /** Runs `effect` with the current services after the commit, or immediately if no transaction is open. */
  const afterCommit: SqlClient.SqlClient["afterCommit"] = (effect) =>
    Effect.withFiber((fiber) => {
      const held = heldIn(fiber.context)
      const level = held === undefined ? undefined : levels.get(held)
      if (level === undefined) return runLogged(effect)
      if (level.isEnded) return Effect.die(new Error("The transaction has already ended"))
      level.after.push(
        Effect.provideContext(
          effect,
          Context.omit(service)(fiber.context) as typeof fiber.context
        ) as AfterCommit
      )
      return Effect.void
    })

  return { withTransaction, afterCommit }
}
