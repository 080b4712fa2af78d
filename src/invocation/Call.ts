/** What steps, operations and surfaces know of the request that a call came in. */
import { Context } from "effect"
import type { Actor } from "../../layers/identity/Actor.ts"
import type { Surface } from "../../schema/Audit.ts"
import type { Writer } from "../../schema/Field.ts"
import type * as Operation from "../contract/Operation.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The request that a call came in. */
export class Call extends Context.Service<
  Call,
  {
    readonly requestId: string
    readonly surface: Surface
    readonly idempotencyKey: string | undefined
    /** As it was sent: "true" to do it and roll it back. */
    readonly dryRun?: string | undefined
    /** What a dry run returned: the call is done only if nothing that it reads has changed since. */
    readonly plan?: string | undefined
    /** The versions of its record that a write is meant for. */
    readonly ifMatch?: string | undefined
    /** The headers that the operation declares, under the names it declares. */
    readonly headers?: Headers
    /** How the surface marks a stranger's words that an operation puts into a text of ours; not at all if left out. */
    readonly quote?: (text: string, writer?: Writer) => string
  }
>()("pipeline/Call") {
  /** By the headers of a request, in lower case; the operation gets those that it declares. */
  static readonly ofHeaders = (
    { headers = {} }: Operation.Any,
    surface: Surface,
    requestId: string,
    sent: Headers
  ): Call["Service"] => ({
    requestId,
    surface,
    idempotencyKey: sent["idempotency-key"],
    dryRun: sent["dry-run"],
    plan: sent["plan"],
    ifMatch: sent["if-match"],
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, sent[name.toLowerCase()]]))
  })
}

/** Whether a call is to be done and rolled back. */
export const isDryRun = ({ dryRun }: Pick<Call["Service"], "dryRun">): boolean =>
  dryRun !== undefined && dryRun.trim().toLowerCase() === "true"

/** What the line of a request in the access log says of its calls; undefined if there is no log. */
export class CallLog extends Context.Reference<
  | {
      /** Who was identified. */
      actor: Actor["Service"] | undefined
      /** The ids of the operations that were called. */
      readonly operations: Array<string>
    }
  | undefined
>("pipeline/CallLog", { defaultValue: () => undefined }) {}

/** How long a call and its caller wait for each other. */
export const Patience = Context.Reference<{
  /** Set by a call that waits for other servers or for news, so that it gets more time. */
  isLong: boolean
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean
}>("pipeline/Patience", { defaultValue: () => ({ isLong: false, isGone: () => false }) })
