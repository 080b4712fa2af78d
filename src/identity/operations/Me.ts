import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as ShiftedClock from "../../../layers/runtime/ShiftedClock.ts"
import type { KeyId } from "../../../schema/Id.ts"
import { all } from "../../../schema/Scope.ts"
import type * as Contract from "../contract/Me.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "me.get": Effect.fnUntraced(function* () {
    const { credential, scopes, user, workspace } = yield* Actor
    const { rehearsal } = workspace
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
      }
    }
  })
} satisfies Implementation.Of<typeof Contract.operations>
