/** Limits the duration and concurrency of the delivery queue's statements. */
import { Data, Deferred, Effect } from "effect"
import { Tenant } from "../identity/Tenant.ts"
import { FairSemaphore } from "../queue/FairSemaphore.ts"

/** The size of the pool that only deliveries use. */
export const connections = 4

/** The database can't be reached; the sender retries, or leaves the delivery to the next poll. */
export class QueueFailure extends Data.TaggedError("QueueFailure")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const failureOf = (cause: { readonly message: string }) => new QueueFailure({ message: cause.message, cause })

const patience = "4 seconds"

const silent = new QueueFailure({ message: "The database did not answer within 4 s" })

/** Runs in a separate fiber, so that the caller doesn't wait for an unresponsive connection. */
export const bounded = Effect.fnUntraced(function* <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) {
  const outcome = yield* Deferred.make<A, QueueFailure>()
  const work = Deferred.complete(outcome, Effect.mapError(effect, failureOf))
  const limit = Effect.andThen(Effect.sleep(patience), Deferred.fail(outcome, silent))
  const fibers = [yield* Effect.forkDetach(work, { startImmediately: true }), yield* Effect.forkDetach(limit)]
  const end = Effect.sync(() => fibers.forEach((fiber) => fiber.interruptUnsafe()))
  return yield* Effect.ensuring(Deferred.await(outcome), end)
})

/** Runs statements fairly by workspace, so that a workspace whose statements are stuck holds few connections. */
export const make = () => {
  const turns = new FairSemaphore({ places: connections, share: 3, doubtful: 2 })
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Tenant, ({ workspaceId }) =>
      turns.run(workspaceId, effect, patience, () => Effect.fail(silent))
    )
}
