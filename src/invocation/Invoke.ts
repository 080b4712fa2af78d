/** The path every call takes, whichever surface it came through. */
import { Context, Effect, Schema } from "effect"
import { Admission } from "../../layers/platform/database/Admission.ts"
import { Approvals } from "../../layers/approvals/Approvals.ts"
import { Rules } from "../../layers/approvals/Rules.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import { Refusals } from "../../layers/audit/Refusals.ts"
import { Actor, credentialId } from "../../layers/identity/Actor.ts"
import { Idempotency } from "../../layers/platform/Idempotency.ts"
import type { Names } from "../../layers/platform/Names.ts"
import type { RecordLock } from "../../layers/platform/RecordLock.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Replica } from "../../layers/platform/replica/Replica.ts"
import { Vault } from "../../layers/platform/Vault.ts"
import { Transaction } from "../../layers/platform/database/Transaction.ts"
import { type Fault, isFailure } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import * as Authorization from "./Authorization.ts"
import * as RequireApproval from "./RequireApproval.ts"
import * as AuditEntries from "./AuditEntries.ts"
import { Call, Noted, Patience } from "./Call.ts"
import * as EncodedJson from "./EncodedJson.ts"
import * as WorkspaceClock from "./WorkspaceClock.ts"
import * as LocalDays from "../domain/platform/LocalDays.ts"
import * as OperationMetrics from "./OperationMetrics.ts"
import * as Precondition from "./Precondition.ts"
import type { Runner } from "./OperationRunners.ts"
import type * as Plans from "./Plans.ts"
import * as DryRun from "./DryRun.ts"
import { lazy } from "../domain/platform/Once.ts"
import * as TableKind from "../domain/platform/TableKind.ts"
import * as PageSize from "../domain/platform/PageSize.ts"
import { Written } from "../domain/platform/Written.ts"
import type * as Implementation from "../Implementation.ts"
import type { Services } from "../Registry.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

/** The input of a call as a surface hands it over: how to decode it, and as it was sent. */
export interface Input {
  /** Run only once the caller is known to be allowed. */
  readonly decoded: Effect.Effect<object, Fault>
  /** Fields that say what the call is about, even if it can't be decoded. */
  readonly about?: object | undefined
  /** What a request that repeats an idempotency key must repeat; read after `decoded` has run. */
  readonly sent: () => unknown
}

export type Answer = WriteTransaction.Answer

export interface Invoke {
  (input: Input): Effect.Effect<Answer, Fault, Actor | Call | Dependencies>
  /** What was asked for, once it is approved. */
  readonly runner: Runner
}

export type Dependencies =
  | Exclude<Services, Tenant | Actor | Call>
  | Admission
  | Approvals
  | Audit
  | Idempotency
  | Names
  | RecordLock
  | Refusals
  | Replica
  | Rules
  | Transaction
  | Vault

/** What a request gave up is part of it: with fewer scopes, it may not be told what one with more was told. */
const asked = ({ asked }: Actor["Service"]) => (asked === undefined ? [] : [[...asked]])

/** A span for each call, only if tracing is on: an unused span costs as much as a query. */
const traced = <A, E, R>(id: string, effect: Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>(
    (fiber) => (fiber.cache.tracerEnabled ? Effect.withSpan(effect, id) : effect) as typeof effect
  )

type Verdict = Effect.Success<ReturnType<typeof RequireApproval.verdict>>

const compiled = (operation: Implementation.Runnable) => {
  const encode = Schema.encodeUnknownEffect(operation.success as Schema.Codec<unknown>)
  const kind = TableKind.kindOf(operation.id)
  const admitted = <A>(effect: Effect.Effect<A, Fault, any>): Effect.Effect<A, Fault, any> =>
    Effect.contextWith((context: Context.Context<Admission>) =>
      Context.get(context, Admission).admit(kind, effect)
    )
  const admittedRead = <A>(input: object, effect: Effect.Effect<A, Fault, any>) => {
    if (operation.costly?.(input) === true)
      return Effect.flatMap(Admission, ({ admitCostly }) => admitCostly(kind, effect))
    if (operation.light?.(input) !== true) return admitted(effect)
    return Effect.contextWith((context: Context.Context<Admission | Replica>) =>
      // On a replica it has another connection.
      Context.get(context, Replica).status() === undefined
        ? Context.get(context, Admission).share(kind, effect)
        : Context.get(context, Admission).admit(kind, effect)
    )
  }
  const status = operation.http?.status ?? 200
  const statusFor = (success: unknown) => (typeof status === "function" ? status(success) : status)

  const sinces = Field.sincesOf(operation.input)
  const { closed } = operation

  /** The read where it belongs: with a replica only the primary has everything. */
  const placed = (
    input: Readonly<Record<string, unknown>>,
    writer: string,
    effect: Effect.Effect<WriteTransaction.Made, Fault, any>
  ) =>
    operation.replica === true && sinces.every((name) => input[name] === undefined)
      ? Effect.flatMap(Replica, ({ read }) => read(writer, effect))
      : effect

  const inTime = WorkspaceClock.of(operation, kind)
  const measured = OperationMetrics.of(operation.id)

  const run = (input: object): Effect.Effect<any, Fault, any> =>
    closed === undefined ? operation.run(input) : Effect.andThen(closed, operation.run(input))

  const execute = (input: object): Effect.Effect<WriteTransaction.Made, Fault, any> =>
    Effect.flatMap(inTime(traced(operation.id, run(input))), (success) => {
      const fit = (encoded: EncodedJson.Encoded) => {
        const limit = PageSize.fewer(encoded)
        // Run again with a smaller limit, so that the cursor continues right after the rows that fit.
        return limit === undefined
          ? Effect.succeed({ status: statusFor(success), encoded })
          : execute({ ...input, limit })
      }
      return success instanceof Written
        ? fit(EncodedJson.read(success.text))
        : Effect.flatMap(Effect.orDie(encode(success)), (value) => fit(EncodedJson.of(value)))
    })

  const perform = operation.kind === "read" ? execute : Precondition.guard(operation, execute)

  const prepare = (input: object): Effect.Effect<object, Fault, any> =>
    operation.prepare === undefined
      ? Effect.succeed(input)
      : Effect.flatMap(Patience, (patience) => {
          patience.isLong = true
          return Effect.map(inTime(operation.prepare!(input)), (replaced) => ({ ...input, ...replaced }))
        })

  /** Derived from the answer, so that a replay warns as the first answer did. */
  const warned = (input: object, answer: Answer): Answer => {
    if (operation.warns === undefined || isFailure(answer.status) || answer.asked === true) return answer
    const warning = operation.warns(input, answer.encoded.value)
    return warning === undefined ? answer : { ...answer, warning }
  }

  const pretend = (input: object) =>
    Effect.map(DryRun.pretending(operation)(input), ({ replaced }) => ({ ...input, ...replaced }))
  const tryOut = DryRun.trying(operation, perform, admitted)
  const rehearse = DryRun.compile(operation, tryOut)
  const { carry, write } = WriteTransaction.compile(operation, { admitted, execute: perform, prepare })
  const ask = RequireApproval.compile(operation, tryOut, admitted)

  const writerOf = (actor: Actor["Service"]) => `${actor.workspace.id}:${credentialId(actor)}`

  const reading = (decoded: object, actor: Actor["Service"]) => {
    const made = () => admittedRead(decoded, placed({ ...decoded }, writerOf(actor), execute(decoded)))
    const read = operation.awaits === undefined ? made() : Effect.flatMap(operation.awaits(decoded), made)
    const tenant = { workspaceId: actor.workspace.id }
    return Effect.map(Effect.provideService(read, Tenant, tenant), WriteTransaction.fresh)
  }

  const writing = Effect.fnUntraced(function* (
    deed: Plans.Deed,
    input: Input,
    decoded: object,
    verdict: Verdict
  ) {
    const { actor } = deed
    const isRehearsal = yield* DryRun.isAsked(deed)
    const tenant = { workspaceId: actor.workspace.id }
    const writer = writerOf(actor)
    const { idempotencyKey } = deed.call
    const claim =
      idempotencyKey === undefined
        ? undefined
        : {
            credential: credentialId(actor),
            key: idempotencyKey,
            request: [operation.formOf ?? operation.id, input.sent(), ...asked(actor)]
          }
    if (isRehearsal) {
      return yield* Effect.provideService(rehearse(deed, claim, decoded, verdict === "ask"), Tenant, tenant)
    }
    const written = write(deed, claim, decoded)
    const done = verdict === undefined ? written : ask(deed, claim, decoded, verdict, written)
    const { wrote } = yield* Replica
    // Whatever became of it, as a failure may have been committed.
    const noted = Effect.onExit(done, () => wrote(writer))
    return warned(decoded, yield* Effect.provideService(noted, Tenant, tenant))
  })

  const allowed = (deed: Plans.Deed, input: Input, decoded: object): Effect.Effect<Answer, Fault, any> => {
    const { actor } = deed
    deed.input = decoded
    const refused = Authorization.refusalFor(operation, actor, decoded)
    if (refused !== undefined) return Effect.fail(refused)
    const decided = (verdict: Verdict) =>
      operation.kind === "read"
        ? Effect.flatMapEager(DryRun.isAsked(deed), () => reading(decoded, actor))
        : writing(deed, input, decoded, verdict)
    return actor.rules === undefined
      ? decided(undefined)
      : Effect.flatMap(RequireApproval.verdict(deed), decided)
  }

  /** A malformed id is of nobody, and so is answered as one that is: after what holds for any. */
  const decodedOf = ({ decoded }: Input): Effect.Effect<object, Fault, any> =>
    closed === undefined
      ? decoded
      : Effect.catchTag(decoded, "not_found", (fault) => Effect.andThen(closed, Effect.fail(fault)))

  const timed = LocalDays.compile(operation)
  const call = (deed: Plans.Deed, input: Input): Effect.Effect<Answer, Fault, any> => {
    const refused = Authorization.refusal(operation, deed.actor)
    if (refused !== undefined) return Effect.fail(refused)
    const { workspace } = deed.actor
    return Effect.flatMap(decodedOf(input), (decoded) => allowed(deed, input, timed(decoded, workspace)))
  }

  // Functions rather than generators: a generator for each step of each request costs as much as the steps of a read.
  const invoke = (input: Input) =>
    Effect.contextWith((context: Context.Context<Actor | Call>) => {
      const actor = Context.get(context, Actor)
      const deed = {
        operation,
        actor,
        call: Context.get(context, Call),
        input: input.about,
        sent: input.sent
      }
      Context.get(context, Noted)?.operations.push(operation.id)
      return measured(deed.call.surface, AuditEntries.told(deed, call(deed, input)))
    })
  return { invoke, runner: { operation, prepare, pretend, carry } as unknown as Runner }
}

/** The returned function runs a call of the operation, which the first call prepares: few of them are used in a run. */
export const compile = (operation: Implementation.Runnable): Invoke => {
  const made = lazy(() => compiled(operation))
  const invoke = (input: Input) => made().invoke(input)
  return Object.defineProperty(invoke, "runner", { get: () => made().runner }) as Invoke
}
