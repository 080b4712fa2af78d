import { Clock, Effect } from "effect"

/** Now, in ISO 8601 with milliseconds. Read it once per call, so that all its timestamps agree. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString()
)
