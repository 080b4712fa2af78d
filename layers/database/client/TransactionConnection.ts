/**
 * Pipelines a transaction's statements: BEGIN is sent with the first read, and deferred writes with the next statement or COMMIT. The
 * server runs them in order; after a failure it skips the rest, including COMMIT.
 */
import { Deferred, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import { Connection } from "./Connection.ts"
import { type Outcome, type Output, type Row, type Statement, statement } from "../driver/Execution.ts"
import * as Failures from "../driver/Failures.ts"
import type { Session } from "../driver/Session.ts"
import * as SessionEffects from "../driver/SessionEffects.ts"

type SqlEffect<A> = Effect.Effect<A, SqlError.SqlError>

/** Decides from a statement's result whether the transaction continues; can fail the statements sent with it. */
export type Guard = (
  exit: Exit.Exit<ReadonlyArray<unknown>, SqlError.SqlError>
) => Effect.Effect<void, SqlError.SqlError>

interface GuardedStatement extends Statement {
  readonly guard?: Guard
}

/** Reads change nothing without a transaction, so they can be sent before BEGIN is answered. */
const isRead = /^\s*SELECT\b/iu

/** For a fiber that outlives its transaction, whose session may have another user by then. */
const ended = Effect.die(new Error("The transaction has already ended"))

const outputs = (outcomes: ReadonlyArray<Outcome>, skipped: number): SqlEffect<ReadonlyArray<Output>> => {
  const failure = outcomes.find(Exit.isFailure)
  return failure === undefined ? Effect.all(outcomes.slice(skipped)) : Exit.failCause(failure.cause)
}

const checked = Effect.fnUntraced(function* (
  statements: ReadonlyArray<GuardedStatement>,
  outcomes: ReadonlyArray<Outcome>
) {
  for (const [index, { guard }] of statements.entries())
    if (guard !== undefined) yield* guard(Exit.map(outcomes[index]!, ({ rows }) => rows))
})

export class TransactionConnection extends Connection {
  private readonly session: Session
  /** BEGIN and guarded statements that have not been sent. */
  private ahead: Array<GuardedStatement>
  /** Writes deferred until the next statement. */
  private deferredWrites: Array<Statement> = []
  /** Completes when the statements in `ahead` have succeeded. */
  private opening: Deferred.Deferred<void, SqlError.SqlError> | undefined
  private isOpen = false
  private depth = 0
  private isEnded = false

  constructor(session: Session, begin = "BEGIN") {
    super()
    this.session = session
    // BEGIN is unprepared: if the server had lost it, the following statements would run without a transaction.
    this.ahead = [statement(begin, [], false)]
  }

  /** Returns the outputs after the first `skipped`, or the first failure. */
  private send(statements: ReadonlyArray<Statement>, skipped = 0): SqlEffect<ReadonlyArray<Output>> {
    return Effect.flatMap(SessionEffects.runAll(this.session, statements), (outcomes) =>
      outputs(outcomes, skipped)
    )
  }

  /** Sends `ahead` together with `rest`. */
  private begin(rest: ReadonlyArray<Statement>): SqlEffect<ReadonlyArray<Output>> {
    const opening = Deferred.makeUnsafe<void, SqlError.SqlError>()
    const { ahead } = this
    this.opening = opening
    this.ahead = []
    const opened = Effect.flatMap(
      SessionEffects.runAll(this.session, [...ahead, ...rest]),
      (outcomes): SqlEffect<SqlEffect<ReadonlyArray<Output>>> => {
        const begun = outcomes[0]!
        if (Exit.isFailure(begun)) return Exit.failCause(begun.cause)
        return Effect.map(checked(ahead, outcomes), () => {
          this.isOpen = true
          Deferred.doneUnsafe(opening, Effect.void)
          return outputs(outcomes, ahead.length)
        })
      }
    )
    return Effect.flatten(Effect.onError(opened, (cause) => Deferred.failCause(opening, cause)))
  }

  private readonly open: SqlEffect<unknown> = Effect.suspend((): SqlEffect<unknown> => {
    if (this.isOpen) return Effect.void
    return this.opening === undefined ? this.begin([]) : Deferred.await(this.opening)
  })

  private all(statements: ReadonlyArray<Statement>): SqlEffect<ReadonlyArray<Output>> {
    return Effect.suspend(() => {
      if (this.isEnded) return ended
      const mayGoAlong = this.deferredWrites.length === 0 && statements.every(({ sql }) => isRead.test(sql))
      if (!this.isOpen && !mayGoAlong) return Effect.andThen(this.open, this.all(statements))
      if (!this.isOpen && this.opening === undefined) return this.begin(statements)
      const { deferredWrites: behind } = this
      if (behind.length === 0) return this.send(statements)
      this.deferredWrites = []
      return this.send([...behind, ...statements], behind.length)
    })
  }

  run(one: Statement): SqlEffect<Output> {
    return Effect.map(this.all([one]), ([output]) => output!)
  }

  /** Returns the rows of several statements sent in one write. */
  runTogether(
    all: ReadonlyArray<readonly [sql: string, params: ReadonlyArray<unknown>]>
  ): SqlEffect<ReadonlyArray<ReadonlyArray<Row>>> {
    const statements = all.map(([sql, params]) => statement(sql, params))
    return Effect.map(this.all(statements), (outputs) => outputs.map(({ rows }) => rows))
  }

  /** Defers a write whose result isn't used. In a savepoint it is sent immediately. */
  defer(sql: string, params: ReadonlyArray<unknown>): SqlEffect<void> {
    return Effect.suspend(() => {
      const write = statement(sql, params)
      if (this.depth > 0 || this.isEnded) return Effect.asVoid(this.run(write))
      this.deferredWrites.push(write)
      return Effect.void
    })
  }

  /** Adds a guarded statement to the first write; returns false if that has been sent. */
  guarded(sql: string, params: ReadonlyArray<unknown>, guard: Guard): boolean {
    if (this.opening !== undefined || this.isEnded) return false
    this.ahead.push({ ...statement(sql, params), guard })
    return true
  }

  /** Sends COMMIT together with all unsent statements, unless a guard must be checked first. */
  private last(commit: Statement): SqlEffect<Output> {
    if (this.opening !== undefined || this.ahead.some(({ guard }) => guard !== undefined))
      return this.run(commit)
    const { deferredWrites: behind } = this
    this.deferredWrites = []
    return Effect.map(this.begin([...behind, commit]), (outputs) => outputs.at(-1)!)
  }

  readonly commit: SqlEffect<void> = Effect.suspend((): SqlEffect<void> => {
    if (this.opening === undefined && this.deferredWrites.length === 0 && this.ahead.length === 1)
      return Effect.void
    // The server skips COMMIT after a failed statement, and it isn't sent after a failed guard.
    const committed = Effect.onError(this.last(statement("COMMIT", [])), () =>
      this.session.status === "I" ? Effect.void : Effect.ignore(this.rollback, { log: "Warn" })
    )
    return Effect.flatMap(committed, ({ command }) =>
      command === "ROLLBACK"
        ? Effect.fail(
            Failures.unknown(
              "COMMIT rolled back an aborted transaction",
              new Error("COMMIT rolled back an aborted transaction"),
              "commit"
            )
          )
        : Effect.void
    )
  })

  /** ROLLBACK is unprepared too: if the server had lost it, the session would stay in the failed transaction. */
  readonly rollback: SqlEffect<unknown> = Effect.suspend((): SqlEffect<unknown> => {
    this.deferredWrites = []
    return this.opening === undefined ? Effect.void : this.send([statement("ROLLBACK", [], false)])
  })

  /** Sends the deferred writes. */
  readonly flush: SqlEffect<unknown> = Effect.suspend((): SqlEffect<unknown> => {
    if (this.deferredWrites.length === 0) return Effect.void
    return Effect.andThen(
      this.open,
      Effect.suspend(() => {
        const { deferredWrites: behind } = this
        this.deferredWrites = []
        return this.send(behind)
      })
    )
  })

  /** Fails the session unless it is idle and outside a transaction, so that the next user gets a clean one. */
  leave(): void {
    this.isEnded = true
    if (this.session.status !== "I" || !this.session.isIdle)
      this.session.fail(Failures.connection(new Error("A transaction was left open")))
  }

  savepoint(text: string, depth: number): SqlEffect<Output> {
    this.depth = depth
    return this.run(statement(text, []))
  }

  released(text: string, depth: number): SqlEffect<Output> {
    return Effect.tap(this.run(statement(text, [])), () => Effect.sync(() => (this.depth = depth - 1)))
  }
}
