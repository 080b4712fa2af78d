import { Context } from "effect"
import type * as Operation from "./contract/Operation.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The request a call came in on. */
export class Call extends Context.Service<
  Call,
  {
    readonly requestId: string
    readonly idempotencyKey: string | undefined
    /** The headers that the operation heeds, by the names it gives them. */
    readonly headers?: Headers
  }
>()("pipeline/Call") {
  /** What a request, its header names in lower case, says to an operation. */
  static readonly headersOf = ({ headers = {} }: Operation.Any, sent: Headers): Headers =>
    Object.fromEntries(Object.keys(headers).map((name) => [name, sent[name.toLowerCase()]]))
}

/** What a surface may learn of a call while it runs: that it waits for other people's servers, and so takes longer. */
export const Patience = Context.Reference<{ isLong: boolean }>("pipeline/Patience", {
  defaultValue: () => ({ isLong: false })
})
