/** The time of the current call, as rows and resources carry it. */
import { Clock, Effect } from "effect"

/** Now, in ISO 8601 with milliseconds; one reading a call, so that all its stamps agree. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString()
)
