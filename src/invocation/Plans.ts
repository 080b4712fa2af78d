/**
 * A plan lets a call run only if nothing that its dry run read has changed. It is encrypted and self-contained; only its execution is
 * stored.
 */
import { Clock, Effect, Result, Schema } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import { Conflict, type Fault, Invalid } from "../../schema/Fault.ts"
import { ChangeSet } from "../../layers/audit/ChangeSet.ts"
import * as ReadSet from "../../layers/audit/ReadSet.ts"
import { credentialId } from "../../layers/identity/Actor.ts"
import { fingerprintOf } from "../../layers/records/Fingerprint.ts"
import { type Claim, Idempotency } from "../../layers/records/Idempotency.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { Encryption } from "../../layers/encryption/Encryption.ts"
import * as PlanPreconditions from "../audit/rules/PlanPreconditions.ts"
import { Plan } from "./Plan.ts"
import type { Handler, Invocation, Step } from "./Invocation.ts"

/** Lifetime of a plan in milliseconds: an hour. */
const lifetime = 3_600_000

/** Maximum characters, longer than any plan that the service issues. */
const maxPlanLength = 8_000

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Plan))

const contextOf = ({ actor }: Invocation) => `plan:${actor.workspace.id}`

const operationOf = ({ operation }: Invocation) => operation.formOf ?? operation.id

/** Includes the headers that the operation reads. */
const requestOf = ({ call, sent }: Invocation) =>
  fingerprintOf([sent(), call.headers ?? {}]).toString("base64url")

const again =
  "Send the call with Dry-Run: true (dryRun: true in a tool) to see what it would do now, and use the plan that it returns."

const invalid = (why: string) =>
  new Invalid({ code: "invalid_plan", message: `${why} Nothing was done. ${again}` })

const stale = (why: string) =>
  new Conflict({ code: "plan_stale", message: `${why} Nothing was done. ${again}` })

/** The records that were read, with the values before each change; without records that the call created. */
export const readsOf = (
  reads: ReadonlyMap<string, PlanPreconditions.Read>,
  changes: ReadonlyArray<AuditChange>
): ReadonlyArray<PlanPreconditions.Read> => {
  const own = new Set(changes.filter(({ before }) => before === null).map(({ id }) => id))
  const found = new Map([...reads].filter(([, { id }]) => !own.has(id)))
  for (const { before, id, resource } of changes) {
    const key = `${resource} ${id}`
    if (before === null || own.has(id)) continue
    found.set(key, { resource, id, fields: { ...before, ...found.get(key)?.fields } })
  }
  return [...found.values()]
}

/** A plan for this call and its expiry. */
export const make = Effect.fnUntraced(function* (
  invocation: Invocation,
  reads: ReadonlyArray<PlanPreconditions.Read>
) {
  const until = (yield* Clock.currentTimeMillis) + lifetime
  const plan: Plan = {
    id: yield* (yield* Ids).uuid,
    until,
    credential: credentialId(invocation.actor),
    operation: operationOf(invocation),
    request: requestOf(invocation),
    basis: PlanPreconditions.of(reads)
  }
  const sealed = (yield* Encryption).seal(JSON.stringify(plan), contextOf(invocation))
  return { plan: Buffer.from(sealed).toString("base64url"), expiresAt: new Date(until).toISOString() }
})

const unseal = Effect.fnUntraced(function* (invocation: Invocation, token: string) {
  const sealed = Buffer.from(token, "base64url")
  const opened =
    token.length > maxPlanLength || sealed.toString("base64url") !== token
      ? undefined
      : yield* Effect.result((yield* Encryption).open(sealed, contextOf(invocation)))
  if (opened === undefined || Result.isFailure(opened)) {
    return yield* invalid(
      "This is no plan of this workspace: it must be sent exactly as a dry run returned it."
    )
  }
  const plan = decode(opened.success)
  if (plan.credential !== credentialId(invocation.actor)) {
    return yield* invalid("This plan was made with another credential.")
  }
  if (plan.operation !== operationOf(invocation)) return yield* invalid(`This plan is of ${plan.operation}.`)
  if (plan.request !== requestOf(invocation)) {
    return yield* invalid("This plan is of other input: the call must be exactly the one of the dry run.")
  }
  if (plan.until <= (yield* Clock.currentTimeMillis)) {
    return yield* stale("This plan is more than an hour old.")
  }
  return plan
})

/** The plan sent with a call, which must be for this call. */
export const sentWith = (invocation: Invocation) =>
  invocation.call.plan === undefined ? Effect.succeed(undefined) : unseal(invocation, invocation.call.plan)

/** Decrypts the plan before the transaction. */
export const decryptPlan: Step = (_, next) => (invocation, input) =>
  Effect.flatMapEager(sentWith(invocation), (plan) =>
    next(plan === undefined ? invocation : { ...invocation, plan }, input)
  )

/** Maximum records listed in an error. */
const maxListed = 20

const describeDifference = ({ fields, id, resource }: PlanPreconditions.Difference, what: string) =>
  `${resource.replaceAll("_", " ")} ${id} ${what}${fields === undefined || fields.length === 0 ? "" : ` (${fields.join(", ")})`}`

/** The wording for records that have changed. */
interface StaleWording {
  readonly code: "approval_stale" | "plan_stale"
  readonly since: string
  readonly again: string
}

const ofApproval: StaleWording = {
  code: "approval_stale",
  since: "Since this was asked",
  again: "Send the call again to ask for it as things are now."
}

const ofPlan: StaleWording = { code: "plan_stale", since: "Since the dry run", again }

const changedFault = (
  { again, code, since }: StaleWording,
  { changed, gone, unnamed }: PlanPreconditions.Differences,
  refusal?: Fault
) => {
  const words = [
    ...changed.map((one) =>
      describeDifference(one, one.fields === undefined ? "is new or different" : "has changed")
    ),
    ...gone.map((one) => describeDifference(one, "is gone or no longer meant")),
    ...(unnamed === 0 ? [] : [`${unnamed} records are gone or no longer meant`])
  ]
  const shown = words.slice(0, 5).join(", ")
  const more = words.length > 5 ? ` and ${words.length - 5} more` : ""
  const refused = refusal === undefined ? "" : ` It would be refused now: ${refusal.message}`
  return new Conflict({
    code,
    message: `${since}: ${shown}${more}.${refused} Nothing was done. ${again}`,
    meta: { changed: [...changed, ...gone].slice(0, maxListed) as never }
  })
}

const isNone = ({ changed, gone, unnamed }: PlanPreconditions.Differences) =>
  changed.length + gone.length + unnamed === 0

/** The differences that explain an error. Of records it didn't get to read, only the kind that it reports as missing. */
const explaining = (
  { changed, gone }: PlanPreconditions.Differences,
  fault: Fault
): PlanPreconditions.Differences => ({
  changed,
  gone:
    fault._tag === "not_found" ? gone.filter(({ resource }) => fault.code === `${resource}_not_found`) : [],
  unnamed: 0
})

/** Contains a character that callers can't use in an idempotency key. */
const claimOf = (plan: Plan): Claim => ({
  credential: plan.credential,
  key: `plan\u2009${plan.id}`,
  request: plan.request
})

/** Runs a write, and fails if a record that it reads differs from the basis. */
const whileSame = Effect.fnUntraced(function* <A, R>(
  words: StaleWording,
  basis: PlanPreconditions.Basis,
  write: Effect.Effect<A, Fault, R>
) {
  const seen = ReadSet.make()
  const changes = (yield* ChangeSet)?.changes ?? []
  const now = () => PlanPreconditions.differences(basis, readsOf(seen.reads, changes))
  const answer = yield* Effect.provideService(write, ReadSet.ReadSet, seen).pipe(
    Effect.catch((fault: Fault) => {
      const why = explaining(now(), fault)
      return Effect.fail(isNone(why) ? fault : changedFault(words, why, fault))
    })
  )
  const found = now()
  return isNone(found) ? answer : yield* changedFault(words, found)
})

/** Fails if the records that a call reads differ from its plan. */
export const holds = (
  { basis }: Plan,
  reads: ReadonlyArray<PlanPreconditions.Read>
): Effect.Effect<void, Conflict> => {
  const found = PlanPreconditions.differences(basis, reads)
  return isNone(found) ? Effect.void : Effect.fail(changedFault(ofPlan, found))
}

/** A plan can be executed once. */
const carryOut = Effect.fnUntraced(function* (requestId: string, plan: Plan, write: ReturnType<Handler>) {
  const idempotency = yield* Idempotency
  const done = yield* idempotency.claim(claimOf(plan))
  if (done !== undefined) {
    return yield* stale(`This plan was carried out already, by the request ${done.body}.`)
  }
  const answer = yield* whileSame(ofPlan, plan.basis, write)
  yield* idempotency.keep(claimOf(plan), { status: answer.status, body: requestId })
  return answer
})

/** Runs a write with a plan, or after its approval, only if the records that it reads are unchanged. */
export const checkUnchanged: Step = (_, next) => (invocation, input) => {
  const { approval, call, plan } = invocation
  const write = next(invocation, input)
  if (approval !== undefined) return whileSame(ofApproval, approval.basis, write)
  return plan === undefined ? write : carryOut(call.requestId, plan, write)
}
