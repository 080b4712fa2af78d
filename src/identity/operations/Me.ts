import { Effect } from "effect"
import { Approvals } from "../../../layers/approvals/Approvals.ts"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as ShiftedClock from "../../../layers/runtime/ShiftedClock.ts"
import type { KeyId } from "../../../schema/Id.ts"
import { all } from "../../../schema/Scope.ts"
import { Call } from "../../invocation/Call.ts"
import type * as Contract from "../contract/Me.ts"
import type * as Implementation from "../../Implementation.ts"

const limited = ["credential", "workspace"] as const

/** The requests left within the rate limits. Empty on a page, whose requests aren't counted. */
const rateLimits = Effect.map(Call, ({ limits = [] }) =>
  limits.map(({ limit, remaining, reset }, index) => ({
    of: limited[index]!,
    limit,
    remaining,
    resetSeconds: reset
  }))
)

export const implementations = {
  "me.get": Effect.fnUntraced(function* () {
    const actor = yield* Actor
    const { credential, rules = null, scopes, user, workspace } = actor
    const { rehearsal } = workspace
    const { own } = yield* (yield* Approvals).waiting(author(actor))
    return {
      user,
      workspace: {
        id: workspace.id,
        name: workspace.name,
        timeZone: workspace.timeZone ?? "UTC",
        ...(workspace.lostReasons && { lostReasons: workspace.lostReasons }),
        plan: workspace.plan,
        ...(rehearsal && {
          rehearsal: {
            of: rehearsal.of,
            endsAt: rehearsal.endsAt,
            now: ShiftedClock.moved(yield* now, rehearsal.offset)
          }
        })
      },
      apiKey: credential.kind === "api_key" ? { id: credential.id as KeyId, name: credential.name } : null,
      auth: {
        kind: credential.kind === "oauth" ? ("oauth" as const) : ("api_key" as const),
        scopes: all.filter((scope) => scopes.has(scope)),
        client: credential.kind === "oauth" ? { id: credential.clientId } : null
      },
      rules,
      pendingApprovals: own,
      rateLimits: yield* rateLimits
    }
  })
} satisfies Implementation.Of<typeof Contract.operations>
