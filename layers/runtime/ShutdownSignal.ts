/** Whether the process has begun to end, for whatever waits longer than the end would wait for it. The server says so. */
import { Context } from "effect"

export class ShutdownSignal extends Context.Service<ShutdownSignal, { readonly hasBegun: boolean }>()(
  "pipeline/layers/ShutdownSignal"
) {}
