import { Context } from "effect"
import type { Route } from "./Addresses.ts"

/** One HTTP exchange: its request id and the headers of its response, whichever surface writes the body. */
export class Exchange extends Context.Service<
  Exchange,
  {
    readonly requestId: string
    /** Headers of the response, added while the request is handled. */
    readonly headers: Record<string, string>
    /** Undefined if there is nothing at the address. */
    readonly route?: Route | undefined
  }
>()("pipeline/surfaces/Exchange") {}

export const requestIdOf = (uuid: string) => `req_${uuid.replaceAll("-", "")}`

/** An exchange that begins, with the headers of every answer; `name` gives it its id. */
export const begin = (always: Readonly<Record<string, string>>, route: Route | undefined) => ({
  requestId: "",
  headers: { ...always },
  route
})

export const name = (exchange: ReturnType<typeof begin>, uuid: string): void => {
  exchange.requestId = requestIdOf(uuid)
  exchange.headers["service-request-id"] = exchange.requestId
}
