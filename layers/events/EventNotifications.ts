/** Callers that wait for the next change. */
import { Context, Effect, Layer, Schedule } from "effect"
import type { Invalid } from "../../schema/Fault.ts"
import { Tenant } from "../identity/Tenant.ts"
import { ShutdownSignal } from "../runtime/ShutdownSignal.ts"
import { type FeedQuery, EventFeed } from "./EventFeed.ts"

/** The maximum number of waiting callers in a process and of a workspace. Each queries the database once a second. */
const maxWaiting = { process: 64, workspace: 8 }

export class EventNotifications extends Context.Service<
  EventNotifications,
  {
    /**
     * Returns when there is a change after the cursor, the time is over, the client is gone, the service stops, or too many callers wait.
     */
    readonly await: (
      request: FeedQuery,
      seconds: number,
      isGone: () => boolean
    ) => Effect.Effect<void, Invalid, Tenant>
  }
>()("pipeline/layers/EventNotifications") {
  static readonly layer = Layer.effect(
    EventNotifications,
    Effect.gen(function* () {
      const feed = yield* EventFeed
      const ending = yield* ShutdownSignal
      const waiting = new Map<string, number>()
      let total = 0

      const take = (workspaceId: string) =>
        Effect.sync(() => {
          const here = waiting.get(workspaceId) ?? 0
          if (here >= maxWaiting.workspace || total >= maxWaiting.process) return false
          waiting.set(workspaceId, here + 1)
          total += 1
          return true
        })
      const leave = (workspaceId: string, hasPlace: boolean) =>
        Effect.sync(() => {
          if (!hasPlace) return
          const left = waiting.get(workspaceId)! - 1
          if (left === 0) waiting.delete(workspaceId)
          else waiting.set(workspaceId, left)
          total -= 1
        })

      const wait = Effect.fnUntraced(function* (request: FeedQuery, seconds: number, isGone: () => boolean) {
        const { workspaceId } = yield* Tenant
        const isOver = Effect.suspend(() =>
          ending.hasBegun || isGone() ? Effect.succeed(true) : feed.hasNews(request)
        )
        const over = Effect.timeoutOption(
          Effect.repeat(isOver, { until: (over) => over, schedule: Schedule.spaced("1 second") }),
          `${seconds} seconds`
        )
        yield* Effect.acquireUseRelease(
          take(workspaceId),
          (hasPlace) => (hasPlace ? Effect.asVoid(over) : Effect.void),
          (hasPlace) => leave(workspaceId, hasPlace)
        )
      })

      return EventNotifications.of({ await: wait })
    })
  )
}
