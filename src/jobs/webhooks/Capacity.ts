/**
 * How much may be on its way at once: 64 in all and 16 of one workspace. Subscriptions that fail, or have yet to succeed,
 * share half of either, so that receivers that hang, however many, leave room for those that do not.
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
    /** The lane is waited for outside, so that no one in it holds a permit others could use. */
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

  /** Waits until something of the workspace could be sent. */
  const room = (id: WorkspaceId) => run(id, true, Effect.void)

  return { run, room }
})

export type Capacity = Effect.Success<typeof make>
