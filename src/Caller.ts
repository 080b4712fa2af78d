/** Lets extensions (docs/extending.md) call operations with an API key and only its permissions. */
import { Context, type Effect, type Redacted } from "effect"
import type { Fault } from "../schema/Fault.ts"

interface CallOptions {
  readonly key: Redacted.Redacted
  /** Headers by their REST names in lower case, such as `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>
}

export class Caller extends Context.Service<
  Caller,
  {
    /** Runs an operation by ID, such as `leads.list`, with all checks, limits and log entries of a request. The answer is as in JSON. */
    readonly call: (id: string, input: object, options: CallOptions) => Effect.Effect<any, Fault>
  }
>()("pipeline/Caller") {}
