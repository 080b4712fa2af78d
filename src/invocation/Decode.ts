/** Decodes the input of a call. A date in it becomes the start of that day in the workspace's time zone. */
import { Effect } from "effect"
import * as LocalDays from "../shared/time/LocalDays.ts"
import type { Step } from "./Invocation.ts"

export const decode: Step = (operation, next) => {
  const { checkAvailable: closed } = operation
  const withTimes = LocalDays.compile(operation)
  return (invocation) => {
    const { actor, decoded } = invocation
    // A malformed ID belongs to no record, so an error that applies to every ID comes first.
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
