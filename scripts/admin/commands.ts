/** Every command of the admin CLI. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../layers/ApiKeys.ts"
import { Members } from "../../layers/Members.ts"
import { PlanLimits } from "../../layers/PlanLimits.ts"
import * as Sql from "../../layers/Sql.ts"
import { Transaction } from "../../layers/Transaction.ts"
import { Refused, Workspaces } from "../../layers/Workspaces.ts"
import { KeyId, UserId, WorkspaceId } from "../../schema/Id.ts"
import { Plan } from "../../schema/Me.ts"
import { Role } from "../../schema/Scope.ts"
import * as Desk from "../../src/jobs/Desk.ts"
import type * as Command from "./Command.ts"
import { make } from "./Command.ts"
import * as Intake from "./intake.ts"
import * as People from "./people.ts"
import { totalsVerify } from "./totals.ts"
import { Email, Name, within, workspaceOf } from "./Workspace.ts"

const workspaceCreate = make({
  words: "workspace create",
  summary: "Makes a workspace with its owner, a board and a key.",
  options: { name: Name, plan: Plan, ownerEmail: Email, ownerName: Schema.optionalKey(Name) },
  run: Effect.fnUntraced(function* ({ name, ownerEmail, ownerName = null, plan }) {
    return yield* (yield* Workspaces).create({ name, plan, ownerEmail, ownerName })
  })
})

const workspacePlan = make({
  words: "workspace plan",
  summary: "Changes a workspace's plan.",
  options: { workspace: WorkspaceId, plan: Plan },
  run: Effect.fnUntraced(function* ({ plan, workspace }) {
    return { workspace: yield* (yield* Workspaces).setPlan(workspace, plan) }
  })
})

const memberAdd = make({
  words: "member add",
  summary: "Adds a person to a workspace.",
  options: { workspace: WorkspaceId, email: Email, role: Role, name: Schema.optionalKey(Name) },
  run: Effect.fnUntraced(function* ({ email, name = null, role, workspace }) {
    const user = yield* within(workspace, (yield* Workspaces).addMember(email, name, role))
    return { user: { ...user, role } }
  })
})

const memberRole = make({
  words: "member role",
  summary: "Changes a member's role.",
  options: { workspace: WorkspaceId, user: UserId, role: Role },
  run: Effect.fnUntraced(function* ({ role, user, workspace }) {
    yield* within(workspace, (yield* Members).setRole(user, role))
    return { user: { id: user, role } }
  })
})

const memberRemove = make({
  words: "member remove",
  summary: "Removes a member; their credentials stop working.",
  options: { workspace: WorkspaceId, user: UserId },
  run: Effect.fnUntraced(function* ({ user, workspace }) {
    yield* within(workspace, (yield* Members).remove(user))
    return { user: { id: user }, removed: true }
  })
})

const addKey = Effect.fnUntraced(function* (user: UserId, plan: Plan, name: string) {
  if ((yield* (yield* Members).find(user)) === undefined) {
    return yield* new Refused({
      code: "member_not_found",
      message: `The user ${user} is no member of the workspace.`
    })
  }
  yield* (yield* PlanLimits).admit(plan, "api_keys")
  return yield* (yield* ApiKeys).create(user, name)
})

const keyCreate = make({
  words: "key create",
  summary: "Makes an API key for a member; the token is shown once.",
  options: { workspace: WorkspaceId, user: UserId, name: Name },
  run: Effect.fnUntraced(function* ({ name, user, workspace }) {
    const { plan } = yield* workspaceOf(workspace)
    const created = (yield* Transaction).run(addKey(user, plan, name))
    return { apiKey: yield* within(workspace, created) }
  })
})

const keyRevoke = make({
  words: "key revoke",
  summary: "Revokes an API key.",
  options: { id: KeyId },
  run: Effect.fnUntraced(function* ({ id }) {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Sql.orDie(sql<{ workspace: WorkspaceId }>`SELECT workspace_id AS workspace
      FROM api_keys WHERE id = ${id}`)
    if (rows[0] === undefined) {
      return yield* new Refused({ code: "key_not_found", message: `There is no API key ${id}.` })
    }
    yield* within(rows[0].workspace, (yield* ApiKeys).revoke(id))
    return { apiKey: { id }, revoked: true }
  })
})

const keyList = make({
  words: "key list",
  summary: "Lists a workspace's API keys, without their tokens.",
  options: { workspace: WorkspaceId },
  run: Effect.fnUntraced(function* ({ workspace }) {
    return { data: yield* within(workspace, (yield* ApiKeys).list) }
  })
})

const Moment = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (/^\d{4}-\d\d-\d\d/u.test(text) && !Number.isNaN(Date.parse(text))) ||
      "must be a time in ISO 8601, such as 2026-05-01T09:30:00Z"
  )
)

const jobRun = make({
  words: "job run <name>",
  summary: "Runs a job now, as if it were the time given by --as-of.",
  options: { name: Name, asOf: Schema.optionalKey(Moment) },
  run: ({ asOf, name }) => Desk.run(name, asOf && new Date(asOf).toISOString())
})

const jobList = make({
  words: "job list",
  summary: "Lists the jobs, when they run next, and their last runs.",
  options: {},
  run: () => Desk.list
})

const migrate = make({
  words: "migrate",
  summary: "Brings the database to this version's shape, as every start does.",
  options: {},
  run: Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Sql.orDie(sql<{ id: number; name: string }>`SELECT migration_id AS id, name
      FROM schema_migrations ORDER BY migration_id`)
    return { migrations: rows.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`) }
  })
})

export const commands: ReadonlyArray<Command.Any> = [
  workspaceCreate,
  workspacePlan,
  memberAdd,
  memberRole,
  memberRemove,
  keyCreate,
  keyRevoke,
  keyList,
  totalsVerify,
  jobRun,
  jobList,
  ...People.commands,
  ...Intake.commands,
  migrate
]
