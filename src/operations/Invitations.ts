import { Effect, Schema } from "effect"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { Invitations } from "../../layers/Invitations.ts"
import { Members } from "../../layers/Members.ts"
import { invitationHours, People } from "../../layers/people/People.ts"
import { Workspaces } from "../../layers/Workspaces.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Conflict, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { UserId } from "../../schema/Id.ts"
import { Invitation, PersonalLink } from "../../schema/Member.ts"
import { Role } from "../../schema/Scope.ts"
import * as Operation from "../Operation.ts"

export const list = Operation.make("invitations.list", {
  title: "List invitations",
  description: "Lists the people with an account who were asked to join and have not answered.",
  role: "admin",
  kind: "read",
  input: {},
  success: Schema.Struct({ data: Schema.Array(Invitation) }),
  faults: [],
  run: Effect.fnUntraced(function* () {
    return { data: yield* (yield* Invitations).list }
  })
})

const alreadyMember = (email: string) =>
  new Conflict({
    code: "already_member",
    message: `${email} is a member already. Change their role in the list of members instead.`
  })

export const create = Operation.make("invitations.create", {
  title: "Invite a person",
  description:
    "Answers a link to hand over. Who is new to the service is a member at once and chooses a password by it; who has an account signs in and accepts by it, and is a member from then on.",
  role: "admin",
  kind: "write",
  input: { email: Field.Email, role: Role, name: Field.optional(Field.name(200)) },
  success: PersonalLink,
  faults: [Conflict],
  run: Effect.fnUntraced(function* ({ email: sent, name = null, role }) {
    const people = yield* People
    const members = yield* Members
    const base = yield* BaseUrl
    const known = yield* people.findByEmail(sent)
    const { email, id } = known ?? (yield* (yield* Workspaces).person(sent, name))
    const { hasPassword } = yield* people.hold(id)
    if ((yield* members.find(id)) !== undefined) return yield* alreadyMember(email)
    if (hasPassword || (yield* people.memberships(id)).length > 0) {
      const { expiresAt, token } = yield* (yield* Invitations).make(id, role)
      return { email, url: `${base}/join/${token}`, expiresAt, way: "accept" as const }
    }
    yield* members.add(id, role)
    const { expiresAt, token } = yield* people.link(id, invitationHours)
    return { email, url: `${base}/welcome/${token}`, expiresAt, way: "password" as const }
  })
})

export const withdraw = Operation.make("invitations.withdraw", {
  title: "Withdraw an invitation",
  description: "Takes an invitation back; its link is good no longer.",
  role: "admin",
  kind: "delete",
  input: { id: UserId },
  success: Deleted,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    if (!(yield* (yield* Invitations).withdraw(id))) return yield* NotFound.of("invitation", id)
    return { id, deleted: true }
  })
})

export const operations = [list, create, withdraw] as const
