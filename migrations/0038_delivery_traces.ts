/** The trace of the write that made a delivery: `traceparent`, and after a space `tracestate` if there was one. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly("ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS trace text"),
  finish: () => Effect.void
} satisfies Staged
