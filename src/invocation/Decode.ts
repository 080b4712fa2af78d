/** Decodes the input of a call. A day in it becomes the time at which it begins in the workspace's zone. */
import { Effect } from "effect"
import * as LocalDays from "../values/time/LocalDays.ts"
import type { Step } from "./Invocation.ts"

export const decode: Step = (operation, next) => {
  const { closed } = operation
  const withTimes = LocalDays.compile(operation)
  return (invocation) => {
    const { actor, decoded } = invocation
    // A malformed id belongs to nobody, so what holds for any id is answered first.
    const input =
      closed === undefined
        ? decoded
        : Effect.catchTag(decoded, "not_found", (fault) => Effect.andThen(closed, Effect.fail(fault)))
    return Effect.flatMap(input, (fields) => {
      const timed = withTimes(fields, actor.workspace)
      invocation.input = timed
      return next(invocation, timed)
    })
  }
}
