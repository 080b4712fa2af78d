import { Context, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { Shared } from "./Shared.ts"
import type { Sql } from "./Sql.ts"

/** Runs with a connection of its own what may take longer than a light read, in an effect that may share one. */
export const apart = <A>(sql: Sql, effect: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.withFiber<A, SqlError.SqlError>(({ context }) => {
    const [shared] = Context.getOrUndefined(context, sql.transactionService) ?? []
    return shared instanceof Shared
      ? shared.alone((connection) =>
          Effect.updateContext(effect, () => Context.add(context, sql.transactionService, [connection, 0]))
        )
      : effect
  })
