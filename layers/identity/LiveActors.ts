/** The current state of an earlier caller, for calls that are executed later than they were made. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Scope } from "../../schema/Scope.ts"
import type { Actor } from "./Actor.ts"
import * as Callers from "./Callers.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"
import { now } from "../runtime/Now.ts"
import { Grants } from "./oauth/Grants.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

interface PastCaller {
  readonly actor: ActorRef
  readonly granted: ReadonlyArray<Scope>
  /** The scopes that the request's `Scope` header left. */
  readonly asked?: ReadonlyArray<Scope>
}

export class LiveActors extends Context.Service<
  LiveActors,
  {
    /** Undefined if the credential is revoked or expired, or its person is no longer a member. */
    readonly of: (was: PastCaller) => Effect.Effect<Actor["Service"] | undefined, never, Tenant>
  }
>()("pipeline/layers/LiveActors") {
  static readonly layer = Layer.effect(
    LiveActors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const grants = yield* Grants

      const ofKey = Effect.fnUntraced(function* ({ id, userId }: ActorRef) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<Callers.KeyRow>`${sql.literal(Callers.selectKey)}
          WHERE k.workspace_id = ${workspaceId} AND k.id::text = ${id} AND k.user_id = ${userId}
            AND k.revoked_at IS NULL AND ${WorkspaceStatus.isOpen(sql, yield* now)}`
        if (row === undefined) return undefined
        const { caller, expiresAt } = Callers.toKey(row, yield* Callers.rulesOf(sql, row))
        return expiresAt <= (yield* Clock.currentTimeMillis) ? undefined : caller
      }, Sql.orDie)

      const ofApp = Effect.fnUntraced(function* ({ id, userId }: ActorRef, granted: ReadonlyArray<Scope>) {
        const grant = yield* grants.findCombined(id, userId)
        return grant === undefined ? undefined : Callers.ofGrant(granted, grant)
      })

      const of = Effect.fnUntraced(function* ({ actor, asked, granted }: PastCaller) {
        const caller = yield* actor.type === "api_key" ? ofKey(actor) : ofApp(actor, granted)
        if (caller === undefined) return undefined
        return {
          ...caller,
          ...(actor.agent === undefined ? {} : { agent: actor.agent }),
          ...(asked === undefined
            ? {}
            : { asked: new Set(asked), scopes: new Set(asked.filter((scope) => caller.scopes.has(scope))) })
        }
      })

      return LiveActors.of({ of })
    })
  )
}
