/** The states that an operator gives a workspace: open or suspended. Its rehearsals follow it. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as Sql from "../database/Sql.ts"
import { now } from "../runtime/Now.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { Refused } from "./Workspaces.ts"

/** A workspace that is being imported or deleted can't be accessed. */
export type State = "open" | "suspended" | "importing" | "deleting"

interface WorkspaceSummary {
  readonly id: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly state: State
  readonly reason: string | null
  readonly members: number
  readonly rehearsals: number
  readonly createdAt: string
}

const notThere = (id: WorkspaceId) =>
  new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` })

const why = {
  importing: "is being imported: import the same file again, which goes on where it stopped",
  deleting: "is being deleted"
} as const

export class WorkspaceStates extends Context.Service<
  WorkspaceStates,
  {
    /** All workspaces except rehearsals, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<WorkspaceSummary>>
    /** Suspends or opens a workspace in the caller's transaction, and returns whether the state changed. */
    readonly set: (
      id: WorkspaceId,
      state: "open" | "suspended",
      reason: string | null
    ) => Effect.Effect<boolean, Refused>
  }
>()("pipeline/layers/identity/WorkspaceStates") {
  static readonly layer = Layer.effect(
    WorkspaceStates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { announce } = yield* CredentialChanges

      const list = sql<WorkspaceSummary>`SELECT w.id, w.name, w.plan, w.state, w.state_reason AS reason,
          (SELECT count(*) FROM members m WHERE m.workspace_id = w.id AND m.removed_at IS NULL) AS members,
          (SELECT count(*) FROM workspaces r
            WHERE r.rehearsal_of = w.id AND r.rehearsal_ends_at > now()) AS rehearsals,
          w.created_at AS "createdAt"
        FROM workspaces w WHERE w.rehearsal_of IS NULL AND w.name <> '' ORDER BY w.created_at, w.id`

      const set = Effect.fn("WorkspaceStates.set")(function* (
        id: WorkspaceId,
        state: "open" | "suspended",
        reason: string | null
      ) {
        const [before] = yield* sql<{ state: State; reason: string | null; isCopy: boolean }>`SELECT state,
            state_reason AS reason, rehearsal_of IS NOT NULL AS "isCopy"
          FROM workspaces WHERE id = ${id} FOR UPDATE`
        if (before === undefined) return yield* notThere(id)
        if (before.isCopy) {
          const message = `${id} is a rehearsal, which is suspended along with its workspace. Name the workspace, or discard the rehearsal.`
          return yield* new Refused({ code: "is_rehearsal", message })
        }
        if (before.state === "importing" || before.state === "deleting") {
          const message = `The workspace ${id} ${why[before.state]}.`
          return yield* new Refused({ code: `workspace_${before.state}`, message })
        }
        const changed = yield* sql<{
          id: string
        }>`UPDATE workspaces SET state = ${state}, state_reason = ${reason}, state_at = ${yield* now}
          WHERE (id = ${id} OR rehearsal_of = ${id}) AND state IN ('open', 'suspended') RETURNING id`
        yield* ChangeSet.note(() => [
          Difference.of("workspace", id, { state: before.state, reason: before.reason }, { state, reason })
        ])
        // Rehearsals are announced as well, because listeners only forget the announced workspace.
        yield* Effect.forEach(changed, (one) => announce(one.id))
        return before.state !== state
      }, Sql.orDie)

      return WorkspaceStates.of({ list: Sql.orDie(list), set })
    })
  )
}
