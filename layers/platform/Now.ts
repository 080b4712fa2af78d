import { Clock, Effect } from "effect"

let last = { millis: 0, text: new Date(0).toISOString() }

/** A write asks several times within a millisecond. */
const textOf = (millis: number): string => {
  if (millis !== last.millis) last = { millis, text: new Date(millis).toISOString() }
  return last.text
}

/** Now, in ISO 8601 with milliseconds. Read it once per call, so that all its timestamps agree. */
export const now: Effect.Effect<string> = Effect.withFiberSucceed((fiber) =>
  textOf(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
)
