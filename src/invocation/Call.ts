/** The details of the request that steps, operations and surfaces use. */
import { Context, Effect } from "effect"
import type { Actor } from "../../layers/identity/Actor.ts"
import type { State } from "../../layers/rateLimits/RateLimiter.ts"
import type { Surface } from "../../schema/Audit.ts"
import type { Writer } from "../../schema/Field.ts"
import type * as Operation from "../contract/Operation.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The request that a call is part of. */
export class Call extends Context.Service<
  Call,
  {
    readonly requestId: string
    readonly surface: Surface
    readonly idempotencyKey: string | undefined
    /** The raw header. "true" runs the call and rolls it back. */
    readonly dryRun?: string | undefined
    /** The plan that a dry run returned. The call only runs if nothing it reads has changed since. */
    readonly plan?: string | undefined
    /** The ETags of the record that a write requires. */
    readonly ifMatch?: string | undefined
    /** The headers that the operation declares, by their declared names. */
    readonly headers?: Headers
    /** The states of the credential's and the workspace's limit, in this order; undefined if the request isn't counted. */
    readonly limits?: ReadonlyArray<State> | undefined
    /** Marks untrusted text that an operation includes in generated text. Absent if the surface doesn't mark it. */
    readonly quote?: (text: string, writer?: Writer) => string
  }
>()("pipeline/Call") {
  /** Creates a call from a request's lower-case headers. The operation gets those that it declares. */
  static readonly ofHeaders = (
    { headers = {} }: Operation.Any,
    surface: Surface,
    { limits, requestId }: Pick<Call["Service"], "limits" | "requestId">,
    sent: Headers
  ): Call["Service"] => ({
    requestId,
    limits,
    surface,
    idempotencyKey: sent["idempotency-key"],
    dryRun: sent["dry-run"],
    plan: sent["plan"],
    ifMatch: sent["if-match"],
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, sent[name.toLowerCase()]]))
  })
}

/** Whether a call is a dry run. */
export const isDryRun = ({ dryRun }: Pick<Call["Service"], "dryRun">): boolean =>
  dryRun !== undefined && dryRun.trim().toLowerCase() === "true"

/** Collects a request's calls for the access log; undefined without one. */
export class CallLog extends Context.Reference<
  | {
      /** The authenticated caller. */
      actor: Actor["Service"] | undefined
      /** IDs of the called operations. */
      readonly operations: Array<string>
    }
  | undefined
>("pipeline/CallLog", { defaultValue: () => undefined }) {}

/** How long a call and its caller wait for each other. */
export const Patience = Context.Reference<{
  /** Set by a call that waits for other servers or events, so that it gets more time. */
  isLong: boolean
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean
}>("pipeline/Patience", { defaultValue: () => ({ isLong: false, isGone: () => false }) })

/** A warning that depends on data that the answer doesn't contain. A replay doesn't repeat it. */
export const CallWarning = Context.Reference<{ text: string | undefined }>("pipeline/CallWarning", {
  defaultValue: () => ({ text: undefined })
})

/** Sets the warning of the running call. ASCII only, because it is sent in a header. */
export const setWarning = (text: string | undefined): Effect.Effect<void> =>
  Effect.map(CallWarning, (warning) => {
    warning.text = text
  })
