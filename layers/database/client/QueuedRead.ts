/** A light read that waits for a session shared with others (`SharedReads`). */
import type { Effect, Fiber } from "effect"
import type { SqlError } from "effect/sql"
import type { ApiError } from "../../../schema/Fault.ts"
import { Member } from "../../queue/LinkedList.ts"
import type { Output, Statement } from "../driver/Execution.ts"

export class QueuedRead extends Member {
  readonly statement: Statement
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly resume: (effect: Effect.Effect<Output, SqlError.SqlError | ApiError>) => void
  /** Deadline to be sent, in milliseconds of the monotonic clock. */
  readonly until: number
  /** Removes the read from the queue. */
  leave: () => void

  constructor(
    statement: Statement,
    fiber: QueuedRead["fiber"],
    resume: QueuedRead["resume"],
    until: number,
    leave: () => void
  ) {
    super()
    this.statement = statement
    this.fiber = fiber
    this.resume = resume
    this.until = until
    this.leave = leave
  }
}
