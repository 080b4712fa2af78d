/** The one failure of the embedded server: its message is a line for the operator, saying what and what to do. */
import { Data } from "effect"

export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}
