/** Stores a write that needs approval: it is tried in a dry run and described in words. */
import { Effect } from "effect"
import { type Sealed, toPublic, type Stored } from "../../layers/approvals/ApprovalRow.ts"
import { Approvals } from "../../layers/approvals/Approvals.ts"
import { RuleStore } from "../../layers/approvals/RuleStore.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import { ChangeSet } from "../../layers/audit/ChangeSet.ts"
import { type Actor, author, credentialId, refOf } from "../../layers/identity/Actor.ts"
import { Transaction } from "../../layers/database/Transaction.ts"
import { fingerprintOf } from "../../layers/records/Fingerprint.ts"
import { type Claim, Idempotency, reused } from "../../layers/records/Idempotency.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { now } from "../../layers/runtime/Now.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import { Invalid, RateLimited } from "../../schema/Fault.ts"
import { ApprovalId } from "../../schema/Id.ts"
import * as ApprovalSummary from "../approvals/rules/ApprovalSummary.ts"
import * as RuleEvaluation from "../approvals/rules/RuleEvaluation.ts"
import * as PlanPreconditions from "../audit/rules/PlanPreconditions.ts"
import * as Consequences from "../audit/rules/Consequences.ts"
import * as AuditEntries from "./AuditEntries.ts"
import * as CredentialRules from "./CredentialRules.ts"
import * as DatabaseAccess from "./DatabaseAccess.ts"
import type { Trial, TryOut } from "./DryRun.ts"
import { EncodedJson } from "./EncodedJson.ts"
import type { Answer, Invocation, Step } from "./Invocation.ts"
import * as Plans from "./Plans.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

/** How long an approval waits, in milliseconds: 24 hours. */
const lifetime = 86_400_000

/** Maximum number of pending approvals. */
const maxPending = { own: 100, all: 1_000 }

/** Maximum characters stored for a call. */
const maxCharacters = 1_000_000

const tooMany = (whose: string, limit: number) =>
  new RateLimited({
    code: "too_many_approvals",
    message: `${limit} writes of this ${whose} wait for an approval already. Nothing was kept; send the call again once an admin has decided some.`,
    meta: { limit },
    retryAfter: 60
  })

const tooLarge = new Invalid({
  code: "body_too_large",
  message: `This write would wait for an approval, and is too large to be kept until then: at most ${maxCharacters} characters. Send less at once.`
})

/** The pending approval or, for a repeat of a call that was decided, its final answer. */
const answerOf = (stored: Stored, actor: Actor["Service"]): Answer =>
  stored.answer === null
    ? {
        status: 202,
        encoded: EncodedJson.ofValue({ approval: toPublic(stored, actor) }),
        isReplayed: false,
        isPending: true
      }
    : WriteTransaction.replay(stored.answer)

const describe = (title: string, why: string, trial: Trial): Sealed["told"] => {
  const details = ApprovalSummary.details(trial.changes, trial.seen.reads)
  const changes = Consequences.changes(trial.changes)
  return {
    why,
    summary: ApprovalSummary.summary(title, details),
    brief: ApprovalSummary.shortSummary(title, changes),
    details,
    whole: ApprovalSummary.details(trial.changes, trial.seen.reads, true),
    changes,
    notRehearsed: trial.notRehearsed
  }
}

/** The approval of an identical call, if there is one. */
const findSame = Effect.fnUntraced(function* (claimant: string, claim: Claim | undefined, request: unknown) {
  const approvals = yield* Approvals
  if (claim === undefined) return yield* approvals.same(claimant, fingerprintOf(request))
  const before = yield* approvals.findByKey(claimant, claim.key)
  if (before === undefined) return undefined
  return fingerprintOf(request).equals(before.fingerprint) ? before : yield* reused
})

const store = Effect.fnUntraced(function* (invocation: Invocation, sealed: Sealed) {
  const approvals = yield* Approvals
  const { actor, call, claim, operation } = invocation
  const [credential, claimant] = [author(actor), credentialId(actor)]
  // The lock serializes requests, so that the limits are exact and identical calls share one approval.
  yield* (yield* RuleStore).lock(credential)
  const before = yield* findSame(claimant, claim, sealed.request)
  if (before !== undefined) return answerOf(before, actor)
  const { all, own } = yield* approvals.waiting(credential)
  if (own >= maxPending.own) return yield* tooMany("credential", maxPending.own)
  if (all >= maxPending.all) return yield* tooMany("workspace", maxPending.all)
  const createdAt = yield* now
  const changes: Array<AuditChange> = []
  const inserted = approvals.insert({
    id: ApprovalId.make(yield* (yield* Ids).uuid),
    credential,
    claimant,
    askedBy: refOf(actor),
    operation: RuleEvaluation.nameOf(operation),
    fingerprint: fingerprintOf(sealed.request),
    idempotencyKey: claim?.key ?? null,
    requestId: call.requestId,
    createdAt,
    expiresAt: new Date(Date.parse(createdAt) + lifetime).toISOString(),
    sealed
  })
  const stored = yield* Effect.provideService(inserted, ChangeSet, { changes })
  yield* (yield* Audit).record([AuditEntries.pending(invocation, changes)])
  return answerOf(stored, actor)
})

/** Requests approval for a write if the rules require it, and runs it otherwise. */
export const requestApproval =
  (tryOut: TryOut): Step =>
  (operation, next) => {
    const name = RuleEvaluation.nameOf(operation)
    const admit = DatabaseAccess.admit(operation)

    const ask = Effect.fnUntraced(function* (invocation: Invocation, input: object, why: string) {
      const { actor, call, claim, sent } = invocation
      const { headers = {}, surface } = call
      const plan = yield* Plans.sentWith(invocation)
      const request = claim?.request ?? [name, sent(), headers, surface]
      const before = yield* findSame(credentialId(actor), claim, request)
      if (before !== undefined) return answerOf(before, actor)
      const trial = yield* tryOut(invocation, input)
      const reads = Plans.readsOf(trial.seen.reads, trial.changes)
      if (plan !== undefined) yield* Plans.holds(plan, reads)
      const sealed: Sealed = {
        operation: operation.id,
        surface,
        input,
        request,
        headers,
        granted: [...actor.granted],
        ...(actor.asked === undefined ? {} : { asked: [...actor.asked] }),
        basis: PlanPreconditions.of(reads),
        told: describe(operation.title, why, trial)
      }
      if (JSON.stringify(sealed).length > maxCharacters) return yield* tooLarge
      return yield* admit((yield* Transaction).run(store(invocation, sealed)))
    })

    const decide = Effect.fnUntraced(function* (invocation: Invocation, input: object) {
      const { actor, claim } = invocation
      if (claim !== undefined) {
        const stored = yield* (yield* Idempotency).find(claim)
        if (stored !== undefined) return WriteTransaction.replay(stored)
        // A call with a pending approval must not run, even if the rules would allow it by now.
        const before = yield* findSame(claim.credential, claim, claim.request)
        if (before !== undefined) return answerOf(before, actor)
      }
      if (CredentialRules.decisionOf(invocation) === "ask") {
        return yield* ask(invocation, input, RuleEvaluation.asks(name))
      }
      return yield* CredentialRules.orAsk(next(invocation, input), (why) => ask(invocation, input, why))
    })

    return (invocation, input) =>
      invocation.actor.rules === undefined ? next(invocation, input) : decide(invocation, input)
  }
