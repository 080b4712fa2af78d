import { Effect, Schema } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { Members } from "../../layers/Members.ts"
import { People, resetHours } from "../../layers/people/People.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Conflict, Forbidden, NotFound } from "../../schema/Fault.ts"
import { UserId } from "../../schema/Id.ts"
import { Member, PersonalLink } from "../../schema/Member.ts"
import { Role } from "../../schema/Scope.ts"
import * as Operation from "../Operation.ts"

export const list = Operation.make("members.list", {
  title: "List members",
  description: "Lists the people of the workspace, by when they joined the service, at most 500.",
  kind: "read",
  input: {},
  success: Schema.Array(Member),
  faults: [],
  run: Effect.fnUntraced(function* () {
    return yield* (yield* Members).all
  })
})

export const setRole = Operation.make("members.set_role", {
  title: "Change a member's role",
  description:
    "Gives a member another role, which holds from the next request of each of their credentials on.",
  role: "admin",
  kind: "write",
  input: { id: UserId, role: Role },
  success: Schema.Struct({ id: UserId, role: Role }),
  faults: [Conflict, NotFound],
  run: Effect.fnUntraced(function* ({ id, role }) {
    yield* (yield* Members).setRole(id, role)
    return { id, role }
  })
})

export const remove = Operation.make("members.remove", {
  title: "Remove a member",
  description: "Takes a person out of the workspace; their keys, apps and sessions open it no longer.",
  role: "admin",
  kind: "delete",
  input: { id: UserId },
  success: Deleted,
  faults: [Conflict, NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Members).remove(id)
    return { id, deleted: true }
  })
})

const elsewhereToo = (email: string) =>
  new Forbidden({
    code: "belongs_elsewhere",
    message: `${email} belongs to another workspace too, so that no admin of this one may choose their password. Whoever runs the service can make the link: npm run -s admin -- user reset --email ${email}`
  })

export const resetLink = Operation.make("members.reset_link", {
  title: "Make a link to choose a new password",
  description: "For a member who lost their password, and belongs to no other workspace.",
  role: "admin",
  kind: "write",
  input: { id: UserId },
  success: PersonalLink,
  faults: [Forbidden, NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const people = yield* People
    const member = yield* (yield* Members).find(id)
    if (member === undefined) return yield* NotFound.of("member", id)
    // Whoever takes them in elsewhere waits for this, and ends the link.
    yield* people.hold(id)
    const { workspace } = yield* Actor
    const others = (yield* people.memberships(id)).filter((one) => one.workspaceId !== workspace.id)
    if (others.length > 0) return yield* elsewhereToo(member.email)
    const { expiresAt, token } = yield* people.link(id, resetHours)
    const url = `${yield* BaseUrl}/welcome/${token}`
    return { email: member.email, url, expiresAt, way: "password" as const }
  })
})

export const operations = [list, setRole, remove, resetLink] as const
