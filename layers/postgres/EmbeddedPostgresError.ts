/** A failure of the embedded server. The message is one line for the operator: what failed, and what to do. */
import { Data } from "effect"

export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}
