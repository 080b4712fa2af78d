/** Finds a command's workspace, and runs effects within it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../../layers/platform/database/Sql.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"

export const workspaceOf = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: WorkspaceId; plan: Plan }>`SELECT id, plan FROM workspaces WHERE id = ${id}`
  return (
    rows[0] ?? (yield* new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` }))
  )
}, Sql.orDie)

export const within = <A, E, R>(workspace: WorkspaceId, effect: Effect.Effect<A, E, R | Tenant>) =>
  Effect.andThen(workspaceOf(workspace), Effect.provideService(effect, Tenant, { workspaceId: workspace }))
