import { Effect, Result } from "effect"
import { Approvals, type Own } from "../../../layers/approvals/Approvals.ts"
import { toPublic, type Stored } from "../../../layers/approvals/ApprovalRow.ts"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { maxAlike } from "../../../schema/Approval.ts"
import { type Envelope, isFailure } from "../../../schema/Fault.ts"
import type { ApprovalId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Approvals.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Decisions from "./Decisions.ts"

/**
 * The approvals that a caller sees: all for admins, those of all the person's agents on a page, and otherwise only the credential's own.
 */
const visibleTo = Effect.map(Actor, (actor): Own | undefined => {
  const { credential, role, rules, user } = actor
  if (role === "admin" && rules === undefined) return undefined
  return credential.kind === "session" ? { userId: user.id } : { userId: user.id, credential: author(actor) }
})

/** The number of concurrent image fetches. */
const atOnce = 4

type PreparedCalls = ReadonlyMap<ApprovalId, Decisions.Ready>

/** The error that the executed call returned. */
const messageOf = ({ answer }: Stored): string | null =>
  answer !== null && isFailure(answer.status) ? (JSON.parse(answer.body) as Envelope).error.message : null

/** Decides one approval and those like it, each separately. Approvals that were decided in the meantime are skipped. */
const decide = Effect.fnUntraced(function* <E, R>(
  id: ApprovalId,
  isAlike: boolean,
  how: (stored: Stored) => Effect.Effect<Stored | undefined, E, R>
) {
  const approvals = yield* Approvals
  const actor = yield* Actor
  const [held] = yield* approvals.lock([id])
  const first = yield* Decisions.open(yield* approvals.find(id))
  if (held === undefined) return yield* Decisions.underWay(id)
  const others = isAlike ? yield* approvals.lock((yield* approvals.alike(first)).slice(0, maxAlike)) : []
  const approval = (yield* how(first)) ?? first
  const decided: Array<Stored> = []
  for (const one of others) {
    const stored = yield* Effect.orDie(approvals.find(one))
    const end = stored.status === "pending" ? yield* how(stored) : undefined
    if (end !== undefined) decided.push(end)
  }
  return {
    approval: toPublic(approval, actor),
    alike: decided.map((one) => ({ id: one.id, status: one.status, message: messageOf(one) })),
    left: isAlike ? (yield* approvals.alike(first)).length : 0
  }
})

export const implementations = {
  "approvals.list": Effect.fnUntraced(function* ({ credential, status, ...page }) {
    const actor = yield* Actor
    const filters = { own: yield* visibleTo, credential, ...(status && { status }) }
    const found = yield* (yield* Approvals).list(filters, page)
    return { ...found, data: found.data.map((stored) => toPublic(stored, actor)) }
  }),
  "approvals.count": Effect.fnUntraced(function* () {
    const { all } = yield* (yield* Approvals).waiting("")
    return { count: Math.min(all, Contract.maxCounted) }
  }),
  "approvals.get": Effect.fnUntraced(function* ({ id }) {
    return toPublic(yield* (yield* Approvals).find(id, yield* visibleTo), yield* Actor, true)
  }),
  "approvals.approve": {
    prepare: Effect.fnUntraced(function* ({ alike = false, id }) {
      const approvals = yield* Approvals
      const prepared = new Map<ApprovalId, Decisions.Ready>()
      const first = yield* approvals.find(id)
      // The run itself returns the error, because a plan or an idempotency key is checked first.
      if (Result.isFailure(yield* Effect.result(Decisions.open(first)))) return { prepared } as object
      const others = alike ? (yield* approvals.alike(first)).slice(0, maxAlike) : []
      const ready = Effect.fnUntraced(function* (stored: Stored) {
        prepared.set(stored.id, yield* Decisions.prepare(stored))
      })
      yield* ready(first)
      yield* Effect.forEach(others, (one) => Effect.flatMap(Effect.orDie(approvals.find(one)), ready), {
        concurrency: atOnce,
        discard: true
      })
      return { prepared } as object
    }),
    simulate: () => Effect.succeed({ replaced: {}, notRehearsed: [] }),
    run: Effect.fnUntraced(function* ({ alike = false, id, ...rest }) {
      const { prepared } = rest as { readonly prepared?: PreparedCalls }
      // Approvals requested after the preparation wait for the next decision. A dry run prepares nothing.
      return yield* decide(id, alike, (stored) =>
        prepared === undefined || prepared.has(stored.id)
          ? Decisions.approve(stored, prepared?.get(stored.id))
          : Effect.succeed(undefined)
      )
    })
  },
  "approvals.decline": Effect.fnUntraced(function* ({ alike = false, id, reason }) {
    return yield* decide(id, alike, (stored) => Decisions.decline(stored, reason ?? undefined))
  })
} satisfies Implementation.Of<readonly [...typeof Contract.operations, ...typeof Contract.onPages]>
