/** Commands about how people and apps get in: passwords, links, connected apps, signing keys. */
import { Effect, Schema } from "effect"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { Grants } from "../../layers/oauth/Grants.ts"
import { SigningKeys } from "../../layers/oauth/SigningKeys.ts"
import { invitationHours, People, type Person, resetHours } from "../../layers/people/People.ts"
import { Refused, Workspaces } from "../../layers/Workspaces.ts"
import { WorkspaceId } from "../../schema/Id.ts"
import { Role } from "../../schema/Scope.ts"
import type * as Command from "./Command.ts"
import { make } from "./Command.ts"
import { Email, Name, within } from "./Workspace.ts"

const personOf = Effect.fnUntraced(function* (email: string) {
  const found = yield* (yield* People).findByEmail(email)
  if (found !== undefined) return found
  return yield* new Refused({ code: "user_not_found", message: `There is nobody with the email ${email}.` })
})

const linkFor = Effect.fnUntraced(function* (person: Pick<Person, "id">, hours: number) {
  const { expiresAt, token } = yield* (yield* People).link(person.id, hours)
  return { url: `${yield* BaseUrl}/welcome/${token}`, expiresAt }
})

const userPassword = make({
  words: "user password",
  summary: "Sets a person's password; ends their sessions, and disconnects their apps.",
  options: { email: Email, password: Schema.String },
  run: Effect.fnUntraced(function* ({ email, password }) {
    const { id, ...person } = yield* personOf(email)
    yield* (yield* People).setPassword(id, password)
    return { user: { id, email: person.email } }
  })
})

const userInvite = make({
  words: "user invite",
  summary: "Adds a person to a workspace, with a link to choose a password by.",
  options: { workspace: WorkspaceId, email: Email, role: Role, name: Schema.optionalKey(Name) },
  run: Effect.fnUntraced(function* ({ email, name = null, role, workspace }) {
    const user = yield* within(workspace, (yield* Workspaces).addMember(email, name, role))
    return { user: { ...user, role }, ...(yield* linkFor(user, invitationHours)) }
  })
})

const userReset = make({
  words: "user reset",
  summary: "Makes a link by which a person chooses a new password.",
  options: { email: Email },
  run: Effect.fnUntraced(function* ({ email }) {
    const { id, ...person } = yield* personOf(email)
    return { user: { id, email: person.email }, ...(yield* linkFor({ id }, resetHours)) }
  })
})

const appList = make({
  words: "app list",
  summary: "Lists the apps people connected to a workspace.",
  options: { workspace: WorkspaceId },
  run: Effect.fnUntraced(function* ({ workspace }) {
    return { data: yield* within(workspace, (yield* Grants).list) }
  })
})

const appRevoke = make({
  words: "app revoke",
  summary: "Disconnects an app; its tokens stop working.",
  options: { id: Schema.String },
  run: Effect.fnUntraced(function* ({ id }) {
    if (yield* (yield* Grants).revoke(id)) return { app: { id }, revoked: true }
    return yield* new Refused({ code: "app_not_found", message: `There is no connected app ${id}.` })
  })
})

const keysRotate = make({
  words: "keys rotate",
  summary: "Makes a new key to sign access tokens with; tokens of the old one live out their time.",
  options: {},
  run: Effect.fnUntraced(function* () {
    const { kid, retired } = yield* (yield* SigningKeys).rotate
    return { key: { id: kid }, retired }
  })
})

export const commands: ReadonlyArray<Command.Any> = [
  userPassword,
  userInvite,
  userReset,
  appList,
  appRevoke,
  keysRotate
]
