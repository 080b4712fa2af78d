/** Runs batches of an import for the operator, in the name of an admin of the workspace. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Actor } from "../../layers/identity/Actor.ts"
import { Members } from "../../layers/identity/Members.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { Ids } from "../../layers/platform/Ids.ts"
import * as Sql from "../../layers/platform/database/Sql.ts"
import { Transaction } from "../../layers/platform/database/Transaction.ts"
import type { BoardId, UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Imported } from "../../schema/Import.ts"
import type { Plan } from "../../schema/Me.ts"
import * as Scope from "../../schema/Scope.ts"
import type { Kind } from "../../src/domain/imports/Columns.ts"
import type { Row } from "../../src/domain/imports/FileRow.ts"
import { implementations } from "../../src/operations/imports/Imports.ts"
import { recorded, within } from "./Workspace.ts"

type Either = (typeof implementations)[keyof typeof implementations]

type Run = (
  sent: Parameters<Either>[0]
) => Effect.Effect<Imported, Effect.Error<ReturnType<Either>>, Effect.Services<ReturnType<Either>>>

interface Asked {
  readonly workspace: WorkspaceId
  readonly board: BoardId
  readonly user: UserId | undefined
  readonly announce: boolean
  readonly dryRun: boolean
}

const nobody = (user: UserId | undefined) =>
  new Refused({
    code: "member_not_found",
    message:
      user === undefined
        ? "The workspace has no admin to own what is imported. Add one (member add), or name a member with --user."
        : `The user ${user} is not a member of the workspace. Leave --user out for its first admin.`
  })

/** The one who owns what names no owner. */
const actorOf = Effect.fnUntraced(function* (id: WorkspaceId, user: UserId | undefined) {
  const sql = yield* SqlClient.SqlClient
  const all = yield* (yield* Members).all
  const member =
    user === undefined ? all.find(({ role }) => role === "admin") : yield* (yield* Members).find(user)
  if (member === undefined) return yield* nobody(user)
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

/** Rolls a batch back that was only tried. */
class Back {
  readonly imported: Imported

  constructor(imported: Imported) {
    this.imported = imported
  }
}

const tried = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<Imported, E, R>) {
  const attempt = Effect.flatMap(batch, (imported) => Effect.fail(new Back(imported)))
  return yield* Effect.catchIf(
    (yield* Transaction).run(attempt) as Effect.Effect<Imported, E | Back, R>,
    (failure): failure is Back => failure instanceof Back,
    ({ imported }) => Effect.succeed(imported)
  )
})

export const of = Effect.fnUntraced(function* (
  kind: Kind,
  { announce, board, dryRun, user, workspace }: Asked
) {
  const actor = yield* within(workspace, actorOf(workspace, user))
  // One for all batches, so that one undo takes back the whole import.
  const requestId = yield* (yield* Ids).uuid
  const run: Run = implementations[`imports.${kind}`]
  const batch = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const imported = Effect.provideService(run({ boardId: board, announce, rows }), Actor, actor)
    return dryRun
      ? yield* Effect.provideService(tried(imported), Tenant, { workspaceId: workspace })
      : yield* recorded(`import.${kind}`, workspace, imported, { requestId })
  })
  return { batch, requestId, timeZone: actor.workspace.timeZone }
})
