/** The path of every call, whichever surface it came through. */
import { Context, Effect } from "effect"
import type { RefusedCalls } from "../../layers/audit/RefusedCalls.ts"
import { Actor } from "../../layers/identity/Actor.ts"
import type { Tenant } from "../../layers/identity/Tenant.ts"
import type { Admission } from "../../layers/database/Admission.ts"
import type { Idempotency } from "../../layers/records/Idempotency.ts"
import type { PlanHandles } from "../../layers/records/PlanHandles.ts"
import type { RecordNames } from "../../layers/records/RecordNames.ts"
import type { RecordLock } from "../../layers/records/RecordLock.ts"
import type { Encryption } from "../../layers/encryption/Encryption.ts"
import type { Fault } from "../../schema/Fault.ts"
import { lazy } from "../shared/Memo.ts"
import type * as Implementation from "../Implementation.ts"
import type { Services } from "../Registry.ts"
import * as AuditEntries from "./AuditEntries.ts"
import * as Authorization from "./Authorization.ts"
import { Call, CallLog } from "./Call.ts"
import * as CredentialRules from "./CredentialRules.ts"
import * as DatabaseAccess from "./DatabaseAccess.ts"
import * as Decode from "./Decode.ts"
import * as DryRun from "./DryRun.ts"
import * as IdempotencyKey from "./IdempotencyKey.ts"
import { type Answer, compose, type Handler, type Invocation } from "./Invocation.ts"
import * as OperationMetrics from "./OperationMetrics.ts"
import type { OperationRunner } from "./OperationRunners.ts"
import * as Plans from "./Plans.ts"
import * as Precondition from "./Precondition.ts"
import * as RequireApproval from "./RequireApproval.ts"
import * as RunOperation from "./RunOperation.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

export type { Answer } from "./Invocation.ts"

/** The input of a call from a surface. `about` are fields that identify its records even if decoding fails. */
export interface Input extends Pick<Invocation, "decoded" | "sent"> {
  readonly about?: object | undefined
}

/** The services that callers must provide, besides the actor and the call. */
export type Dependencies =
  | Exclude<Services, Tenant | Actor | Call>
  | Admission
  | Idempotency
  | PlanHandles
  | RecordNames
  | RecordLock
  | RefusedCalls
  | Encryption

/** Steps before anything runs. */
const admission = [
  OperationMetrics.measure,
  AuditEntries.recordFailure,
  Authorization.checkScopes,
  Decode.decode,
  Authorization.checkInput,
  CredentialRules.refuseDenied,
  DryRun.checkHeaders,
  DatabaseAccess.inWorkspace
]

/** Steps within the transaction of a write. */
const change = [
  AuditEntries.record,
  CredentialRules.enforceLimits,
  Plans.checkUnchanged,
  Precondition.checkIfMatch
]

const readOf = (operation: Implementation.Runnable): Handler =>
  compose(operation, [...admission, DatabaseAccess.read], RunOperation.compile(operation))

const writeOf = (operation: Implementation.Runnable): Handler => {
  const run = RunOperation.compile(operation)
  const tryOut = DryRun.trying(operation, Precondition.checkIfMatch(operation, run))
  const steps = [
    ...admission,
    IdempotencyKey.read,
    DryRun.handleDryRun(tryOut),
    RunOperation.warn,
    DatabaseAccess.recordWriter,
    RequireApproval.requestApproval(tryOut),
    IdempotencyKey.replayRepeats,
    Plans.readPlan,
    RunOperation.prepare,
    WriteTransaction.commit,
    ...change
  ]
  return compose(operation, steps, run)
}

/** Returns a function that runs calls. The first call prepares the operation, because a process uses few of them. */
export const compile = (operation: Implementation.Runnable) => {
  const handler = lazy(() => (operation.kind === "read" ? readOf(operation) : writeOf(operation)))
  // Functions rather than generators: a generator per step would double the cost of a read's steps.
  return ({ about, decoded, sent }: Input): Effect.Effect<Answer, Fault, Actor | Call | Dependencies> =>
    Effect.contextWith((context: Context.Context<Actor | Call>) => {
      const [actor, call] = [Context.get(context, Actor), Context.get(context, Call)]
      Context.get(context, CallLog)?.operations.push(operation.id)
      const invocation = { operation, actor, call, decoded, sent, input: about }
      return handler()(invocation, {}) as Effect.Effect<Answer, Fault, Dependencies>
    })
}

/** Runs approved calls of the operation within the transaction that approves them. */
export const runnerOf = (operation: Implementation.Runnable) => {
  const write = compose(operation, change, RunOperation.compile(operation))
  return {
    operation,
    prepare: RunOperation.preparing(operation),
    prepareDryRun: DryRun.preparing(operation),
    run: WriteTransaction.commitApproved(write)
  } as OperationRunner
}
