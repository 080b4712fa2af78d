/** Limits of the connections that a process opens for requests, and their timeouts. */
import { Context } from "effect"

export interface Values {
  readonly connections: number
  /** Statement timeout in milliseconds. */
  readonly statement: number
  /** Lock timeout in milliseconds. */
  readonly lock: number
  /** Timeout in milliseconds of a transaction that is idle. */
  readonly idle: number
}

export const DatabaseLimits = Context.Reference<Values>("pipeline/layers/database/DatabaseLimits", {
  defaultValue: () => ({ connections: 12, statement: 7_000, lock: 5_000, idle: 10_000 })
})
