/** Dry runs: a write is done in its transaction, which is then rolled back, and what it would have done is told. */
import { Effect } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import type { DryRun } from "../../schema/DryRun.ts"
import { type Fault, Invalid, isFailure } from "../../schema/Fault.ts"
import * as RecordScope from "../../schema/RecordScope.ts"
import { Trail } from "../../layers/audit/Trail.ts"
import * as Witness from "../../layers/audit/Witness.ts"
import { Actor } from "../../layers/identity/Actor.ts"
import { type Claim, Idempotency, type Reply } from "../../layers/platform/Idempotency.ts"
import { Ids } from "../../layers/platform/Ids.ts"
import { Transaction } from "../../layers/platform/database/Transaction.ts"
import { isDryRun } from "./Call.ts"
import * as Consequences from "../domain/audit/Consequences.ts"
import * as EncodedJson from "./EncodedJson.ts"
import type * as Implementation from "../Implementation.ts"
import * as CredentialLimits from "./CredentialLimits.ts"
import * as Plans from "./Plans.ts"

const invalid = (message: string) => new Invalid({ code: "invalid_dry_run", message })

const noNeed = invalid(
  "A read changes nothing, so there is nothing to rehearse. Send it without Dry-Run and Plan."
)

const both = invalid(
  "Send Dry-Run or Plan, not both: a dry run tries the call and returns a plan, and the call itself is sent with the plan."
)

const unclear = invalid('Dry-Run must be "true" or "false".')

/** Whether a call is to be rehearsed only. */
export const isAsked = ({ call, operation }: Plans.Deed): Effect.Effect<boolean, Invalid> => {
  const { dryRun, plan } = call
  if (dryRun === undefined && plan === undefined) return Effect.succeed(false)
  const asked = isDryRun(call)
  if (!asked && dryRun !== undefined && dryRun.trim().toLowerCase() !== "false") return Effect.fail(unclear)
  if (operation.kind === "read" && (asked || plan !== undefined)) return Effect.fail(noNeed)
  return asked && plan !== undefined ? Effect.fail(both) : Effect.succeed(asked)
}

interface Made {
  readonly status: number
  readonly encoded: EncodedJson.Encoded
}

interface Undone {
  readonly made: Made
  readonly changes: ReadonlyArray<AuditChange>
  readonly seen: ReturnType<typeof Witness.make>
  /** If what it found or changed has to be asked for. */
  readonly asks: boolean
}

/** Rolls a transaction back, with what it did. */
class Back {
  readonly undone: Undone

  constructor(undone: Undone) {
    this.undone = undone
  }
}

const attempt = Effect.fnUntraced(function* (
  operation: Implementation.Runnable,
  effect: Effect.Effect<Made, Fault, any>
) {
  const changes: Array<AuditChange> = []
  const seen = Witness.make()
  // With the id of an entry that is never written: answers that tell of it look as they will.
  const trail: Effect.Success<typeof Trail> = { changes, id: yield* (yield* Ids).uuid }
  const judged = Effect.gen(function* () {
    const made = yield* effect
    return { made, why: yield* CredentialLimits.judge({ actor: yield* Actor, operation }) }
  })
  const { made, why } = yield* judged.pipe(
    Effect.provideService(Trail, trail),
    Effect.provideService(Witness.Witness, seen)
  )
  yield* (yield* Transaction).written
  return yield* Effect.fail(new Back({ made, changes, seen, asks: why !== undefined }))
})

/** Does a write and takes it back. */
const tryOut = (
  operation: Implementation.Runnable,
  effect: Effect.Effect<Made, Fault, any>
): Effect.Effect<Undone, Fault, any> =>
  Effect.flatMap(Transaction, (transaction) =>
    Effect.catchIf(
      transaction.run(attempt(operation, effect)) as Effect.Effect<never, Fault | Back, any>,
      (failure): failure is Back => failure instanceof Back,
      ({ undone }) => Effect.succeed(undone)
    )
  )

const answered = (dryRun: DryRun["dryRun"]) => ({
  status: 200,
  encoded: EncodedJson.of({ dryRun }),
  replayed: false,
  rehearsed: true
})

/** If the call would get the stored answer of its key; of a refusal, that is all. */
const ofReplay = ({ body, status }: Reply) => {
  const encoded = EncodedJson.read(body)
  if (isFailure(status)) return { status, encoded, replayed: true, rehearsed: false }
  return answered({
    status,
    answer: encoded.value as never,
    replayed: true,
    changes: [],
    activity: [],
    webhooks: [],
    notRehearsed: []
  })
}

const everything: { readonly replaced: object; readonly notRehearsed: ReadonlyArray<string> } = {
  replaced: {},
  notRehearsed: []
}

/** What a call would do, tried out. */
export interface Tried extends Undone {
  readonly notRehearsed: ReadonlyArray<string>
}

/** What a dry run does before the transaction. */
export const pretending =
  ({ rehearse }: Implementation.Runnable) =>
  (input: object) =>
    rehearse === undefined
      ? Effect.succeed(everything)
      : (rehearse(input) as Effect.Effect<typeof everything, Fault, any>)

/** Prepares an operation once; the returned function tries a call of it out. */
export const trying = (
  operation: Implementation.Runnable,
  execute: (input: object) => Effect.Effect<Made, Fault, any>,
  admitted: <A>(effect: Effect.Effect<A, Fault, any>) => Effect.Effect<A, Fault, any>
) => {
  const pretend = pretending(operation)
  return Effect.fnUntraced(function* (input: object) {
    const { notRehearsed, replaced } = yield* pretend(input)
    const undone = yield* admitted(tryOut(operation, execute({ ...input, ...replaced })))
    return { ...undone, notRehearsed } satisfies Tried
  }) as (input: object) => Effect.Effect<Tried, Fault, any>
}

/** What is said of a call that would wait for an approval. */
const waits = "Doing it: the rules of this credential have an admin approve the call first"

/** Rehearses an operation. No key is claimed. */
export const compile = (
  { warns }: Implementation.Runnable,
  tryOut: (input: object) => Effect.Effect<Tried, Fault, any>
) =>
  Effect.fnUntraced(function* (deed: Plans.Deed, claim: Claim | undefined, input: object, isAsked: boolean) {
    const kept = claim === undefined ? undefined : yield* (yield* Idempotency).find(claim)
    if (kept !== undefined) return ofReplay(kept)
    const { asks, changes, made, notRehearsed, seen } = yield* tryOut(input)
    const warning = warns?.(input, made.encoded.value)
    return answered({
      status: made.status,
      answer: made.encoded.value as never,
      replayed: false,
      ...(warning === undefined ? {} : { warning }),
      changes: Consequences.changes(changes),
      activity: Consequences.activity(changes, RecordScope.mayRead(deed.actor.scopes, "note")),
      webhooks: Consequences.webhooks(seen.deliveries),
      notRehearsed: isAsked || asks ? [...notRehearsed, waits] : notRehearsed,
      ...(yield* Plans.make(deed, Plans.readsOf(seen.reads, changes)))
    })
  })
