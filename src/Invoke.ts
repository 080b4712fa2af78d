/** The one path every call takes, whatever surface it came in on. */
import { Cause, Effect, Exit, Option, References, Schema } from "effect"
import { Actor, credentialId } from "../layers/Actor.ts"
import { type Claim, Idempotency, type Reply } from "../layers/Idempotency.ts"
import { Tenant } from "../layers/Tenant.ts"
import { Transaction } from "../layers/Transaction.ts"
import { type Fault, Forbidden, isFault, render, statusOf } from "../schema/Fault.ts"
import { ofRole, type Scope } from "../schema/Scope.ts"
import { Call } from "./Call.ts"
import type * as Operation from "./Operation.ts"
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
}

export type Invoke = (input: Input) => Effect.Effect<Answer, Fault, Actor | Call | Dependencies>

export type Dependencies = Exclude<Services, Tenant | Actor | Call> | Idempotency | Transaction

/** The fault of a scope that is not there, and whose lack it is: the consent's or the role's. */
export const missing = (actor: Actor["Service"], scope: Scope): Forbidden => {
  const byConsent = ofRole[actor.role].includes(scope)
  return new Forbidden({
    code: "insufficient_scope",
    message: byConsent
      ? `This needs the scope ${scope}, which the consent behind this token does not include. Ask the user to grant it.`
      : `This needs the scope ${scope}, which the role ${actor.role} does not have. Ask an admin of the workspace for another role.`,
    meta: { scope, lacking: byConsent ? "consent" : "role" }
  })
}

const adminRequired = new Forbidden({
  code: "admin_required",
  message: "Only an admin of the workspace may do this. Use a credential of an admin, or ask one."
})

/** Why a caller may not use an operation, if so. */
const guard = ({ role, scope = [] }: Operation.Any) => {
  const scopes = [scope].flat()
  return (actor: Actor["Service"]): Forbidden | undefined => {
    const lacking = scopes.find((one) => !actor.scopes.has(one))
    if (lacking !== undefined) return missing(actor, lacking)
    return role === "admin" && actor.role !== "admin" ? adminRequired : undefined
  }
}

/** What the operation itself decided is kept for a replay; what failed before it, or by accident, is not. */
const isKept = (fault: Fault): boolean => [403, 404, 409].includes(statusOf(fault))

/** A span for each call, where someone traces: one that nobody sees costs as much as a query. */
const traced = <A, E, R>(id: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(References.TracerEnabled, (enabled) => (enabled ? Effect.withSpan(effect, id) : effect))

/** Compiles an operation once; what comes back runs a call of it. */
export const compile = (operation: Operation.Any): Invoke => {
  const encode = Schema.encodeUnknownEffect(operation.success as Schema.Codec<unknown>)
  const forbid = guard(operation)
  const status = operation.http?.status ?? 200
  const statusFor = (success: unknown) => (typeof status === "function" ? status(success) : status)

  const execute = (input: unknown): Effect.Effect<Made, Fault, any> =>
    Effect.flatMap(traced(operation.id, operation.run(input)), (success) =>
      Effect.map(Effect.orDie(encode(success)), (encoded) => ({
        status: statusFor(success),
        body: JSON.stringify(encoded),
        encoded
      }))
    )

  const prepare = (input: object): Effect.Effect<object, Fault, any> =>
    operation.prepare === undefined
      ? Effect.succeed(input)
      : Effect.map(operation.prepare(input), (replaced) => ({ ...input, ...replaced }))

  const fresh = (reply: Made): Answer => ({ ...reply, replayed: false })
  const again = (reply: Reply): Answer => ({ ...reply, replayed: true })

  const keyed = Effect.fnUntraced(function* (claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    const transaction = yield* Transaction
    const { requestId } = yield* Call
    const kept = operation.prepare === undefined ? undefined : yield* idempotency.find(claim)
    if (kept !== undefined) return again(kept)
    const settle = (reply: Effect.Effect<Made, Fault, any>) =>
      transaction.run(
        Effect.gen(function* () {
          const given = yield* idempotency.claim(claim)
          if (given !== undefined) return again(given)
          const made = yield* reply
          yield* idempotency.keep(claim, made)
          return fresh(made)
        })
      )
    let decided: Fault | undefined
    const note = (fault: Fault) => Effect.sync(() => (decided = fault))
    const exit = yield* Effect.exit(
      Effect.flatMap(Effect.tapError(prepare(input), note), (ready) =>
        settle(Effect.tapError(execute(ready), note))
      )
    )
    if (Exit.isSuccess(exit)) return exit.value
    if (decided === undefined || !isKept(decided)) return yield* exit
    const refusal = { status: statusOf(decided), body: JSON.stringify(render(decided, requestId)) }
    return yield* settle(Effect.succeed(refusal))
  })

  const inTurn = Effect.fnUntraced(function* (claim: Claim, input: object) {
    return yield* (yield* Idempotency).inTurn(claim, keyed(claim, input))
  })

  const unkeyed = Effect.fnUntraced(function* (input: object) {
    const ready = yield* prepare(input)
    return fresh(yield* (yield* Transaction).run(execute(ready)))
  })

  return Effect.fnUntraced(function* (input: Input) {
    const actor = yield* Actor
    const refused = forbid(actor)
    if (refused !== undefined) return yield* refused
    const decoded = yield* input.decoded
    const tenant = { workspaceId: actor.workspace.id }
    if (operation.kind === "read") {
      return fresh(yield* Effect.provideService(execute(decoded), Tenant, tenant))
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
    return yield* Effect.provideService(written, Tenant, tenant)
  }) as Invoke
}

/** The fault in a cause, if that is what it is. */
export const faultIn = (cause: Cause.Cause<unknown>): Fault | undefined =>
  Option.getOrUndefined(Option.filter(Cause.findErrorOption(cause), isFault))
