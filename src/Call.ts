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

/** What a call and its surface tell each other while it runs. */
export const Patience = Context.Reference<{
  /** Set by a call that waits for other servers or for news, so that it gets more time. */
  isLong: boolean
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean
}>("pipeline/Patience", { defaultValue: () => ({ isLong: false, isGone: () => false }) })
