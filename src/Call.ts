import { Context } from "effect"
import type * as Operation from "./contract/Operation.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The request that a call came in. */
export class Call extends Context.Service<
  Call,
  {
    readonly requestId: string
    readonly idempotencyKey: string | undefined
    /** The headers that the operation declares, under the names it declares. */
    readonly headers?: Headers
  }
>()("pipeline/Call") {
  /** The declared headers out of a request's; `sent` has lower-case names. */
  static readonly headersOf = ({ headers = {} }: Operation.Any, sent: Headers): Headers =>
    Object.fromEntries(Object.keys(headers).map((name) => [name, sent[name.toLowerCase()]]))
}

/** Tells a surface while a call runs that it waits for other servers, so that it gets more time. */
export const Patience = Context.Reference<{ isLong: boolean }>("pipeline/Patience", {
  defaultValue: () => ({ isLong: false })
})
