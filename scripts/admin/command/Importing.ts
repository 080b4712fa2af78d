/** Runs batches of an import for the operator, as an admin of the workspace. */
import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Refused } from "../../../layers/identity/Workspaces.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import * as Sql from "../../../layers/database/Sql.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import type { BoardId, UserId, WorkspaceId } from "../../../schema/Id.ts"
import type { Imported } from "../../../schema/Import.ts"
import type { Plan } from "../../../schema/Me.ts"
import * as Scope from "../../../schema/Scope.ts"
import type { Kind } from "../../../src/imports/rules/Columns.ts"
import type { Row } from "../../../src/imports/rules/FileRow.ts"
import { implementations } from "../../../src/imports/operations/Imports.ts"
import { recorded, within } from "./Workspace.ts"

type Implementation = (typeof implementations)[keyof typeof implementations]

type Run = (
  sent: Parameters<Implementation>[0]
) => Effect.Effect<
  Imported,
  Effect.Error<ReturnType<Implementation>>,
  Effect.Services<ReturnType<Implementation>>
>

interface Options {
  readonly workspace: WorkspaceId
  readonly board: BoardId
  readonly user: UserId | undefined
  readonly announce: boolean
  readonly dryRun: boolean
}

const memberNotFound = (user: UserId | undefined) =>
  new Refused({
    code: "member_not_found",
    message:
      user === undefined
        ? "The workspace has no admin to own what is imported. Add one (member add), or name a member with --user."
        : `The user ${user} is not a member of the workspace. Leave --user out for its first admin.`
  })

/** The member who owns records without an owner: `user`, or by default the first admin. */
const findActor = Effect.fnUntraced(function* (id: WorkspaceId, user: UserId | undefined) {
  const sql = yield* SqlClient.SqlClient
  const members = yield* Members
  const member =
    user === undefined ? (yield* members.all).find(({ role }) => role === "admin") : yield* members.find(user)
  if (member === undefined) return yield* memberNotFound(user)
  const [workspace] = yield* Sql.orDie(sql<{ name: string; plan: Plan; timeZone: string }>`SELECT name, plan,
      coalesce(time_zone, 'UTC') AS "timeZone" FROM workspaces WHERE id = ${id}`)
  return {
    credential: { kind: "session" },
    user: { id: member.id, email: member.email, name: member.name },
    workspace: { id, ...workspace! },
    role: "admin",
    granted: new Set(Scope.all),
    scopes: new Set(Scope.all)
  } satisfies Actor["Service"]
})

/** The error that rolls back the transaction of a dry run. */
class Rollback extends Data.TaggedError("Rollback")<{ readonly imported: Imported }> {}

const dryRunOf = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<Imported, E, R>) {
  const { run } = yield* Transaction
  const attempt = Effect.flatMap(batch, (imported) => new Rollback({ imported }))
  return yield* Effect.catchIf(
    run(attempt) as Effect.Effect<Imported, E | Rollback, R>,
    (error): error is Rollback => error instanceof Rollback,
    ({ imported }) => Effect.succeed(imported)
  )
})

export const of = Effect.fnUntraced(function* (
  kind: Kind,
  { announce, board, dryRun, user, workspace }: Options
) {
  const actor = yield* within(workspace, findActor(workspace, user))
  // All batches share a request id, so that a single undo reverts the whole import.
  const requestId = yield* (yield* Ids).uuid
  const run: Run = implementations[`imports.${kind}`]
  const importBatch = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const batch = Effect.provideService(run({ boardId: board, announce, rows }), Actor, actor)
    return dryRun
      ? yield* Effect.provideService(dryRunOf(batch), Tenant, { workspaceId: workspace })
      : yield* recorded(`import.${kind}`, workspace, batch, { requestId })
  })
  return { importBatch, requestId, timeZone: actor.workspace.timeZone }
})
