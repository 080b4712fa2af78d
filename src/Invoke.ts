/** The one path every call takes, whatever surface it came in on. */
import { Cause, Effect, Exit, Option, References, Schema } from "effect"
import { Admission, type Kind } from "../layers/platform/database/Admission.ts"
import { Actor, credentialId } from "../layers/identity/Actor.ts"
import { type Claim, Idempotency, inProgress, type Reply } from "../layers/platform/Idempotency.ts"
import * as Sql from "../layers/platform/database/Sql.ts"
import { Tenant } from "../layers/identity/Tenant.ts"
import { Transaction } from "../layers/platform/database/Transaction.ts"
import { type Fault, isFault, render, statusOf } from "../schema/Fault.ts"
import * as Access from "./Access.ts"
import { Call, Patience } from "./Call.ts"
import * as PageSize from "./domain/platform/PageSize.ts"
import type * as Implementation from "./Implementation.ts"
import type { Services } from "./Registry.ts"

/** What a surface hands over: how to decode the input, and the input as it was sent. */
export interface Input {
  /** Evaluated once the caller is known to be allowed. */
  readonly decoded: Effect.Effect<object, Fault>
  /** What a repeated idempotency key must repeat; evaluated after `decoded`. */
  readonly sent: () => unknown
}

/** An answer as it was made: its text, and what the text says. */
interface Made extends Reply {
  readonly encoded?: unknown
}

/** An answer: the status, the JSON text (and what it says, where it is new), and whether it was given before. */
export interface Answer extends Made {
  readonly replayed: boolean
  /** What the caller should know besides; see `Implementation.Warning`. */
  readonly warning?: string
}

export type Invoke = (input: Input) => Effect.Effect<Answer, Fault, Actor | Call | Dependencies>

export type Dependencies = Exclude<Services, Tenant | Actor | Call> | Admission | Idempotency | Transaction

/** What the operation itself decided is kept for a replay; what failed before it, or by accident, is not. */
const isKept = (fault: Fault): boolean => [403, 404, 409].includes(statusOf(fault))

/** The operations that need the tables of deals, and those that need the tables of leads. */
const kinds: Readonly<Record<string, Kind>> = {
  boards: "deals",
  cards: "deals",
  deals: "deals",
  match: "deals",
  notes: "deals",
  reports: "deals",
  templates: "deals",
  intake: "leads",
  leads: "leads"
}

/** Whether the connection was lost, so that nobody here knows what the database did last. */
const isCutOff = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && Sql.isCutOff(reason.defect))

/** A span for each call, where someone traces: one that nobody sees costs as much as a query. */
const traced = <A, E, R>(id: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(References.TracerEnabled, (enabled) => (enabled ? Effect.withSpan(effect, id) : effect))

/** Compiles an operation once; what comes back runs a call of it. */
export const compile = (operation: Implementation.Runnable): Invoke => {
  const encode = Schema.encodeUnknownEffect(operation.success as Schema.Codec<unknown>)
  const kind = kinds[operation.id.split(".")[0]!] ?? "rest"
  const admitted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Admission, ({ admit }) => admit(kind, effect))
  const status = operation.http?.status ?? 200
  const statusFor = (success: unknown) => (typeof status === "function" ? status(success) : status)

  const execute = (input: object): Effect.Effect<Made, Fault, any> =>
    Effect.flatMap(traced(operation.id, operation.run(input)), (success) =>
      Effect.flatMap(Effect.orDie(encode(success)), (encoded) => {
        const body = JSON.stringify(encoded)
        const limit = PageSize.fewer(encoded, body)
        // Asked for again, so that the cursor goes on right after the rows that fit.
        return limit === undefined
          ? Effect.succeed({ status: statusFor(success), body, encoded })
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
  const again = (reply: Reply): Answer => ({ ...reply, replayed: true })

  /** Worked out of the answer, so that a replay warns as the first answer did. */
  const warned = (input: object, answer: Answer): Answer => {
    if (operation.warns === undefined || answer.status >= 400) return answer
    const warning = operation.warns(input, answer.encoded ?? JSON.parse(answer.body))
    return warning === undefined ? answer : { ...answer, warning }
  }

  const keyed = Effect.fnUntraced(function* (claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    const transaction = yield* Transaction
    const { requestId } = yield* Call
    const kept = operation.prepare === undefined ? undefined : yield* idempotency.find(claim)
    if (kept !== undefined) return again(kept)
    const settle = (reply: Effect.Effect<Made, Fault, any>) =>
      admitted(
        transaction.run(
          Effect.gen(function* () {
            const given = yield* idempotency.claim(claim)
            if (given !== undefined) return again(given)
            const made = yield* reply
            yield* idempotency.keep(claim, made)
            return fresh(made)
          })
        )
      )
    let decided: Fault | undefined
    const note = (fault: Fault) => Effect.sync(() => (decided = fault))
    const exit = yield* Effect.exit(
      Effect.flatMap(Effect.tapError(prepare(input), note), (ready) =>
        settle(Effect.tapError(execute(ready), note))
      )
    )
    if (Exit.isSuccess(exit)) return exit.value
    if (decided === undefined && isCutOff(exit.cause)) {
      // The answer to COMMIT may be what was lost: the row of the key tells whether it took place.
      const kept = yield* Effect.orElseSucceed(Effect.sandbox(idempotency.find(claim)), () => undefined)
      return kept === undefined ? yield* exit : fresh(kept)
    }
    if (decided === undefined || !isKept(decided)) return yield* exit
    const refusal = { status: statusOf(decided), body: JSON.stringify(render(decided, requestId)) }
    return yield* settle(Effect.succeed(refusal))
  })

  const inTurn = Effect.fnUntraced(function* (claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    // Whoever waited too long for its turn may find that the first has long been written.
    const late = Effect.flatMap(idempotency.find(claim), (kept) =>
      kept === undefined ? Effect.fail(inProgress) : Effect.succeed(again(kept))
    )
    return yield* idempotency.inTurn(claim, keyed(claim, input), late)
  })

  const unkeyed = Effect.fnUntraced(function* (input: object) {
    const ready = yield* prepare(input)
    return fresh(yield* admitted((yield* Transaction).run(execute(ready))))
  })

  return Effect.fnUntraced(function* (input: Input) {
    const actor = yield* Actor
    const refused = Access.refusal(operation, actor)
    if (refused !== undefined) return yield* refused
    const decoded = yield* input.decoded
    const further = Access.refusalFor(operation, actor, decoded)
    if (further !== undefined) return yield* further
    const tenant = { workspaceId: actor.workspace.id }
    if (operation.kind === "read") {
      return fresh(yield* Effect.provideService(admitted(execute(decoded)), Tenant, tenant))
    }
    const { idempotencyKey } = yield* Call
    const written =
      idempotencyKey === undefined
        ? unkeyed(decoded)
        : inTurn(
            {
              credential: credentialId(actor),
              key: idempotencyKey,
              request: [operation.formOf ?? operation.id, input.sent()]
            },
            decoded
          )
    return warned(decoded, yield* Effect.provideService(written, Tenant, tenant))
  }) as Invoke
}

/** The fault in a cause, if that is what it is. */
export const faultIn = (cause: Cause.Cause<unknown>): Fault | undefined =>
  Option.getOrUndefined(Option.filter(Cause.findErrorOption(cause), isFault))
