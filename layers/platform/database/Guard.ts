import type { Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"

export type Rows = ReadonlyArray<any>

/** A statement that decides whether a transaction goes on. */
export interface Guard {
  /** Looks at what came of it, and may fail what was sent along with it. */
  readonly check: (exit: Exit.Exit<Rows, SqlError.SqlError>) => Effect.Effect<void, SqlError.SqlError>
  /** Whether the statement fails where the transaction must not go on: the server leaves out all behind it by itself. */
  readonly decides?: true
}

/** Instead of the rows of a statement that goes later. */
export const held: Rows = []
