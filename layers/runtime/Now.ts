import { Clock, Effect } from "effect"
import * as ShiftedClock from "./ShiftedClock.ts"

const textOf = (millis: number): string => new Date(millis).toISOString()

/** Current time in ISO 8601 with milliseconds. Read it once per call, so that all timestamps of the call agree. */
export const now: Effect.Effect<string> = Effect.withFiberSucceed((fiber) =>
  textOf(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
)

/** Like `now`, by the real clock even if a rehearsal has another. */
export const realNow: Effect.Effect<string> = Effect.withFiberSucceed((fiber) =>
  textOf(ShiftedClock.realOf(fiber.getRef(Clock.Clock)).currentTimeMillisUnsafe())
)
