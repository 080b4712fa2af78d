/** The service with something of one's own: other layers, work beside it, operations beside ours (docs/extending.md). */
import { type Effect, Layer, type Scope } from "effect"
import * as Extensions from "./contract/Extensions.ts"
import type * as Operation from "./contract/Operation.ts"
import * as Implementation from "./Implementation.ts"

export { Caller } from "./Caller.ts"
export { forever } from "../layers/runtime/Loop.ts"

interface Swap {
  readonly apply: () => void
}

/** What every layer is made of; its type leaves it out. */
interface Built {
  build: (memoMap: Layer.MemoMap, scope: Scope.Scope) => Effect.Effect<unknown, unknown, unknown>
}

const builtOf = (layer: Layer.Any) => layer as unknown as Built

/**
 * Builds another layer wherever the app has the tag's own: `swap(Files, Layer.effect(Files, …))`. A function gets the app's own
 * layer, to build on it. The layer may need what that one may.
 */
export const swap = <I, E, R, E2, R2 extends R>(
  tag: { readonly layer: Layer.Layer<I, E, R> },
  to: Layer.Layer<I, E2, R2> | ((ours: Layer.Layer<I, E, R>) => Layer.Layer<I, E2, R2>)
): Swap => ({
  apply: () => {
    const ours: Layer.Layer<I, E, R> = Object.assign(
      Object.create(Object.getPrototypeOf(tag.layer)),
      tag.layer
    )
    const layer = typeof to === "function" ? to(ours) : to
    // All that the app is made of refers to this object, and asks it to be built when the app starts.
    builtOf(tag.layer).build = (memoMap, scope) => builtOf(layer).build(memoMap, scope)
  }
})

interface Mounted {
  readonly contract: Operation.Any
  readonly operation: Implementation.Runnable
}

/** A contract with its code, for `operations`. */
export const operation = <O extends Operation.Any>(
  contract: O,
  code: Implementation.Of<readonly [O]>[O["id"]]
): Mounted => ({
  contract,
  operation: Implementation.runnable(contract, code)
})

export interface Options {
  readonly operations?: ReadonlyArray<Mounted>
  readonly swaps?: ReadonlyArray<Swap>
  /** Layers that run as long as the service, such as a fiber that listens for news; any service of the app is there. */
  readonly beside?: ReadonlyArray<Layer.Layer<never, unknown, unknown>>
}

/** Starts the service, by the same settings as `npm start`. It ends with the process. */
export const start = async ({ beside = [], operations = [], swaps = [] }: Options = {}): Promise<void> => {
  Extensions.set({
    contracts: operations.map(({ contract }) => contract),
    operations: operations.map(({ operation }) => operation),
    beside: beside.reduce(
      (all, one) => Layer.merge(all, one),
      Layer.empty as Layer.Layer<never, unknown, unknown>
    )
  })
  for (const { apply } of swaps) apply()
  // By its address, so that the types of the whole app are not those of this file.
  await import(new URL("./service/Service.ts", import.meta.url).href)
}
