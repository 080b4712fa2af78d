import { Context } from "effect"

/** Called when a program of PostgreSQL is about to work for a while, and there is time for something else. */
export const BeforePostgresWork = Context.Reference<() => void>(
  "pipeline/layers/postgres/BeforePostgresWork",
  {
    defaultValue: () => () => {}
  }
)
