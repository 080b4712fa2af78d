/** Reads with an operation on the caller's behalf if the tool's own result isn't suitable. */
import { Effect } from "effect"
import type { Actor } from "../../../../layers/identity/Actor.ts"
import { Call } from "../../../invocation/Call.ts"
import type * as Implementation from "../../../Implementation.ts"
import * as Invoke from "../../../invocation/Invoke.ts"
import { operationOf } from "../../../Registry.ts"
import { Exchange } from "../../http/Exchange.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Arguments from "../arguments/Arguments.ts"
import * as NamedReferences from "../arguments/NamedReferences.ts"
import * as Resolve from "../arguments/Resolve.ts"

export type Needs = Actor | Exchange | Invoke.Dependencies

/** The result as text and value. The caller needs the scopes and role; writes only run dry. */
export const make = (operation: Implementation.Runnable, dryRun?: "true") => {
  const invoke = Invoke.compile(operation)
  const decode = Arguments.decoder(operation)
  return Effect.fnUntraced(function* (args: Fields) {
    const { requestId } = yield* Exchange
    const call = { requestId, surface: "mcp", idempotencyKey: undefined, dryRun } as const
    const { encoded } = yield* Effect.provideService(invoke(decode(args)), Call, call)
    return encoded
  })
}

/** The operation with names accepted for ids. */
export const byName = (id: string): Implementation.Runnable => {
  const operation = operationOf(id)
  return { ...Resolve.derive(operation), input: NamedReferences.describe(operation).input }
}
