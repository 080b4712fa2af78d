/** Commands for workspaces, their members and their API keys. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Members } from "../../layers/identity/Members.ts"
import { PlanLimits } from "../../layers/identity/PlanLimits.ts"
import * as Sql from "../../layers/database/Sql.ts"
import { Webhooks } from "../../layers/webhooks/Webhooks.ts"
import { Refused, Workspaces } from "../../layers/identity/Workspaces.ts"
import { now } from "../../layers/runtime/Now.ts"
import { KeyTerm, maxAddresses } from "../../schema/ApiKey.ts"
import * as Field from "../../schema/Field.ts"
import * as KeyLimits from "../../src/identity/rules/KeyLimits.ts"
import { KeyId, type UserId, type WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { exported, imported } from "./transfer.ts"
import { wayIn } from "./people.ts"
import { clock, discard, fork, rehearsals } from "./rehearsals.ts"
import { list, memberList, remove, resume, suspend } from "./standing.ts"
import { recorded, within, workspaceOf, writing } from "./command/Workspace.ts"

const workspaceCreate = make(
  "create",
  "Creates a workspace with an owner, a board and an API key.",
  {
    name: Flags.name("The workspace's name"),
    plan: Flags.plan,
    ownerEmail: Flags.email("The owner's email address", "owner-email"),
    ownerName: Flags.optional(Flags.name("The owner's name", "owner-name"))
  },
  Effect.fnUntraced(function* ({ name, ownerEmail, ownerName = null, plan }) {
    const created = yield* (yield* Workspaces).create({ name, plan, ownerEmail, ownerName })
    return { ...created, ...(yield* wayIn(created.user.id)) }
  })
)

const workspacePlan = make(
  "plan",
  "Changes a workspace's plan.",
  { workspace: Flags.workspace, plan: Flags.plan },
  Effect.fnUntraced(function* ({ plan, workspace }) {
    return {
      workspace: yield* recorded("workspace.plan", workspace, (yield* Workspaces).setPlan(workspace, plan))
    }
  })
)

const memberAdd = make(
  "add",
  "Adds a person to a workspace.",
  {
    workspace: Flags.workspace,
    email: Flags.email("The person's email address"),
    role: Flags.role,
    name: Flags.optional(Flags.name("The person's name")),
    reviveKeys: Flags.reviveKeys
  },
  Effect.fnUntraced(function* ({ email, name = null, reviveKeys, role, workspace }) {
    const add = (yield* Workspaces).addMember(email, name, role, reviveKeys ? "revived" : undefined)
    const user = yield* writing("member.add", workspace, add)
    return { user: { ...user, role }, ...(yield* wayIn(user.id)) }
  })
)

const memberRole = make(
  "role",
  "Changes a member's role.",
  { workspace: Flags.workspace, user: Flags.user, role: Flags.role },
  Effect.fnUntraced(function* ({ role, user, workspace }) {
    yield* writing("member.role", workspace, (yield* Members).setRole(user, role))
    return { user: { id: user, role } }
  })
)

const memberRemove = make(
  "remove",
  "Removes a member; their credentials stop working.",
  { workspace: Flags.workspace, user: Flags.user },
  Effect.fnUntraced(function* ({ user, workspace }) {
    yield* writing("member.remove", workspace, (yield* Members).remove(user))
    return { user: { id: user }, removed: true }
  })
)

const isTerm = Schema.is(KeyTerm)

/** The expiry as a duration or a time, and addresses separated by commas. */
const limitsOf = (expires: string | undefined, allow = ""): KeyLimits.LimitsInput => ({
  ...(isTerm(expires) ? { expiresIn: expires } : { expiresAt: expires }),
  allowedAddresses: allow.split(/[\s,]+/u).filter((part) => part !== "")
})

const addKey = Effect.fnUntraced(function* (
  user: UserId,
  plan: Plan,
  name: string,
  requestedLimits: KeyLimits.LimitsInput
) {
  const limits = yield* Effect.mapError(
    Effect.fromResult(KeyLimits.of(requestedLimits, yield* now)),
    ({ message, path }) =>
      new Refused({
        code: "invalid_limits",
        message: `${path === "expiresAt" ? "--expires" : "--allow"} ${message}.`
      })
  )
  if ((yield* (yield* Members).find(user)) === undefined) {
    return yield* new Refused({
      code: "member_not_found",
      message: `The user ${user} is not a member of the workspace.`
    })
  }
  yield* (yield* PlanLimits).admit(plan, "api_keys")
  const created = yield* (yield* ApiKeys).create(user, name, limits)
  return { ...created, ...(limits.expiresAt !== null && { expiresAt: limits.expiresAt }) }
})

const keyCreate = make(
  "create",
  "Creates an API key for a member; its token is shown only once.",
  {
    workspace: Flags.workspace,
    user: Flags.user,
    name: Flags.name("What the key is for"),
    expires: Flags.optional(
      Flags.text(
        "expires",
        Schema.Union([KeyTerm, Field.Moment]),
        "When it stops working: never (the default), 30d, 90d, 365d, a day or a time with its offset"
      )
    ),
    allow: Flags.optional(
      Flags.text(
        "allow",
        Schema.String,
        `Addresses and networks (CIDR) it works from, with commas between them, at most ${maxAddresses}; all if left out`
      )
    )
  },
  Effect.fnUntraced(function* ({ allow, expires, name, user, workspace }) {
    const { plan } = yield* workspaceOf(workspace)
    const add = addKey(user, plan, name, limitsOf(expires, allow))
    return { apiKey: yield* recorded("key.create", workspace, add) }
  })
)

/** Deletes the subscriptions created with a key if `isEnding`; returns the number that remain. */
const webhooksLeft = Effect.fnUntraced(function* (id: KeyId, userId: UserId, isEnding: boolean) {
  const webhooks = yield* Webhooks
  if (isEnding) yield* webhooks.removeMadeBy({ type: "api_key", id, userId })
  return (yield* webhooks.makers).find((maker) => maker.type === "api_key" && maker.id === id)?.webhooks ?? 0
})

const keyRevoke = make(
  "revoke",
  "Revokes an API key.",
  {
    id: Flags.text("id", KeyId, "The key's id"),
    endWebhooks: Flags.toggle("end-webhooks", "Also deletes the webhook subscriptions made with the key")
  },
  Effect.fnUntraced(function* ({ endWebhooks, id }) {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Sql.orDie(sql<{ workspace: WorkspaceId; user: UserId }>`
      SELECT workspace_id AS workspace, user_id AS "user" FROM api_keys WHERE id = ${id}`)
    if (rows[0] === undefined) {
      return yield* new Refused({ code: "key_not_found", message: `There is no API key ${id}.` })
    }
    const { user, workspace } = rows[0]
    const revoke = Effect.andThen((yield* ApiKeys).revoke(id), webhooksLeft(id, user, endWebhooks))
    return {
      apiKey: { id },
      revoked: true,
      webhooksLeft: yield* recorded("key.revoke", workspace, revoke)
    }
  })
)

const keyList = make(
  "list",
  "Lists a workspace's API keys, without their tokens.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    return { data: yield* within(workspace, (yield* ApiKeys).list) }
  })
)

export const workspace = group("workspace", "Workspaces, their plans and rehearsals", [
  workspaceCreate,
  list,
  workspacePlan,
  suspend,
  resume,
  exported,
  imported,
  fork,
  rehearsals,
  clock,
  discard,
  remove
])

export const member = group("member", "Members of a workspace", [
  memberAdd,
  memberList,
  memberRole,
  memberRemove
])

export const key = group("key", "API keys", [keyCreate, keyRevoke, keyList])
