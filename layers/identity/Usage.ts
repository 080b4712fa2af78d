/** How many requests each credential made per minute: counted in memory, and added to the database periodically. */
import { Array, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { WorkspaceId } from "../../schema/Id.ts"
import type { Tally } from "../../src/identity/rules/UsageSeries.ts"
import * as Loop from "../runtime/Loop.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

const minute = 60_000

/** The maximum number of rows per statement; each takes five parameters. */
const batch = 5_000

interface Counter {
  readonly workspaceId: WorkspaceId
  readonly credential: string
  readonly minute: number
  requests: number
  refused: number
}

export class Usage extends Context.Service<
  Usage,
  {
    /** Counts one request of a credential at `now`, in milliseconds: allowed, or refused by a rate limit. */
    readonly count: (workspaceId: WorkspaceId, credential: string, isRefused: boolean, now: number) => void
    /** Adds the counts to those stored by all processes. Counts that couldn't be stored are kept for the next time. */
    readonly flush: Effect.Effect<void, SqlError.SqlError>
    /** The stored counts per minute, or summed per hour, from `since` on. */
    readonly read: (
      by: "minute" | "hour",
      since: string
    ) => Effect.Effect<ReadonlyArray<Tally>, never, Tenant>
  }
>()("pipeline/layers/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let counters = new Map<string, Counter>()

      const add = ({ credential, minute, refused, requests, workspaceId }: Counter) => {
        const key = `${minute} ${workspaceId} ${credential}`
        const existingCounter = counters.get(key)
        if (existingCounter === undefined) {
          counters.set(key, { credential, minute, refused, requests, workspaceId })
        } else {
          existingCounter.requests += requests
          existingCounter.refused += refused
        }
      }

      const count = (workspaceId: WorkspaceId, credential: string, isRefused: boolean, now: number) =>
        add({
          workspaceId,
          credential,
          minute: now - (now % minute),
          requests: isRefused ? 0 : 1,
          refused: isRefused ? 1 : 0
        })

      const store = (counted: Array.NonEmptyReadonlyArray<Counter>) => {
        const rows = Array.map(counted, ({ credential, minute, refused, requests, workspaceId }) => ({
          workspace_id: workspaceId,
          credential,
          minute: new Date(minute).toISOString(),
          requests,
          refused
        }))
        return sql`/* across: request counts */ INSERT INTO request_counts ${sql.insert(rows)}
          ON CONFLICT (workspace_id, credential, minute) DO UPDATE
          SET requests = request_counts.requests + excluded.requests,
            refused = request_counts.refused + excluded.refused`
      }

      const flush = Effect.gen(function* () {
        // Every process uses the same order, so that they don't deadlock.
        const counted = [...counters].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counter]) => counter)
        counters = new Map()
        let left = counted
        yield* Effect.forEach(
          Array.chunksOf(counted, batch),
          (part) => Effect.map(store(part), () => (left = left.slice(part.length))),
          { discard: true }
        ).pipe(Effect.onError(() => Effect.sync(() => left.forEach(add))))
      }).pipe(Effect.uninterruptible)

      const read = Effect.fn("Usage.read")(function* (by: "minute" | "hour", since: string) {
        const { workspaceId } = yield* Tenant
        if (by === "minute") {
          return yield* sql<Tally>`SELECT credential, minute AS at, requests, refused FROM request_counts
            WHERE workspace_id = ${workspaceId} AND minute >= ${since}`
        }
        return yield* sql<Tally>`SELECT credential, date_trunc('hour', minute, 'UTC') AS at,
            sum(requests)::integer AS requests, sum(refused)::integer AS refused
          FROM request_counts WHERE workspace_id = ${workspaceId} AND minute >= ${since}
          GROUP BY credential, date_trunc('hour', minute, 'UTC')`
      }, Sql.orDie)

      const name = "Counting requests"
      yield* Effect.forkScoped(Loop.forever(name, () => flush, { every: "5 seconds" }))
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: "Warn", message: name }))
      return Usage.of({ count, flush, read })
    })
  )
}
