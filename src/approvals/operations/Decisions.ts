/** Approves or declines a call: executes it with the requester's permissions, or ends it. */
import { Effect, Result } from "effect"
import { Approvals } from "../../../layers/approvals/Approvals.ts"
import * as ApprovalOutcome from "../../../layers/approvals/ApprovalOutcome.ts"
import type { Stored } from "../../../layers/approvals/ApprovalRow.ts"
import { Actor, author, refOf } from "../../../layers/identity/Actor.ts"
import { LiveActors } from "../../../layers/identity/LiveActors.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Replica } from "../../../layers/replica/Replica.ts"
import type { ActorRef } from "../../../schema/Actor.ts"
import { Conflict, type Fault, Forbidden } from "../../../schema/Fault.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import { Call } from "../../invocation/Call.ts"
import { type OperationRunner, OperationRunners } from "../../invocation/OperationRunners.ts"
import * as RuleEvaluation from "../rules/RuleEvaluation.ts"

const hasRules = new Forbidden({
  code: "credential_has_rules",
  message:
    "This credential has rules itself, so it can neither change rules nor decide approvals. Leave it to a person at a page, or to an admin's credential without rules."
})

const isOwn = new Forbidden({
  code: "own_approval",
  message:
    "A credential can't decide what it asked for itself. Leave it to another admin, or to a person at a page."
})

/** Fails if the caller, an admin, has rules: then it can't change rules or decide approvals. */
export const mayDecide = (actor: Actor["Service"]): Effect.Effect<void, Forbidden> =>
  actor.rules === undefined ? Effect.void : Effect.fail(hasRules)

/** Fails unless the approval is pending and the caller may decide it. */
export const open = Effect.fnUntraced(function* (stored: Stored) {
  const actor = yield* Actor
  yield* mayDecide(actor)
  if (author(actor) === stored.credential) return yield* isOwn
  if (stored.status === "pending") return stored
  return yield* new Conflict({
    code: "approval_decided",
    message: `This approval is ${stored.status} already. Nothing was done now; get_approval (GET /v1/approvals/${stored.id}) tells what became of it.`,
    meta: { status: stored.status }
  })
})

/** Another request has locked the approval. */
export const underWay = (id: string) =>
  new Conflict({
    code: "approval_decided",
    message: `Someone else is deciding this approval right now. You did nothing; get_approval (GET /v1/approvals/${id}) tells what became of it. If it still waits then, decide again.`,
    meta: { status: "pending" },
    retryAfter: 1
  })

const requesterMissing = new Forbidden({
  code: "approval_declined",
  message:
    "The credential that asked for this is revoked or expired, or its person is no longer a member, so nothing was done."
})

/** The requester with its current permissions, and the runner for its call. */
const agentOf = Effect.fnUntraced(function* ({ askedBy, sealed }: Stored) {
  const { asked, granted, input, operation, surface } = sealed
  const runner = (yield* OperationRunners).find(operation, surface)
  const actor = yield* (yield* LiveActors).of({ actor: askedBy, granted, ...(asked && { asked }) })
  if (actor === undefined || runner === undefined) return yield* requesterMissing
  const refused =
    Authorization.refusal(runner.operation, actor) ?? Authorization.refusalFor(runner.operation, actor, input)
  if (refused !== undefined) return yield* refused
  const { rules } = actor
  if (rules !== undefined && RuleEvaluation.of(rules, runner.operation) === "deny") {
    return yield* new Forbidden({
      code: "denied_by_rule",
      message: `The rules of the credential deny ${RuleEvaluation.nameOf(runner.operation)} by now, so nothing was done.`
    })
  }
  return { actor, runner }
})

/** Runs with the agent's identity and a request ID of its own, by which the audit log and undo find the changes. */
const asAgent = <A, E, R>(
  { idempotencyKey, sealed }: Stored,
  actor: Actor["Service"],
  requestId: string,
  effect: Effect.Effect<A, E, R>
) =>
  effect.pipe(
    Effect.provideService(Actor, actor),
    Effect.provideService(Call, callOf(sealed, requestId, idempotencyKey))
  )

const callOf = (
  { headers, surface }: Stored["sealed"],
  requestId: string,
  idempotencyKey: string | null
): Call["Service"] => ({
  requestId,
  surface,
  idempotencyKey: idempotencyKey ?? undefined,
  headers
})

const newRequest = Effect.gen(function* () {
  return `req_${(yield* (yield* Ids).uuid).replaceAll("-", "")}`
})

export type Ready = Result.Result<object, Fault>

/** Prepares the call outside the transaction, for example by fetching images. */
export const prepare = Effect.fnUntraced(function* (stored: Stored) {
  const agent = yield* Effect.result(agentOf(stored))
  if (Result.isFailure(agent)) return Result.fail(agent.failure) as Ready
  const { actor, runner } = agent.success
  const ready = asAgent(stored, actor, yield* newRequest, runner.prepare(stored.sealed.input))
  return yield* Effect.result(ready)
})

/** Nothing is prepared before a dry run. */
const readyOf = (runner: OperationRunner, input: object, ready: Ready | undefined) =>
  ready === undefined ? runner.prepareDryRun(input) : Effect.fromResult(ready)

const run = Effect.fnUntraced(function* (
  stored: Stored,
  ready: Ready | undefined,
  requestId: string,
  approvedBy: ActorRef
) {
  const { actor, runner } = yield* agentOf(stored)
  const { claimant, idempotencyKey: key, sealed } = stored
  const claim = key === null ? undefined : { credential: claimant, key, request: sealed.request }
  const invocation = {
    operation: runner.operation,
    actor,
    call: callOf(sealed, requestId, key),
    decoded: Effect.succeed(sealed.input),
    sent: () => sealed.request,
    input: sealed.input,
    claim,
    approval: { by: approvedBy, basis: sealed.basis }
  }
  const done = Effect.flatMap(readyOf(runner, sealed.input, ready), (input) => runner.run(invocation, input))
  return yield* asAgent(stored, actor, requestId, done)
})

/** Records the write for the requester's credential, so that its reads from a replica include the write. */
const noteWritten = Effect.fnUntraced(function* ({ claimant }: Stored) {
  const { workspaceId } = yield* Tenant
  const { wrote } = yield* Replica
  yield* (yield* Transaction).afterCommit(wrote(`${workspaceId}:${claimant}`))
})

/** Executes the call, and ends the approval with its result. */
export const approve = Effect.fnUntraced(function* (stored: Stored, ready: Ready | undefined) {
  const decidedBy = refOf(yield* Actor)
  const requestId = yield* newRequest
  const outcome = yield* Effect.result(run(stored, ready, requestId, decidedBy))
  if (Result.isFailure(outcome)) {
    const fault = outcome.failure
    if (fault._tag === "api_error") return yield* Effect.die(fault)
    const status = fault.code === "approval_stale" ? "stale" : "failed"
    return yield* (yield* Approvals).end(stored, ApprovalOutcome.refused(status, fault, requestId, decidedBy))
  }
  yield* noteWritten(stored)
  const { encoded, status } = outcome.success
  return yield* (yield* Approvals).end(stored, {
    status: "done",
    decidedBy,
    doneRequestId: requestId,
    answer: { status, body: encoded.text }
  })
})

/** Ends the approval without executing the call. */
export const decline = Effect.fnUntraced(function* (stored: Stored, reason: string | undefined) {
  const said = reason === undefined ? "" : ` They said: ${reason}`
  const declined = new Forbidden({
    code: "approval_declined",
    message: `An admin declined this. Nothing was done; don't try again unless you are told to.${said}`
  })
  const end = ApprovalOutcome.refused("declined", declined, yield* newRequest, refOf(yield* Actor), reason)
  return yield* (yield* Approvals).end(stored, end)
})
