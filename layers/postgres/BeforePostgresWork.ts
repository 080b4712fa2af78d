import { Context } from "effect"

/** Called when a PostgreSQL program starts to work for a while, so that the caller can do something else. */
export const BeforePostgresWork = Context.Reference<() => void>(
  "pipeline/layers/postgres/BeforePostgresWork",
  {
    defaultValue: () => () => {}
  }
)
