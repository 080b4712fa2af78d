/** A finding of `admin doctor`: what was checked, and how to fix it. */
import { Cause, Effect, Option } from "effect"

export interface Finding {
  readonly check: string
  readonly state: "ok" | "warn" | "fail"
  readonly says: string
  /** The fix; empty if the check passed. */
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
  // Someone may have set a key instead of its path, so the path isn't printed.
  if (error?.path !== undefined) return `a file can't be read or written (${error.code})`
  return String(error?.message ?? error)
    .replaceAll(/\s+/gu, " ")
    .slice(0, 500)
}

/** Runs a check that always ends: an error, or no result within `seconds`, is also a finding. */
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
