/** Operators' commands on workspaces and the people in them. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Conflict } from "../../schema/Fault.ts"
import type { BoardId, KeyId, TeamId, UserId } from "../../schema/Id.ts"
import { StageId, TemplateId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import type { Role } from "../../schema/Scope.ts"
import * as BoardColor from "../../src/boards/rules/BoardColor.ts"
import * as StagePlan from "../../src/boards/rules/StagePlan.ts"
import { starters } from "../../src/templates/rules/StarterTemplates.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Boards } from "../boards/Boards.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import { Audit } from "../audit/Audit.ts"
import * as AuditActors from "../audit/AuditActors.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { Ids } from "../runtime/Ids.ts"
import { Members } from "./Members.ts"
import { now } from "../runtime/Now.ts"
import { People } from "./people/People.ts"
import { VerifiedAccounts } from "./people/VerifiedAccounts.ts"
import * as Sql from "../database/Sql.ts"
import { Stages } from "../boards/Stages.ts"
import { Templates } from "../templates/Templates.ts"
import { Tenant } from "./Tenant.ts"

/** An operator's command is refused; `code` is for scripts, `message` for people. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  code: Schema.String,
  message: Schema.String
}) {}

interface NewWorkspace {
  readonly name: string
  readonly plan: Plan
  readonly ownerEmail: string
  readonly ownerName: string | null
}

export interface CreatedWorkspace {
  readonly workspace: { readonly id: WorkspaceId; readonly name: string; readonly plan: Plan }
  readonly team: { readonly id: TeamId }
  readonly user: { readonly id: UserId; readonly email: string }
  readonly board: { readonly id: BoardId }
  readonly apiKey: { readonly id: KeyId; readonly token: string }
}

const creation = {
  operation: "admin.workspace.create",
  surface: "admin",
  doer: AuditActors.operator
} as const

export class Workspaces extends Context.Service<
  Workspaces,
  {
    /** Creates a workspace with a team, its owner, a board with the default stages, starter templates, and a key. */
    readonly create: (input: NewWorkspace) => Effect.Effect<CreatedWorkspace>
    /** Like `create` if there is no workspace yet, even when several nodes start together; undefined if there is one. */
    readonly createFirst: (input: NewWorkspace) => Effect.Effect<CreatedWorkspace | undefined>
    readonly setPlan: (id: WorkspaceId, plan: Plan) => Effect.Effect<CreatedWorkspace["workspace"], Refused>
    /** Adds a person by email, or restores a removed member. The operator's command verifies the address. */
    readonly addMember: (
      email: string,
      name: string | null,
      role: Role,
      keys?: "revived"
    ) => Effect.Effect<CreatedWorkspace["user"], Conflict, Tenant>
    readonly count: Effect.Effect<number>
    /** Up to `limit` workspaces after `after`, ordered by id: only open ones, or suspended ones too. */
    readonly after: (
      after: WorkspaceId | null,
      limit: number,
      which: "open" | "all"
    ) => Effect.Effect<ReadonlyArray<{ readonly id: WorkspaceId; readonly clockOffset: number }>>
  }
>()("pipeline/layers/Workspaces") {
  static readonly layer = Layer.effect(
    Workspaces,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const boards = yield* Boards
      const stages = yield* Stages
      const keys = yield* ApiKeys
      const members = yield* Members
      const people = yield* People
      const vouched = yield* VerifiedAccounts
      const templates = yield* Templates
      const { announce } = yield* CredentialChanges
      const audit = yield* Audit

      const addMember = Effect.fn("Workspaces.addMember")(
        function* (email: string, name: string | null, role: Role, keys?: "revived") {
          const known = yield* vouched.account(email, name)
          yield* members.add(known.id, role, keys)
          // Somebody who joined by an invitation while the address had an account elsewhere is the same person.
          const { workspaceId } = yield* Tenant
          const twin = (yield* people.accounts(email)).find(({ onlyIn }) => onlyIn === workspaceId)
          if (twin !== undefined && (yield* members.find(twin.id)) !== undefined) {
            yield* Effect.catchTag(members.remove(twin.id), "not_found", Effect.die)
          }
          return known
        },
        sql.withTransaction,
        Sql.orDie
      )

      const addBoard = Effect.fnUntraced(function* (teamId: TeamId, name: string) {
        const id = (yield* ids.uuid) as BoardId
        const board = {
          id,
          teamId,
          name,
          currency: "USD" as const,
          defaultDealAmountCents: 0,
          createdAt: yield* now
        }
        yield* boards.insert(board, BoardColor.of(id))
        const drafts = yield* Effect.forEach(StagePlan.defaults, (draft) =>
          Effect.map(ids.token(16), (token) => ({ ...draft, id: StageId.make(`stg_${token}`) }))
        )
        yield* stages.insert(id, StagePlan.arrange(drafts))
        return { id }
      })

      const addTemplates = Effect.forEach(starters, (draft) =>
        Effect.map(ids.uuid, (id) => ({ ...draft, id: TemplateId.make(id), use_count: 0 }))
      ).pipe(Effect.flatMap(templates.insert))

      const furnish = Effect.fnUntraced(function* (
        workspace: CreatedWorkspace["workspace"],
        input: NewWorkspace
      ) {
        const owner = yield* Effect.orDie(addMember(input.ownerEmail, input.ownerName, "admin"))
        const teamId = (yield* ids.uuid) as TeamId
        yield* sql`INSERT INTO teams ${sql.insert({
          workspace_id: workspace.id,
          id: teamId,
          name: input.name,
          created_at: yield* now
        })}`
        const board = yield* addBoard(teamId, "Sales")
        yield* addTemplates
        const apiKey = yield* keys.create(owner.id, "First key")
        return { workspace, team: { id: teamId }, user: owner, board, apiKey }
      })

      const create = Effect.fn("Workspaces.create")(
        function* (input: NewWorkspace) {
          const id = WorkspaceId.make(yield* ids.uuid)
          const { name, plan } = input
          const workspace = { id, name, plan }
          const createdAt = yield* now
          yield* sql`INSERT INTO workspaces ${sql.insert({ ...workspace, created_at: createdAt })}`
          yield* sql`INSERT INTO plan_usage ${sql.insert({ workspace_id: id })}`
          const made = Effect.andThen(
            ChangeSet.note(() => [Difference.of("workspace", id, null, { name, plan, createdAt })]),
            furnish(workspace, input)
          )
          return yield* Effect.provideService(audit.runAudited(creation, made), Tenant, { workspaceId: id })
        },
        sql.withTransaction,
        Sql.orDie
      )

      const count = Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM workspaces`,
        (rows) => rows[0]!.count
      )

      const createFirst = Effect.fn("Workspaces.createFirst")(
        function* (input: NewWorkspace) {
          if ((yield* count) > 0) return undefined
          // Held until the workspace commits, so that several nodes starting together create only one.
          yield* sql`LOCK TABLE workspaces IN SHARE ROW EXCLUSIVE MODE`
          return (yield* count) > 0 ? undefined : yield* create(input)
        },
        sql.withTransaction,
        Sql.orDie
      )

      const setPlan = Effect.fn("Workspaces.setPlan")(function* (id: WorkspaceId, plan: Plan) {
        const [before] = yield* sql<{ plan: Plan }>`SELECT plan FROM workspaces WHERE id = ${id}`
        const rows = yield* sql<CreatedWorkspace["workspace"]>`UPDATE workspaces SET plan = ${plan}
          WHERE id = ${id} RETURNING id, name, plan`
        yield* ChangeSet.note(() => rows.map(() => Difference.of("workspace", id, { ...before }, { plan })))
        yield* announce(id)
        return (
          rows[0] ??
          (yield* new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` }))
        )
      }, Sql.orDie)

      const after = Effect.fn("Workspaces.after")(function* (
        after: WorkspaceId | null,
        limit: number,
        which: "open" | "all"
      ) {
        return yield* sql<{
          id: WorkspaceId
          clockOffset: number
        }>`SELECT id, clock_offset_ms AS "clockOffset"
          FROM workspaces
          WHERE ${sql.in("state", which === "open" ? ["open"] : ["open", "suspended"])}
          ${after === null ? sql.literal("") : sql`AND id > ${after}`} ORDER BY id LIMIT ${limit}`
      }, Sql.orDie)

      return Workspaces.of({
        create,
        createFirst,
        setPlan,
        addMember,
        count: Sql.orDie(count),
        after
      })
    })
  )
}
