import { Clock, Effect } from "effect"
import * as ShiftedClock from "./ShiftedClock.ts"

const textOf = (millis: number): string => new Date(millis).toISOString()

/** Now, in ISO 8601 with milliseconds. Read it once per call, so that all its timestamps agree. */
export const now: Effect.Effect<string> = Effect.withFiberSucceed((fiber) =>
  textOf(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
)

/** The same by the real clock, also where a rehearsal's is another. */
export const realNow: Effect.Effect<string> = Effect.withFiberSucceed((fiber) =>
  textOf(ShiftedClock.realOf(fiber.getRef(Clock.Clock)).currentTimeMillisUnsafe())
)
