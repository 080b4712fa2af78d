import { Context } from "effect"

/** One HTTP exchange: its request id and the headers of its response, whichever surface writes the body. */
export class Exchange extends Context.Service<
  Exchange,
  {
    readonly requestId: string
    /** Headers of the response, added while the request is handled. */
    readonly headers: Record<string, string>
  }
>()("pipeline/surfaces/Exchange") {}

/** An exchange that begins, with the headers of every answer. */
export const begin = (uuid: string, always: Readonly<Record<string, string>>): Exchange["Service"] => {
  const requestId = `req_${uuid.replaceAll("-", "")}`
  return { requestId, headers: { ...always, "service-request-id": requestId } }
}
