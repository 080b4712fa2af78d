/** What `admin doctor` finds: a line for each thing it looked at, and what to do about it. */
import { Cause, Effect, Option } from "effect"

export interface Finding {
  readonly check: string
  readonly state: "ok" | "warn" | "fail"
  readonly says: string
  /** What to do; empty if it is ok. */
  readonly todo: string
}

export const ok = (check: string, says: string): Finding => ({ check, state: "ok", says, todo: "" })

export const warn = (check: string, says: string, todo: string): Finding => ({
  check,
  state: "warn",
  says,
  todo
})

export const fail = (check: string, says: string, todo: string): Finding => ({
  check,
  state: "fail",
  says,
  todo
})

const lineOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause) as {
    readonly message?: unknown
    readonly code?: string
    readonly path?: string
  }
  // Someone may have given a key in the place of its path.
  if (error?.path !== undefined) return `a file can't be read or written (${error.code})`
  return String(error?.message ?? error)
    .replaceAll(/\s+/gu, " ")
    .slice(0, 500)
}

/** A check that ends, whatever it looks at: what it raises, and silence after `seconds`, are findings too. */
export const within = <R>(
  check: string,
  seconds: number,
  todo: string,
  look: Effect.Effect<ReadonlyArray<Finding>, unknown, R>
): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
  look.pipe(
    Effect.timeoutOption(`${seconds} seconds`),
    Effect.map(Option.getOrElse(() => [fail(check, `did not answer within ${seconds} s`, todo)])),
    Effect.catchCause((cause) => Effect.succeed([fail(check, lineOf(cause), todo)]))
  )
