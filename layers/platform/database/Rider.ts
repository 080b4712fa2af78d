/** A light read that waits to share a connection, and for its answer (`Shared`). */
import type { Effect, Fiber } from "effect"
import type { SqlError } from "effect/sql"
import type { ApiError } from "../../../schema/Fault.ts"
import { Member } from "../Linked.ts"
import type { Asked, Output } from "./Driver.ts"

export class Rider extends Member {
  readonly asked: Asked
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly resume: (effect: Effect.Effect<Output, SqlError.SqlError | ApiError>) => void
  /** How long it waits to be sent, in milliseconds of the monotonic clock. */
  readonly until: number
  /** When it no longer waits. */
  leave: () => void

  constructor(
    asked: Asked,
    fiber: Rider["fiber"],
    resume: Rider["resume"],
    until: number,
    leave: () => void
  ) {
    super()
    this.asked = asked
    this.fiber = fiber
    this.resume = resume
    this.until = until
    this.leave = leave
  }
}
