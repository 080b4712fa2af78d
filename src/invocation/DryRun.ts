/** Dry runs: a write runs in a transaction that is rolled back, and the response describes what it would have done. */
import { Effect } from "effect"
import { ChangeSet } from "../../layers/audit/ChangeSet.ts"
import * as ReadSet from "../../layers/audit/ReadSet.ts"
import { Transaction } from "../../layers/database/Transaction.ts"
import { Idempotency, type Reply } from "../../layers/records/Idempotency.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import type { DryRun } from "../../schema/DryRun.ts"
import { type Fault, Invalid, isFailure } from "../../schema/Fault.ts"
import * as RecordScope from "../../schema/RecordScope.ts"
import * as Consequences from "../audit/rules/Consequences.ts"
import type * as Implementation from "../Implementation.ts"
import { isDryRun } from "./Call.ts"
import * as CredentialRules from "./CredentialRules.ts"
import * as DatabaseAccess from "./DatabaseAccess.ts"
import { EncodedJson } from "./EncodedJson.ts"
import type { Answer, Handler, Invocation, Step } from "./Invocation.ts"
import * as Plans from "./Plans.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

const invalid = (message: string) => new Invalid({ code: "invalid_dry_run", message })

const noNeed = invalid(
  "A read changes nothing, so there is nothing to try out. Send it without Dry-Run and Plan."
)

const notBoth = invalid(
  "Send Dry-Run or Plan, not both: a dry run tries the call and returns a plan, and the call itself is sent with the plan."
)

const invalidHeader = invalid('Dry-Run must be "true" or "false".')

const flawOf = ({ call, operation }: Invocation): Invalid | undefined => {
  const { dryRun, plan } = call
  if (dryRun === undefined && plan === undefined) return undefined
  const isRequested = isDryRun(call)
  if (!isRequested && dryRun !== undefined && dryRun.trim().toLowerCase() !== "false") return invalidHeader
  if (operation.kind === "read" && (isRequested || plan !== undefined)) return noNeed
  return isRequested && plan !== undefined ? notBoth : undefined
}

/** Refuses Dry-Run and Plan where they don't apply. */
export const checkHeaders: Step = (_, next) => (invocation, input) => {
  const flaw = flawOf(invocation)
  return flaw === undefined ? next(invocation, input) : Effect.fail(flaw)
}

interface DryRunResult {
  readonly answer: Answer
  readonly changes: ReadonlyArray<AuditChange>
  readonly seen: ReturnType<typeof ReadSet.make>
  /** Whether the rules require approval for its changes. */
  readonly asks: boolean
}

/** Fails a transaction so that it is rolled back. */
class Rollback {
  readonly result: DryRunResult

  constructor(result: DryRunResult) {
    this.result = result
  }
}

const attempt = Effect.fnUntraced(function* (invocation: Invocation, write: ReturnType<Handler>) {
  const changes: Array<AuditChange> = []
  const seen = ReadSet.make()
  // The ID of an entry that is never written, so that answers with an ID look as they will.
  const changeSet = { changes, id: yield* (yield* Ids).uuid }
  const judged = Effect.flatMap(write, (answer) =>
    Effect.map(CredentialRules.judge(invocation), (why) => ({ answer, asks: why !== undefined }))
  )
  const result = yield* judged.pipe(
    Effect.provideService(ChangeSet, changeSet),
    Effect.provideService(ReadSet.ReadSet, seen)
  )
  yield* (yield* Transaction).written
  return yield* Effect.fail(new Rollback({ ...result, changes, seen }))
})

const simulateNothing = () => Effect.succeed({ replaced: {}, notRehearsed: [] })

/** Replaces the slow work before the transaction in a dry run. Returns the input with the replaced fields. */
export const preparing =
  ({ simulate = simulateNothing }: Implementation.Runnable) =>
  (input: object): Effect.Effect<object, Fault, unknown> =>
    Effect.map(simulate(input), ({ replaced }) => ({ ...input, ...replaced }))

/** The result of a dry run. */
export interface Trial extends DryRunResult {
  readonly notRehearsed: ReadonlyArray<string>
}

export type TryOut = (invocation: Invocation, input: object) => Effect.Effect<Trial, Fault, unknown>

/** Prepares an operation once. The returned function runs a write and rolls it back. */
export const trying = (operation: Implementation.Runnable, write: Handler): TryOut => {
  const { simulate = simulateNothing } = operation
  const admit = DatabaseAccess.admit(operation)
  return Effect.fnUntraced(function* (invocation, input) {
    const { notRehearsed, replaced } = yield* simulate(input)
    const transaction = yield* Transaction
    const rolledBack = Effect.catchIf(
      transaction.run(attempt(invocation, write(invocation, { ...input, ...replaced }))),
      (failure) => failure instanceof Rollback,
      ({ result }) => Effect.succeed(result)
    )
    return { ...(yield* admit(rolledBack)), notRehearsed }
  })
}

const answerOf = (dryRun: DryRun["dryRun"]): Answer => ({
  status: 200,
  encoded: EncodedJson.ofValue({ dryRun }),
  isReplayed: false,
  isDryRun: true
})

/** The dry run of a repeated call. It would return the stored answer of its key; a stored error is the answer itself. */
const ofReplay = (stored: Reply): Answer => {
  const answer = WriteTransaction.replay(stored)
  if (isFailure(answer.status)) return answer
  return answerOf({
    status: answer.status,
    answer: answer.encoded.value as never,
    replayed: true,
    changes: [],
    activity: [],
    webhooks: [],
    notRehearsed: []
  })
}

const needsApproval = "Doing it: the rules of this credential have an admin approve the call first"

/** Runs a dry run if the call asks for one. It claims no key. */
export const handleDryRun =
  (tryOut: TryOut): Step =>
  ({ warns }, next) => {
    const simulate = Effect.fnUntraced(function* (invocation: Invocation, input: object) {
      const { actor, claim } = invocation
      const stored = claim === undefined ? undefined : yield* (yield* Idempotency).find(claim)
      if (stored !== undefined) return ofReplay(stored)
      const { answer, asks, changes, notRehearsed, seen } = yield* tryOut(invocation, input)
      const warning = warns?.(input, answer.encoded.value)
      const isHeld = asks || CredentialRules.decisionOf(invocation) === "ask"
      return answerOf({
        status: answer.status,
        answer: answer.encoded.value as never,
        replayed: false,
        ...(warning === undefined ? {} : { warning }),
        changes: Consequences.changes(changes),
        activity: Consequences.activity(changes, RecordScope.mayRead(actor.scopes, "note")),
        webhooks: Consequences.webhooks(seen.deliveries),
        notRehearsed: isHeld ? [...notRehearsed, needsApproval] : notRehearsed,
        ...(yield* Plans.make(invocation, Plans.readsOf(seen.reads, changes)))
      })
    })
    return (invocation, input) =>
      isDryRun(invocation.call) ? simulate(invocation, input) : next(invocation, input)
  }
