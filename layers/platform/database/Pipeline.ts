/**
 * The connection of a transaction, which sends several statements in one write: BEGIN goes with the first read, and
 * writes whose rows nobody needs go with the next statement or with COMMIT. The server does them in their order, as if
 * each had waited for the one before. After one that fails it refuses the others, and makes COMMIT a rollback.
 */
import { Context, Deferred, Effect, Exit, Stream } from "effect"
import { type SqlConnection, SqlError, Statement } from "effect/sql"
import { performance } from "node:perf_hooks"
import * as Lean from "./Lean.ts"
import { type Asked, asked, type Driver, type Ended, type Output, stop, submit } from "./Driver.ts"

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

type Rows = ReadonlyArray<any>

/** A statement that decides whether a transaction goes on. */
interface Guard {
  /** Looks at what came of it, and may fail what was sent along with it. */
  readonly check: (exit: Exit.Exit<Rows, SqlError.SqlError>) => Failing<void>
  /** Takes it back if there turns out to be no transaction. */
  readonly undo: readonly [sql: string, params: ReadonlyArray<unknown>]
}

/** How a statement is sent. */
const Manner = Context.Reference<"at once" | "later" | Guard>("pipeline/layers/Pipeline/Manner", {
  defaultValue: () => "at once"
})

/**
 * Lets a write whose rows nobody needs go with the next statement of its transaction, or with COMMIT; if it fails, so do
 * they. Within a savepoint, or without a transaction, it is done at once.
 */
export const later = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<void, E, R> => {
  const lean = Statement.isFragment(write) ? Lean.rows(write as never) : write
  return Effect.asVoid(Effect.provideService(lean as typeof write, Manner, "later"))
}

/** Lets a statement go with the first one of its transaction. Nothing else is written before it is checked. */
export const guarded = <R>(statement: Effect.Effect<Rows, SqlError.SqlError, R>, guard: Guard) =>
  Effect.flatMap(Effect.exit(Effect.provideService(statement, Manner, guard)), (exit) =>
    Exit.isSuccess(exit) && exit.value === held ? Effect.void : guard.check(exit)
  )

/** Runs them at once: within a transaction, what they ask first goes in one write, in this order. */
export const together = <const All extends ReadonlyArray<Effect.Effect<any, any, any>>>(...all: All) =>
  Effect.all(all, { concurrency: "unbounded" })

interface Part extends Asked {
  readonly guard?: Guard
}

/** Instead of the rows of a statement that goes later. */
const held: Rows = []

/** These change nothing if there is no transaction, so that they can be sent before the answer to BEGIN. */
const isRead = /^\s*SELECT\b/iu

const rolledBack = new Error("COMMIT rolled back an aborted transaction")

export class Pipeline implements SqlConnection.Connection {
  /** When the first statement without an answer was sent, or the last answer came; see `Wires`. */
  waitingSince: number | undefined
  private readonly driver: Driver
  private readonly plain: SqlConnection.Connection
  /** BEGIN, and the reads that decide whether to go on, until they are sent. */
  private ahead: Array<Part> = []
  /** Writes that go with the next statement. */
  private behind: Array<Part> = []
  /** Done when what is ahead was answered well. */
  private opening: Deferred.Deferred<void, SqlError.SqlError> | undefined
  private isOpen = false
  private depth = 0

  constructor(driver: Driver, plain: SqlConnection.Connection) {
    this.driver = driver
    this.plain = plain
  }

  end(error: Error): void {
    const reason = new SqlError.ConnectionError({ cause: error, message: error.message, operation: "query" })
    this.driver.fatal(new SqlError.SqlError({ reason }))
  }

  /** Sends parts in one write. */
  private exits(parts: ReadonlyArray<Part>): Effect.Effect<ReadonlyArray<Ended>> {
    return Effect.callback((resume) => {
      const exits: Array<Ended> = []
      this.waitingSince = performance.now()
      let left = parts.length
      const forget = parts.map((part, index) =>
        submit(this.driver, part, (exit) => {
          exits[index] = exit
          this.waitingSince = this.driver.pipelineIsIdle() ? undefined : performance.now()
          if (--left === 0) resume(Effect.succeed(exits))
        })
      )
      return Effect.suspend(() => {
        for (const one of forget) one()
        return stop(this.driver)
      })
    })
  }

  /** The answer of the last part, or the first failure. */
  private send(parts: ReadonlyArray<Part>): Failing<Output> {
    return Effect.flatMap(this.exits(parts), (exits) => exits.find(Exit.isFailure) ?? exits.at(-1)!)
  }

  /** Sends what is ahead, with `rest`. */
  private begun(rest: ReadonlyArray<Part>): Failing<Output> {
    const opening = Deferred.makeUnsafe<void, SqlError.SqlError>()
    const { ahead } = this
    this.opening = opening
    this.ahead = []
    const guards = ahead.flatMap(({ guard }) => guard ?? [])
    const opened = Effect.flatMap(this.exits([...ahead, ...rest]), (exits): Failing<Failing<Output>> => {
      const begin = exits[0]!
      if (Exit.isFailure(begin)) {
        const undone = guards.map(({ undo: [sql, params] }) => asked(sql, params, false))
        return Effect.as(undone.length === 0 ? Effect.void : this.exits(undone), begin)
      }
      const checked = Effect.forEach(
        guards,
        ({ check }, index) => check(Exit.map(exits[index + 1]!, ({ result }) => result.rows)),
        { discard: true }
      )
      return Effect.map(checked, () => {
        this.isOpen = true
        Deferred.doneUnsafe(opening, Effect.void)
        return exits.at(-1)!
      })
    })
    return Effect.flatten(Effect.onError(opened, (cause) => Deferred.failCause(opening, cause)))
  }

  private readonly open: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    if (this.isOpen) return Effect.void
    return this.opening === undefined ? this.begun([]) : Deferred.await(this.opening)
  })

  private run(part: Part): Failing<Output> {
    return Effect.suspend(() => {
      const mayGoAlong = this.behind.length === 0 && isRead.test(part.sql)
      if (!this.isOpen && !mayGoAlong) return Effect.andThen(this.open, this.run(part))
      if (!this.isOpen && this.opening === undefined) return this.begun([part])
      const { behind } = this
      if (behind.length === 0) return this.send([part])
      this.behind = []
      return this.send([...behind, part])
    })
  }

  /** As the statement's `Manner` says. */
  private rows(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean, transform?: Transform) {
    return Effect.withFiber<Rows, SqlError.SqlError>((fiber) => {
      const one = asked(sql, params, isPrepared)
      const manner = fiber.getRef(Manner)
      if (manner === "later" && this.depth === 0) {
        this.behind.push(one)
        return Effect.succeed(held)
      }
      if (typeof manner === "object" && this.opening === undefined) {
        this.ahead.push({ ...one, guard: manner })
        return Effect.succeed(held)
      }
      return Effect.map(this.run(one), ({ result: { rows } }) =>
        transform === undefined ? rows : transform(rows)
      )
    })
  }

  private control(text: string) {
    return this.run(asked(text, [], true))
  }

  /** Never prepared: a name that the server has forgotten would let what follows be done without a transaction. */
  begin(text = "BEGIN") {
    return Effect.sync(() => void this.ahead.push(asked(text, [], false)))
  }

  readonly commit: Failing<void> = Effect.suspend((): Failing<void> => {
    if (this.opening === undefined && this.behind.length === 0 && this.ahead.length === 1) return Effect.void
    return Effect.flatMap(this.control("COMMIT"), ({ result: { command } }) => {
      if (command !== "ROLLBACK") return Effect.void
      const { message } = rolledBack
      const reason = new SqlError.UnknownError({ cause: rolledBack, message, operation: "commit" })
      return Effect.fail(new SqlError.SqlError({ reason }))
    })
  })

  readonly rollback: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    this.behind = []
    return this.opening === undefined ? Effect.void : this.send([asked("ROLLBACK", [], true)])
  })

  /** What was to go later goes now. */
  readonly flush: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    const { behind } = this
    if (behind.length === 0) return Effect.void
    return Effect.andThen(
      this.open,
      Effect.suspend(() => {
        this.behind = []
        return this.send(behind)
      })
    )
  })

  savepoint(text: string, depth: number) {
    this.depth = depth
    return this.control(text)
  }

  released(text: string, depth: number) {
    return Effect.tap(this.control(text), () => Effect.sync(() => (this.depth = depth - 1)))
  }

  rolledBackTo(text: string) {
    return this.control(text)
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return this.rows(sql, params, true, transform)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    return this.rows(sql, params, false, transform)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.run(asked(sql, params, true)), ({ result }) => result)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.run(asked(sql, params, true, false)), ({ values }) => values)
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return Effect.map(this.run(asked(sql, params, false, false)), ({ values }) => values)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    const ready = Effect.andThen(this.open, this.flush)
    return Stream.unwrap(Effect.as(ready, this.plain.executeStream(sql, params, transform)))
  }
}

type Transform = <A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>
