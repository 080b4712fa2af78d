/** What sessions do, as effects: a statement that nobody waits for any more is ended. */
import { type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { isForgotten } from "../Sql.ts"
import { failureOf } from "./Batch.ts"
import type { Outcome, Output, Statement } from "./Execution.ts"
import * as Failures from "./Failures.ts"
import type { Session } from "./Session.ts"

/** How long what is abandoned may still run before it is cancelled. */
const grace = "10 millis"

const unended = "A statement that nobody waits for any more could not be ended"

const untilIdle = (session: Session) =>
  Effect.callback<void>((resume) => {
    const forget = session.whenIdle(() => resume(Effect.void))
    return Effect.sync(forget)
  })

/** Ends what still runs after a moment, and waits until it has ended, or for `longest`. */
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

/** Ends up to so many statements, one after another, that nobody waits for. */
export const drain = (session: Session, statements: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (session.isIdle) return Effect.void
    if (statements > 0) return Effect.andThen(stop(session, "100 millis"), drain(session, statements - 1))
    return Effect.sync(() => session.fail(Failures.connection(new Error(unended))))
  })

/** Sends one statement. Outside a transaction, one that the server has forgotten is prepared anew. The result forgets it, as `submit`'s does. */
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

/** Sends statements with one Sync behind them, and gives the outcome of each. */
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
