/** Runs the service with extensions: replaced layers, background work, and additional operations (docs/extending.md). */
import { type Effect, Layer, type Scope } from "effect"
import * as Extensions from "./contract/Extensions.ts"
import type * as Operation from "./contract/Operation.ts"
import * as Implementation from "./Implementation.ts"

export { Caller } from "./Caller.ts"
export { forever } from "../layers/runtime/Loop.ts"

interface Swap {
  readonly apply: () => void
}

/** The internals of a layer, which its type omits. */
interface LayerInternals {
  build: (memoMap: Layer.MemoMap, scope: Scope.Scope) => Effect.Effect<unknown, unknown, unknown>
}

const builtOf = (layer: Layer.Any) => layer as unknown as LayerInternals

/**
 * Replaces the layer of a tag throughout the app: `swap(Files, Layer.effect(Files, …))`. A function receives the original layer to build
 * on. The new layer can use the same services.
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
    // The whole app refers to this object, and calls its `build` at start.
    builtOf(tag.layer).build = (memoMap, scope) => builtOf(layer).build(memoMap, scope)
  }
})

interface MountedOperation {
  readonly contract: Operation.Any
  readonly operation: Implementation.Runnable
}

/** Joins a contract with its code, for `operations`. */
export const operation = <O extends Operation.Any>(
  contract: O,
  code: Implementation.Of<readonly [O]>[O["id"]]
): MountedOperation => ({
  contract,
  operation: Implementation.runnable(contract, code)
})

export interface Options {
  readonly operations?: ReadonlyArray<MountedOperation>
  readonly swaps?: ReadonlyArray<Swap>
  /** Layers that run as long as the service, such as a fiber that listens for events. They can use any service of the app. */
  readonly beside?: ReadonlyArray<Layer.Layer<never, unknown, unknown>>
}

/** Starts the service with the same settings as `npm start`. It ends with the process. */
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
  // Imported by URL, so that this file's types don't include those of the whole app.
  await import(new URL("./service/Service.ts", import.meta.url).href)
}
