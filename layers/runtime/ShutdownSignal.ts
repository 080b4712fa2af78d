/** Whether the process is shutting down, for work that waits longer than a shutdown does. The HTTP server sets it. */
import { Context } from "effect"

export class ShutdownSignal extends Context.Service<ShutdownSignal, { readonly hasBegun: boolean }>()(
  "pipeline/layers/ShutdownSignal"
) {}
