/** The path every call takes, whichever surface it came through. */
import { type Cause, Effect, Exit, References, Schema } from "effect"
import { Admission, type Kind } from "../layers/platform/database/Admission.ts"
import { Audit } from "../layers/audit/Audit.ts"
import { Refusals } from "../layers/audit/Refusals.ts"
import { Trail } from "../layers/audit/Trail.ts"
import { Actor, credentialId } from "../layers/identity/Actor.ts"
import { type Claim, Idempotency, inProgress, type Reply } from "../layers/platform/Idempotency.ts"
import type { Names } from "../layers/platform/Names.ts"
import * as Sql from "../layers/platform/database/Sql.ts"
import { Tenant } from "../layers/identity/Tenant.ts"
import { Vault } from "../layers/platform/Vault.ts"
import { Transaction } from "../layers/platform/database/Transaction.ts"
import { type Fault, isFailure, render, statusOf } from "../schema/Fault.ts"
import type { AuditChange } from "../schema/Audit.ts"
import * as Access from "./Access.ts"
import * as Audited from "./Audited.ts"
import { Call, Patience } from "./Call.ts"
import * as Encoded from "./Encoded.ts"
import * as Plans from "./Plans.ts"
import * as Rehearsal from "./Rehearsal.ts"
import * as PageSize from "./domain/platform/PageSize.ts"
import type * as Implementation from "./Implementation.ts"
import type { Services } from "./Registry.ts"

/** The input of a call as a surface hands it over: how to decode it, and as it was sent. */
export interface Input {
  /** Run only once the caller is known to be allowed. */
  readonly decoded: Effect.Effect<object, Fault>
  /** Fields that say what the call is about, even if it can't be decoded. */
  readonly about?: object | undefined
  /** What a request that repeats an idempotency key must repeat; read after `decoded` has run. */
  readonly sent: () => unknown
}

/** An answer as it was made. */
interface Made {
  readonly status: number
  /** The JSON value and its text. */
  readonly encoded: Encoded.Encoded
}

/** An answer, and whether it is a replay. */
export interface Answer extends Made {
  readonly replayed: boolean
  /** See `Implementation.Warning`. */
  readonly warning?: string
  /** Whether nothing was done, and the answer is a `DryRun`. */
  readonly rehearsed?: boolean
}

export type Invoke = (input: Input) => Effect.Effect<Answer, Fault, Actor | Call | Dependencies>

export type Dependencies =
  | Exclude<Services, Tenant | Actor | Call>
  | Admission
  | Audit
  | Idempotency
  | Names
  | Refusals
  | Transaction
  | Vault

/** Only what the operation itself decided is kept for replays, not failures before it or by accident. */
const isKept = (fault: Fault): boolean =>
  fault.code !== "plan_stale" && ["permission_error", "not_found", "conflict_error"].includes(fault._tag)

/** Which operations use the tables of deals and which those of leads, by the first part of their id. */
const kinds: Readonly<Record<string, Kind>> = {
  boards: "deals",
  cards: "deals",
  deals: "deals",
  match: "deals",
  notes: "deals",
  reports: "deals",
  templates: "deals",
  intake: "leads",
  leads: "leads",
  undo: "deals"
}

/** Whether the connection was lost, so that it is unknown what the database did last. */
const isCutOff = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && Sql.isCutOff(reason.defect))

/** What a request gave up is part of it: with fewer scopes, it may not be told what one with more was told. */
const asked = ({ asked }: Actor["Service"]) => (asked === undefined ? [] : [[...asked]])

/** A span for each call, only if tracing is on: an unused span costs as much as a query. */
const traced = <A, E, R>(id: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(References.TracerEnabled, (enabled) => (enabled ? Effect.withSpan(effect, id) : effect))

/** Prepares an operation once; the returned function runs a call of it. */
export const compile = (operation: Implementation.Runnable): Invoke => {
  const encode = Schema.encodeUnknownEffect(operation.success as Schema.Codec<unknown>)
  const kind = kinds[operation.id.split(".")[0]!] ?? "rest"
  const admitted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Admission, ({ admit }) => admit(kind, effect))
  const status = operation.http?.status ?? 200
  const statusFor = (success: unknown) => (typeof status === "function" ? status(success) : status)

  const execute = (input: object): Effect.Effect<Made, Fault, any> =>
    Effect.flatMap(traced(operation.id, operation.run(input)), (success) =>
      Effect.flatMap(Effect.orDie(encode(success)), (value) => {
        const encoded = Encoded.of(value)
        const limit = PageSize.fewer(encoded)
        // Run again with a smaller limit, so that the cursor continues right after the rows that fit.
        return limit === undefined
          ? Effect.succeed({ status: statusFor(success), encoded })
          : execute({ ...input, limit })
      })
    )

  const prepare = (input: object): Effect.Effect<object, Fault, any> =>
    operation.prepare === undefined
      ? Effect.succeed(input)
      : Effect.flatMap(Patience, (patience) => {
          patience.isLong = true
          return Effect.map(operation.prepare!(input), (replaced) => ({ ...input, ...replaced }))
        })

  const fresh = (reply: Made): Answer => ({ ...reply, replayed: false })
  const made = ({ body, status }: Reply): Made => ({ status, encoded: Encoded.read(body) })
  const again = (reply: Reply): Answer => ({ ...made(reply), replayed: true })

  /** Derived from the answer, so that a replay warns as the first answer did. */
  const warned = (input: object, answer: Answer): Answer => {
    if (operation.warns === undefined || isFailure(answer.status)) return answer
    const warning = operation.warns(input, answer.encoded.value)
    return warning === undefined ? answer : { ...answer, warning }
  }

  /** What comes before a write's transaction: its plan is checked, and its input prepared. */
  const begin = (deed: Plans.Deed, input: object) =>
    Effect.flatMap(Plans.of(deed), (plan) => Effect.map(prepare(input), (ready) => ({ ready, plan })))

  /** A write inside of its transaction, with the row that tells of it in the audit log. */
  const recorded = Effect.fnUntraced(function* (
    deed: Plans.Deed,
    { plan, ready }: Effect.Success<ReturnType<typeof begin>>
  ) {
    const changes: Array<AuditChange> = []
    const effect = Plans.carryOut(deed, plan, execute(ready))
    const known = typeof status === "function" ? undefined : status
    const entry = yield* (yield* Audit).growing(Audited.done(deed, known ?? 200, changes))
    const ahead = known === undefined ? {} : { entry }
    const made = yield* Effect.provideService(effect, Trail, { changes, id: entry.id, ...ahead })
    return { made, row: yield* entry.rest(made.status) }
  })

  const keyed = Effect.fnUntraced(function* (deed: Plans.Deed, claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    const transaction = yield* Transaction
    const { plan, requestId } = deed.call
    const kept =
      operation.prepare === undefined && plan === undefined ? undefined : yield* idempotency.find(claim)
    if (kept !== undefined) return again(kept)
    const settle = (reply: ReturnType<typeof recorded>) =>
      admitted(
        transaction.run(
          Effect.gen(function* () {
            const given = yield* idempotency.claim(claim)
            if (given !== undefined) return again(given)
            const { made, row } = yield* reply
            yield* idempotency.keep(claim, { status: made.status, body: made.encoded.text }, row)
            return fresh(made)
          })
        )
      )
    let decided: Fault | undefined
    const note = (fault: Fault) => Effect.sync(() => (decided = fault))
    const exit = yield* Effect.exit(
      Effect.flatMap(Effect.tapError(begin(deed, input), note), (begun) =>
        settle(Effect.tapError(recorded(deed, begun), note))
      )
    )
    if (Exit.isSuccess(exit)) return exit.value
    if (decided === undefined && isCutOff(exit.cause)) {
      // The answer to COMMIT may be what was lost: the key's row shows whether it was committed.
      const kept = yield* Effect.orElseSucceed(Effect.sandbox(idempotency.find(claim)), () => undefined)
      return kept === undefined ? yield* exit : fresh(made(kept))
    }
    if (decided === undefined || !isKept(decided)) return yield* exit
    const refusal = { status: statusOf(decided), encoded: Encoded.of(render(decided, requestId)) }
    return yield* settle(Effect.succeed({ made: refusal, row: [] }))
  })

  const inTurn = Effect.fnUntraced(function* (deed: Plans.Deed, claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    // A duplicate that waited too long may find that the first request has finished meanwhile.
    const late = Effect.flatMap(idempotency.find(claim), (kept) =>
      kept === undefined ? Effect.fail(inProgress) : Effect.succeed(again(kept))
    )
    return yield* idempotency.inTurn(claim, keyed(deed, claim, input), late)
  })

  const unkeyed = Effect.fnUntraced(function* (deed: Plans.Deed, input: object) {
    const begun = yield* begin(deed, input)
    const write = Effect.flatMap(recorded(deed, begun), ({ made, row }) => Effect.as(Sql.all(row), made))
    return fresh(yield* admitted((yield* Transaction).run(write)))
  })

  const rehearse = Rehearsal.compile(operation, execute, admitted)

  const call = Effect.fnUntraced(function* (deed: Plans.Deed, input: Input) {
    const { actor } = deed
    const refused = Access.refusal(operation, actor)
    if (refused !== undefined) return yield* refused
    const decoded = yield* input.decoded
    deed.input = decoded
    const further = Access.refusalFor(operation, actor, decoded)
    if (further !== undefined) return yield* further
    const isRehearsal = yield* Rehearsal.isAsked(deed)
    const tenant = { workspaceId: actor.workspace.id }
    if (operation.kind === "read") {
      if (operation.awaits !== undefined) {
        yield* Effect.provideService(operation.awaits(decoded), Tenant, tenant)
      }
      return fresh(yield* Effect.provideService(admitted(execute(decoded)), Tenant, tenant))
    }
    const { idempotencyKey } = deed.call
    const claim =
      idempotencyKey === undefined
        ? undefined
        : {
            credential: credentialId(actor),
            key: idempotencyKey,
            request: [operation.formOf ?? operation.id, input.sent(), ...asked(actor)]
          }
    if (isRehearsal) return yield* Effect.provideService(rehearse(deed, claim, decoded), Tenant, tenant)
    const written = claim === undefined ? unkeyed(deed, decoded) : inTurn(deed, claim, decoded)
    return warned(decoded, yield* Effect.provideService(written, Tenant, tenant))
  })

  return Effect.fnUntraced(function* (input: Input) {
    const deed: Plans.Deed = {
      operation,
      actor: yield* Actor,
      call: yield* Call,
      input: input.about,
      sent: input.sent
    }
    return yield* Audited.told(deed, call(deed, input))
  }) as Invoke
}
