/**
 * The connection of a transaction, which sends several statements in one write: BEGIN goes with the first read, and
 * writes whose rows nobody needs go with the next statement or with COMMIT. The server does them in their order, as if
 * each had waited for the one before. After one that fails it leaves out the others, and COMMIT with them.
 */
import { Deferred, Effect, Exit, Stream } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import { performance } from "node:perf_hooks"
import { type Guard, held, type Rows } from "./Guard.ts"
import * as Batch from "./Batch.ts"
import { type Asked, asked, type Driver, type Ended, type Output, stop } from "./Driver.ts"
import * as Prepared from "./Prepared.ts"
import * as Sql from "./Sql.ts"
import { Wired } from "./Wired.ts"

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

interface Part extends Asked {
  readonly guard?: Guard
}

/** These change nothing if there is no transaction, so that they can be sent before the answer to BEGIN. */
const isRead = /^\s*SELECT\b/iu

const rolledBack = new Error("COMMIT rolled back an aborted transaction")

const outputs = (exits: ReadonlyArray<Ended>, skipped: number): Failing<ReadonlyArray<Output>> => {
  const failure = exits.find(Exit.isFailure)
  if (failure !== undefined) return Exit.failCause(failure.cause)
  return Effect.succeed(exits.slice(skipped).map((exit) => (exit as Exit.Success<Output>).value))
}

export class Pipeline extends Wired implements SqlConnection.Connection {
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
  private isAborted = false
  /** Whether the server was asked to end what was sent last. */
  private isStopped = false
  private depth = 0

  constructor(driver: Driver, plain: SqlConnection.Connection) {
    super()
    this.driver = driver
    this.plain = plain
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    Effect.runFork(this.driver.cancel)
  }

  end(error: Error): void {
    const reason = new SqlError.ConnectionError({ cause: error, message: error.message, operation: "query" })
    this.driver.fatal(new SqlError.SqlError({ reason }))
  }

  private heard(exit: Ended): void {
    const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
    const { prepared } = this.driver
    if (failure?._tag === "Fail" && prepared !== undefined && Sql.isForgotten(failure.error))
      Prepared.forget(prepared)
  }

  /** Sends parts in one write. */
  private exits(parts: ReadonlyArray<Part>): Effect.Effect<ReadonlyArray<Ended>> {
    return Effect.callback((resume) => {
      this.waitingSince = performance.now()
      this.isStopped = false
      const forget = Batch.submit(this.driver, parts, (exits, isAborted) => {
        this.isAborted = isAborted
        this.waitingSince = this.driver.pipelineIsIdle() ? undefined : performance.now()
        for (const exit of exits) this.heard(exit)
        resume(Effect.succeed(exits))
      })
      return Effect.suspend(() => {
        forget()
        return Effect.map(stop(this.driver), () => void (this.waitingSince = undefined))
      })
    })
  }

  /** The answers of the parts after `skipped`, or the first failure. */
  private send(parts: ReadonlyArray<Part>, skipped = 0): Failing<ReadonlyArray<Output>> {
    return Effect.flatMap(this.exits(parts), (exits) => outputs(exits, skipped))
  }

  /** Sends what is ahead, with `rest`. */
  private begun(rest: ReadonlyArray<Part>): Failing<ReadonlyArray<Output>> {
    const opening = Deferred.makeUnsafe<void, SqlError.SqlError>()
    const { ahead } = this
    this.opening = opening
    this.ahead = []
    const guards = ahead.flatMap(({ guard }) => guard ?? [])
    const opened = Effect.flatMap(
      this.exits([...ahead, ...rest]),
      (exits): Failing<Failing<ReadonlyArray<Output>>> => {
        const begin = exits[0]!
        if (Exit.isFailure(begin)) return Exit.failCause(begin.cause)
        const checked = Effect.forEach(
          guards,
          ({ check }, index) => check(Exit.map(exits[index + 1]!, ({ result }) => result.rows)),
          { discard: true }
        )
        return Effect.map(checked, () => {
          this.isOpen = true
          Deferred.doneUnsafe(opening, Effect.void)
          return outputs(exits, ahead.length)
        })
      }
    )
    return Effect.flatten(Effect.onError(opened, (cause) => Deferred.failCause(opening, cause)))
  }

  private readonly open: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    if (this.isOpen) return Effect.void
    return this.opening === undefined ? this.begun([]) : Deferred.await(this.opening)
  })

  private all(parts: ReadonlyArray<Part>): Failing<ReadonlyArray<Output>> {
    return Effect.suspend(() => {
      const mayGoAlong = this.behind.length === 0 && parts.every(({ sql }) => isRead.test(sql))
      if (!this.isOpen && !mayGoAlong) return Effect.andThen(this.open, this.all(parts))
      if (!this.isOpen && this.opening === undefined) return this.begun(parts)
      const { behind } = this
      if (behind.length === 0) return this.send(parts)
      this.behind = []
      return this.send([...behind, ...parts], behind.length)
    })
  }

  private run(part: Part): Failing<Output> {
    return Effect.map(this.all([part]), ([output]) => output!)
  }

  /** The rows of several statements, in one write. */
  together(all: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>) {
    const parts = all.map(([sql, params]) => asked(sql, params, true))
    return Effect.map(this.all(parts), (outputs) => outputs.map(({ result: { rows } }) => rows as Rows))
  }

  later(sql: string, params: ReadonlyArray<unknown>): Failing<Rows> {
    return Effect.suspend(() => {
      if (this.depth > 0) return this.rows(sql, params, true)
      this.behind.push(asked(sql, params, true))
      return Effect.succeed(held)
    })
  }

  guarded(sql: string, params: ReadonlyArray<unknown>, guard: Guard): Failing<Rows> {
    return Effect.suspend(() => {
      if (this.opening !== undefined) return this.rows(sql, params, true)
      this.ahead.push({ ...asked(sql, params, true), guard })
      return Effect.succeed(held)
    })
  }

  private rows(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean, transform?: Transform) {
    return Effect.map(this.run(asked(sql, params, isPrepared)), ({ result: { rows } }): Rows =>
      transform === undefined ? rows : transform(rows)
    )
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
    // The server leaves COMMIT out after a statement that failed.
    const committed = Effect.tapError(this.control("COMMIT"), () =>
      this.isAborted ? Effect.ignore(this.rollback, { log: "Warn" }) : Effect.void
    )
    return Effect.flatMap(committed, ({ result: { command } }) => {
      if (command !== "ROLLBACK") return Effect.void
      const { message } = rolledBack
      const reason = new SqlError.UnknownError({ cause: rolledBack, message, operation: "commit" })
      return Effect.fail(new SqlError.SqlError({ reason }))
    })
  })

  /** Never prepared either: a name that was forgotten would leave the connection in the transaction that failed. */
  readonly rollback: Failing<unknown> = Effect.suspend((): Failing<unknown> => {
    this.behind = []
    return this.opening === undefined ? Effect.void : this.send([asked("ROLLBACK", [], false)])
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

  executeWired(sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean) {
    return Effect.map(this.run(asked(sql, params, isPrepared, false)), ({ values }) => values)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform | undefined) {
    const ready = Effect.andThen(this.open, this.flush)
    return Stream.unwrap(Effect.as(ready, this.plain.executeStream(sql, params, transform)))
  }
}

type Transform = <A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>
