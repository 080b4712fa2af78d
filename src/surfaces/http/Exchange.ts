import { Context } from "effect"
import type { State } from "../../../layers/rateLimits/RateLimiter.ts"
import type { Route } from "./Addresses.ts"

/** One HTTP exchange: its request id and the headers of its response, whichever surface writes the body. */
export class Exchange extends Context.Service<
  Exchange,
  {
    readonly requestId: string
    /** Response headers that are added while the request is handled. */
    readonly headers: Record<string, string>
    /** The requests left within the rate limits, set once the request is counted (`Call`). */
    limits?: ReadonlyArray<State>
    /** Undefined if the address doesn't exist. */
    readonly route?: Route | undefined
  }
>()("pipeline/surfaces/Exchange") {}

export const requestIdOf = (uuid: string) => `req_${uuid.replaceAll("-", "")}`

/** Begins an exchange, with the headers of every response. */
export const begin = (
  uuid: string,
  always: Readonly<Record<string, string>>,
  route: Route | undefined
): Exchange["Service"] => {
  const requestId = requestIdOf(uuid)
  return { requestId, headers: { ...always, "service-request-id": requestId }, route }
}
