import { Context } from "effect"

/** One HTTP exchange: what its answer will carry, whichever surface writes the body. */
export class Exchange extends Context.Service<
  Exchange,
  {
    readonly requestId: string
    /** Headers of the answer, added to as the request goes through. */
    readonly headers: Record<string, string>
  }
>()("pipeline/surfaces/Exchange") {}
