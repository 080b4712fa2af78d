/** Finds a command's workspace, and runs effects within it. */
import { Effect } from "effect"
import { Audit } from "../../../layers/audit/Audit.ts"
import * as AuditActors from "../../../layers/audit/AuditActors.ts"
import { SqlClient } from "effect/sql"
import * as Sql from "../../../layers/database/Sql.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Refused } from "../../../layers/identity/Workspaces.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"

export const workspaceOf = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: WorkspaceId; plan: Plan }>`SELECT id, plan FROM workspaces WHERE id = ${id}`
  return (
    rows[0] ?? (yield* new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` }))
  )
}, Sql.orDie)

export const all = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: WorkspaceId }>`SELECT id FROM workspaces ORDER BY id`
  return rows.map(({ id }) => id)
}).pipe(Sql.orDie)

/** Runs a command's write in a workspace, with an audit entry. */
export const recorded = <A, E, R>(
  operation: string,
  workspaceId: WorkspaceId,
  effect: Effect.Effect<A, E, R | Tenant>,
  request: { readonly requestId?: string } = {}
) =>
  Effect.flatMap(Audit, ({ runAudited: around }) =>
    Effect.provideService(
      around(
        { operation: `admin.${operation}`, surface: "admin", doer: AuditActors.operator, ...request },
        effect
      ),
      Tenant,
      { workspaceId }
    )
  )

/** Like `recorded`, but checks that the workspace exists and runs within it. */
export const writing = <A, E, R>(
  operation: string,
  workspace: WorkspaceId,
  effect: Effect.Effect<A, E, R | Tenant>
) => Effect.andThen(workspaceOf(workspace), recorded(operation, workspace, effect))

export const within = <A, E, R>(workspace: WorkspaceId, effect: Effect.Effect<A, E, R | Tenant>) =>
  Effect.andThen(workspaceOf(workspace), Effect.provideService(effect, Tenant, { workspaceId: workspace }))
