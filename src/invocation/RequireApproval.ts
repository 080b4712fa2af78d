/** Ask mode: a write that its credential's rules hold is tried out, told in words, and kept until an admin decides. */
import { Effect } from "effect"
import { Approvals } from "../../layers/approvals/Approvals.ts"
import { type Sealed, shown, type Stored } from "../../layers/approvals/ApprovalRow.ts"
import { Rules } from "../../layers/approvals/Rules.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import { Trail } from "../../layers/audit/Trail.ts"
import { type Actor, author, credentialId, refOf } from "../../layers/identity/Actor.ts"
import { fingerprintOf } from "../../layers/platform/Fingerprint.ts"
import { type Claim, Idempotency, reused } from "../../layers/platform/Idempotency.ts"
import { Ids } from "../../layers/platform/Ids.ts"
import { now } from "../../layers/platform/Now.ts"
import { Transaction } from "../../layers/platform/database/Transaction.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import { type Fault, type Forbidden, Invalid, RateLimited } from "../../schema/Fault.ts"
import { ApprovalId } from "../../schema/Id.ts"
import type { Verdict } from "../../schema/Rules.ts"
import * as AuditEntries from "./AuditEntries.ts"
import * as Told from "../domain/approvals/Told.ts"
import * as Verdicts from "../domain/approvals/Verdicts.ts"
import * as Basis from "../domain/audit/Basis.ts"
import * as Consequences from "../domain/audit/Consequences.ts"
import * as EncodedJson from "./EncodedJson.ts"
import type * as Implementation from "../Implementation.ts"
import * as CredentialLimits from "./CredentialLimits.ts"
import * as Plans from "./Plans.ts"
import type { Tried } from "./DryRun.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

/** How long an approval waits: 24 hours. */
const lasts = 86_400_000

/** The most that wait at a time. */
const most = { own: 100, all: 1_000 }

/** The most characters that are kept of a call. */
const longest = 1_000_000

/** The decision of the credential's rules on an operation; undefined without rules, or for a read. */
export const verdict = ({ actor, operation }: Plans.Deed): Effect.Effect<Verdict | undefined, Forbidden> => {
  const { rules } = actor
  if (rules === undefined || operation.kind === "read") return Effect.succeed(undefined)
  const said = Verdicts.of(rules, operation)
  return said === "deny"
    ? Effect.fail(Verdicts.denied(author(actor), Verdicts.nameOf(operation)))
    : Effect.succeed(said)
}

const tooMany = (whose: string, limit: number) =>
  new RateLimited({
    code: "too_many_approvals",
    message: `${limit} writes of this ${whose} wait for an approval already. Nothing was kept; send the call again once an admin has decided some.`,
    meta: { limit },
    retryAfter: 60
  })

const tooLarge = new Invalid({
  code: "body_too_large",
  message: `This write would wait for an approval, and is too large to be kept until then: at most ${longest} characters. Send less at once.`
})

const waiting = (stored: Stored, actor: Actor["Service"]): WriteTransaction.Answer => ({
  status: 202,
  encoded: EncodedJson.of({ approval: shown(stored, actor) }),
  replayed: false,
  asked: true
})

/** What a repeat of a call gets: the approval as it is, or the answer there was in the end. */
const ofRepeat = (stored: Stored, actor: Actor["Service"]): WriteTransaction.Answer =>
  stored.answer === null ? waiting(stored, actor) : WriteTransaction.again(stored.answer)

const toldOf = (operation: Implementation.Runnable, why: string, tried: Tried): Sealed["told"] => {
  const details = Told.details(tried.changes, tried.seen.reads)
  const changes = Consequences.changes(tried.changes)
  return {
    why,
    summary: Told.summary(operation.title, details),
    brief: Told.brief(operation.title, changes),
    details,
    whole: Told.details(tried.changes, tried.seen.reads, true),
    changes,
    notRehearsed: tried.notRehearsed
  }
}

/** Prepares an operation once. */
export const compile = (
  operation: Implementation.Runnable,
  tryOut: (input: object) => Effect.Effect<Tried, Fault, any>,
  admitted: <A>(effect: Effect.Effect<A, Fault, any>) => Effect.Effect<A, Fault, any>
) => {
  const name = Verdicts.nameOf(operation)

  /** The same call, if it was asked for before. */
  const asked = Effect.fnUntraced(function* (claimant: string, claim: Claim | undefined, request: unknown) {
    const approvals = yield* Approvals
    if (claim === undefined) return yield* approvals.same(claimant, fingerprintOf(request))
    const before = yield* approvals.keyed(claimant, claim.key)
    if (before === undefined) return undefined
    return fingerprintOf(request).equals(before.fingerprint) ? before : yield* reused
  })

  const keep = Effect.fnUntraced(function* (
    deed: Plans.Deed,
    claim: Claim | undefined,
    request: unknown,
    sealed: Sealed
  ) {
    const approvals = yield* Approvals
    const { actor, call } = deed
    const [credential, claimant] = [author(actor), credentialId(actor)]
    // One after another, so that they are counted, and the same call twice is one.
    yield* (yield* Rules).lock(credential)
    const before = yield* asked(claimant, claim, request)
    if (before !== undefined) return ofRepeat(before, actor)
    const { all, own } = yield* approvals.waiting(credential)
    if (own >= most.own) return yield* tooMany("credential", most.own)
    if (all >= most.all) return yield* tooMany("workspace", most.all)
    const createdAt = yield* now
    const changes: Array<AuditChange> = []
    const inserted = approvals.insert({
      id: ApprovalId.make(yield* (yield* Ids).uuid),
      credential,
      claimant,
      askedBy: refOf(actor),
      operation: name,
      fingerprint: fingerprintOf(request),
      idempotencyKey: claim?.key ?? null,
      requestId: call.requestId,
      createdAt,
      expiresAt: new Date(Date.parse(createdAt) + lasts).toISOString(),
      sealed
    })
    const stored = yield* Effect.provideService(inserted, Trail, { changes })
    yield* (yield* Audit).record([AuditEntries.asked(deed, changes)])
    return waiting(stored, actor)
  })

  const ask = Effect.fnUntraced(function* (
    deed: Plans.Deed,
    claim: Claim | undefined,
    input: object,
    why: string
  ) {
    const { actor, call, sent } = deed
    const plan = yield* Plans.of(deed)
    const request = claim?.request ?? [name, sent(), call.headers ?? {}, call.surface]
    const before = yield* asked(credentialId(actor), claim, request)
    if (before !== undefined) return ofRepeat(before, actor)
    const tried = yield* tryOut(input)
    const reads = Plans.readsOf(tried.seen.reads, tried.changes)
    if (plan !== undefined) yield* Plans.holds(plan, reads)
    const sealed: Sealed = {
      operation: operation.id,
      surface: call.surface,
      input,
      request,
      headers: call.headers ?? {},
      granted: [...actor.granted],
      ...(actor.asked === undefined ? {} : { asked: [...actor.asked] }),
      basis: Basis.of(reads),
      told: toldOf(operation, why, tried)
    }
    if (JSON.stringify(sealed).length > longest) return yield* tooLarge
    return yield* admitted((yield* Transaction).run(keep(deed, claim, request, sealed)))
  })

  /** Asks for a write, or does it if its credential may. */
  return Effect.fnUntraced(function* (
    deed: Plans.Deed,
    claim: Claim | undefined,
    input: object,
    verdict: Verdict,
    write: Effect.Effect<WriteTransaction.Answer, Fault, any>
  ) {
    if (claim !== undefined) {
      const kept = yield* (yield* Idempotency).find(claim)
      if (kept !== undefined) return WriteTransaction.again(kept)
      // A call that waits isn't done beside its approval, even if it may be by now.
      const before = yield* asked(claim.credential, claim, claim.request)
      if (before !== undefined) return ofRepeat(before, deed.actor)
    }
    if (verdict === "ask") {
      return yield* ask(deed, claim, input, Verdicts.asks(name))
    }
    return yield* Effect.catchIf(
      write,
      (failure): failure is never => (failure as unknown) instanceof CredentialLimits.Beyond,
      (beyond) => ask(deed, claim, input, (beyond as CredentialLimits.Beyond).why)
    )
  })
}
