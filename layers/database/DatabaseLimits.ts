/** How many connections a process opens for requests, and how long the database may take. */
import { Context } from "effect"

export interface Values {
  readonly connections: number
  /** Milliseconds for a statement. */
  readonly statement: number
  /** Milliseconds that a statement waits for a lock. */
  readonly lock: number
  /** Milliseconds that a transaction may send nothing. */
  readonly idle: number
}

export const DatabaseLimits = Context.Reference<Values>("pipeline/layers/database/DatabaseLimits", {
  defaultValue: () => ({ connections: 12, statement: 7_000, lock: 5_000, idle: 10_000 })
})
