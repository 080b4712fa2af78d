/** Session operations as effects. A statement whose caller was interrupted is cancelled. */
import { type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { isForgotten } from "../Sql.ts"
import { failureOf } from "./Batch.ts"
import type { Outcome, Output, Statement } from "./Execution.ts"
import * as Failures from "./Failures.ts"
import type { Session } from "./Session.ts"

/** How long an abandoned statement may run before it is cancelled. */
const grace = "10 millis"

const unended = "A statement that nobody waits for any more could not be ended"

const untilIdle = (session: Session) =>
  Effect.callback<void>((resume) => {
    const forget = session.whenIdle(() => resume(Effect.void))
    return Effect.sync(forget)
  })

/** Cancels what still runs after a moment, and waits for its end, or for `longest`. */
export const stop = (session: Session, longest?: Duration.Input): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (session.isIdle) return Effect.void
    const ended =
      longest === undefined ? untilIdle(session) : Effect.timeoutOption(untilIdle(session), longest)
    const cancelled = Effect.suspend(() => {
      session.cancel()
      return Effect.asVoid(ended)
    })
    return Effect.andThen(Effect.timeoutOption(untilIdle(session), grace), cancelled)
  })

/** Cancels up to that many abandoned statements, one after another. */
export const drain = (session: Session, statements: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (session.isIdle) return Effect.void
    if (statements > 0) return Effect.andThen(stop(session, "100 millis"), drain(session, statements - 1))
    return Effect.sync(() => session.fail(Failures.connection(new Error(unended))))
  })

/** Sends one statement. Outside a transaction, a statement that the server has lost is prepared again. Call the result to abandon it. */
export const submit = (
  session: Session,
  statement: Statement,
  done: (outcome: Outcome) => void
): (() => void) => {
  let again: (() => void) | undefined
  const forget = session.submit([statement], ([outcome], status) => {
    const failure = failureOf(outcome)
    const isLost = failure !== undefined && statement.isPrepared && isForgotten(failure)
    if (!isLost || status !== "I" || session.failure !== undefined) return done(outcome!)
    again = session.submit([{ ...statement, isPrepared: false }], ([second]) => done(second!))
  })
  return () => {
    forget()
    again?.()
  }
}

export const run = (session: Session, statement: Statement): Effect.Effect<Output, SqlError.SqlError> =>
  Effect.callback((resume) => {
    const forget = submit(session, statement, resume)
    return Effect.suspend(() => {
      forget()
      return stop(session)
    })
  })

/** Sends statements followed by one Sync, and returns each result. */
export const runAll = (
  session: Session,
  statements: ReadonlyArray<Statement>
): Effect.Effect<ReadonlyArray<Outcome>> =>
  Effect.callback((resume) => {
    const forget = session.submit(statements, (outcomes) => resume(Effect.succeed(outcomes)))
    return Effect.suspend(() => {
      forget()
      return stop(session)
    })
  })
