/**
 * Limits concurrent deliveries: 64 in total and 16 per workspace. Failing or untested subscriptions share half of each, so that hanging
 * receivers leave room for the others.
 */
import { Effect, Semaphore } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"

const total = 64
const perWorkspace = 16

const makePermits = Effect.fnUntraced(function* (permits: number) {
  const all = yield* Semaphore.make(permits)
  const doubtful = yield* Semaphore.make(permits / 2)
  return {
    all,
    /** The doubtful semaphore comes first, so that its waiters hold no general permit. */
    run:
      (isSteady: boolean) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        isSteady ? all.withPermits(1)(effect) : doubtful.withPermits(1)(all.withPermits(1)(effect))
  }
})

type Permits = Effect.Success<ReturnType<typeof makePermits>>

export const make = Effect.gen(function* () {
  const everyone = yield* makePermits(total)
  const workspaces = new Map<WorkspaceId, { readonly permits: Permits; users: number }>()

  const enter = Effect.fnUntraced(function* (id: WorkspaceId) {
    const entry = workspaces.get(id) ?? { permits: yield* makePermits(perWorkspace), users: 0 }
    workspaces.set(id, entry)
    entry.users += 1
    return entry
  })
  const leave = (id: WorkspaceId, entry: { users: number }) =>
    Effect.sync(() => {
      entry.users -= 1
      if (entry.users === 0) workspaces.delete(id)
    })

  /** Runs `effect` when there is room for it. */
  const run = <A, E, R>(id: WorkspaceId, isSteady: boolean, effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      enter(id),
      ({ permits }) => permits.run(isSteady)(everyone.run(isSteady)(effect)),
      (entry) => leave(id, entry)
    )

  /** Waits until the workspace has room for a delivery. */
  const room = (id: WorkspaceId) => run(id, true, Effect.void)

  return { run, room }
})

export type Capacity = Effect.Success<typeof make>
