/** Lets what runs beside the service (docs/extending.md) call operations, as the holder of a key and with no more than its rights. */
import { Context, type Effect, type Redacted } from "effect"
import type { Fault } from "../schema/Fault.ts"

interface CallOptions {
  readonly key: Redacted.Redacted
  /** By their names in REST, in lower case, such as `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>
}

export class Caller extends Context.Service<
  Caller,
  {
    /** Runs an operation by its id, `leads.list`, with all checks, limits and entries of a request; the answer is as in JSON. */
    readonly call: (id: string, input: object, options: CallOptions) => Effect.Effect<any, Fault>
  }
>()("pipeline/Caller") {}
