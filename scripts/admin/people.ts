/** Commands for how people and apps sign in: passwords, links, connected apps, signing keys. */
import { Effect, Option, Schema } from "effect"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { common } from "../../layers/identity/people/CommonPasswords.ts"
import { invitationHours, People, resetHours } from "../../layers/identity/people/People.ts"
import { Passkeys } from "../../layers/identity/people/Passkeys.ts"
import { SecondFactors } from "../../layers/identity/people/SecondFactors.ts"
import { Sessions } from "../../layers/identity/people/Sessions.ts"
import { AccountLinking } from "../../layers/identity/provider/AccountLinking.ts"
import { Refused, Workspaces } from "../../layers/identity/Workspaces.ts"
import { type UserId, WorkspaceId } from "../../schema/Id.ts"
import * as GrantId from "../../src/identity/rules/GrantId.ts"
import * as NewPassword from "../../src/identity/rules/NewPassword.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { password } from "./command/Password.ts"
import { recorded, within, writing } from "./command/Workspace.ts"

const email = Flags.email("The person's email address")

const among = Flags.optional(
  Flags.text(
    "workspace",
    WorkspaceId,
    "The workspace's id, if several workspaces have a person with this email"
  )
)

/** The account that every workspace trusts, if the email has one; otherwise the account of a single workspace. */
const personOf = Effect.fnUntraced(function* (email: string, workspace?: WorkspaceId) {
  const accounts = yield* (yield* People).accounts(email)
  const found = accounts.filter(({ onlyIn }) => workspace === undefined || onlyIn === workspace)
  const person = found.find(({ onlyIn }) => onlyIn === null) ?? found[0]
  if (person === undefined) {
    return yield* new Refused({
      code: "user_not_found",
      message: `There is no person with the email ${email}.`
    })
  }
  if (found.length === 1 || person.onlyIn === null) return person
  return yield* new Refused({
    code: "several_users",
    message: `Several workspaces have a person with the email ${email}. Add --workspace with one of: ${found.map(({ onlyIn }) => onlyIn).join(", ")}`
  })
})

const linkFor = Effect.fnUntraced(function* (id: UserId, hours: number) {
  const { expiresAt, token } = yield* (yield* People).link(id, hours, null)
  return { url: `${yield* BaseUrl}/welcome/${token}`, expiresAt }
})

/** An invitation link for a person without a password, which the operator passes on to them. */
export const wayIn = Effect.fnUntraced(function* (id: UserId) {
  const person = yield* (yield* People).find(id)
  return person?.hasPassword === true ? {} : { link: yield* linkFor(id, invitationHours) }
})

const userPassword = make(
  "password",
  "Sets a person's password; ends their sessions, and disconnects their apps.",
  { email, password, workspace: among },
  Effect.fnUntraced(function* ({ email, password, workspace }) {
    const { id, ...person } = yield* personOf(email, workspace)
    const flaw = NewPassword.flawOf(password, email, yield* common)
    if (flaw !== undefined) return yield* new Refused({ code: "weak_password", message: flaw })
    yield* (yield* People).setPassword(id, password, "operator")
    return { user: { id, email: person.email } }
  })
)

const userInvite = make(
  "invite",
  "Adds a person to a workspace, and makes a link where they choose a password.",
  {
    workspace: Flags.workspace,
    email,
    role: Flags.role,
    name: Flags.optional(Flags.name("The person's name")),
    reviveKeys: Flags.reviveKeys
  },
  Effect.fnUntraced(function* ({ email, name = null, reviveKeys, role, workspace }) {
    const add = (yield* Workspaces).addMember(email, name, role, reviveKeys ? "revived" : undefined)
    const user = yield* writing("user.invite", workspace, add)
    return { user: { ...user, role }, ...(yield* linkFor(user.id, invitationHours)) }
  })
)

const userReset = make(
  "reset",
  "Makes a link where a person chooses a new password.",
  { email, workspace: among },
  Effect.fnUntraced(function* ({ email, workspace }) {
    const { id, ...person } = yield* personOf(email, workspace)
    return { user: { id, email: person.email }, ...(yield* linkFor(id, resetHours)) }
  })
)

const userSignOut = make(
  "sign-out",
  "Ends all sessions of a person; their keys and apps go on.",
  { email, workspace: among },
  Effect.fnUntraced(function* ({ email, workspace }) {
    const { id, ...person } = yield* personOf(email, workspace)
    const sessions = yield* Sessions
    const ended = (yield* sessions.list(id)).length
    yield* sessions.closeAll(id, "operator")
    return { user: { id, email: person.email }, sessions: ended }
  })
)

const userUnlink = make(
  "unlink",
  "Forgets who a person is at the sign-in provider; who signs in with their address next gets the account.",
  { email, workspace: among },
  Effect.fnUntraced(function* ({ email, workspace }) {
    const { id, ...person } = yield* personOf(email, workspace)
    return { user: { id, email: person.email }, unlinked: yield* (yield* AccountLinking).unlink(id) }
  })
)

const userFactors = make(
  "factors",
  "Shows whether a person is asked for a code after their password, and how many passkeys they have.",
  {
    email,
    workspace: among,
    reset: Flags.toggle(
      "reset",
      "Asks them no more and removes their passkeys, for someone who lost app and codes"
    )
  },
  Effect.fnUntraced(function* ({ email, reset, workspace }) {
    const { id, ...person } = yield* personOf(email, workspace)
    const factors = yield* SecondFactors
    const before = yield* factors.of(id)
    const passkeys = yield* (yield* Passkeys).list(id)
    if (reset) yield* factors.turnOff(id, "operator")
    const state = before === undefined ? "off" : reset ? "reset" : "on"
    return {
      user: { id, email: person.email },
      codes: state,
      recoveryCodes: (reset ? 0 : before?.recoveryCodes) ?? 0,
      passkeys: reset ? 0 : passkeys.length
    }
  })
)

const appList = make(
  "list",
  "Lists the apps that people connected to a workspace.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    return { data: yield* within(workspace, (yield* Grants).list) }
  })
)

const appRevoke = make(
  "revoke",
  "Disconnects an app; its tokens stop working.",
  { id: Flags.text("id", Schema.String, "The grantId that app list shows") },
  Effect.fnUntraced(function* ({ id }) {
    const revoke = (yield* Grants).revoke(id)
    const workspace = Option.getOrUndefined(GrantId.parse(id))?.workspaceId
    const done = workspace !== undefined && (yield* recorded("app.revoke", workspace, revoke))
    if (done) return { app: { id }, revoked: true }
    return yield* new Refused({ code: "app_not_found", message: `There is no connected app ${id}.` })
  })
)

const keysRotate = make(
  "rotate",
  "Makes a new key for signing access tokens; tokens signed with the old key stay valid until they expire.",
  {},
  Effect.fnUntraced(function* () {
    const { kid, retired } = yield* (yield* SigningKeys).rotate
    return { key: { id: kid }, retired }
  })
)

export const user = group("user", "How people sign in", [
  userPassword,
  userInvite,
  userReset,
  userFactors,
  userSignOut,
  userUnlink
])

export const app = group("app", "Apps that people connected", [appList, appRevoke])

export const keys = group("keys", "Keys that sign access tokens", [keysRotate])
