/** The RPC group for typed TypeScript clients, derived from the contract. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Asked } from "../../schema/Approval.ts"
import { DryRun } from "../../schema/DryRun.ts"
import * as ErrorEnvelope from "../../schema/ErrorEnvelope.ts"
import * as Fault from "../../schema/Fault.ts"
import { type all, operations } from "./Api.ts"
import type * as Operation from "./Operation.ts"

/** Any error, in the same envelope as in REST. A dry run and a request for approval count as failures too, because nothing was done. */
const Failure = Schema.Union([
  ...Fault.classes.map((fault) => ErrorEnvelope.envelopes[Fault.typeOf(fault)]),
  DryRun,
  Asked
])

type RpcOf<O> =
  O extends Operation.Operation<infer Id, infer Input, infer Success, ReadonlyArray<Fault.FaultClass>>
    ? Rpc.Rpc<Id, Schema.Struct<Input>, Success, typeof Failure>
    : never

const rpcOf = (operation: Operation.Any): Rpc.Any =>
  Rpc.make(operation.id, {
    payload: Schema.Struct(operation.input),
    success: operation.success,
    error: Failure
  })

/** For clients: `RpcClient.make(group)`. */
export const group = RpcGroup.make(...(operations.map(rpcOf) as Array<RpcOf<(typeof all)[number]>>))
