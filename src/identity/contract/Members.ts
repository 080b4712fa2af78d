import { Schema } from "effect"
import { Deleted } from "../../../schema/Deal.ts"
import { Conflict, Forbidden, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { UserId } from "../../../schema/Id.ts"
import { Member, MemberRow, PersonalLink } from "../../../schema/Member.ts"
import * as Page from "../../../schema/Page.ts"
import { Role } from "../../../schema/Scope.ts"
import * as Operation from "../../contract/Operation.ts"

export const list = Operation.make("members.list", {
  title: "List members",
  description: "Lists the members of the workspace in the order they joined the service, at most 500.",
  http: { method: "GET", path: "/members" },
  kind: "read",
  input: {},
  success: Schema.Array(Member),
  faults: [Forbidden]
})

/** The MCP tool returns short rows, and supports a search. */
export const lookup = Operation.make("members.lookup", {
  title: "List members",
  description: "Lists the members, who can own deals: id, name, email, role. At most 500.",
  tool: "list_members",
  toolNote: "Not needed to name an owner: tools take an email or name.",
  kind: "read",
  input: {
    q: Field.of("Search", "Text in a name or email.", Field.optional(Field.text(120)))
  },
  success: Page.whole(MemberRow),
  faults: [Forbidden]
})

export const setRole = Operation.make("members.set_role", {
  title: "Change a member's role",
  description: "Gives a member another role. It applies from the next request of each of their credentials.",
  role: "admin",
  kind: "write",
  input: { id: UserId, role: Role },
  success: Schema.Struct({ id: UserId, role: Role }),
  faults: [Conflict, NotFound]
})

export const remove = Operation.make("members.remove", {
  title: "Remove a member",
  description: "Removes a person from the workspace; their keys, apps and sessions no longer open it.",
  role: "admin",
  kind: "delete",
  input: { id: UserId },
  success: Deleted,
  faults: [Conflict, NotFound]
})

export const resetLink = Operation.make("members.reset_link", {
  title: "Make a password reset link",
  description:
    "For a member who lost their password and belongs to no other workspace. The password chosen with it works in this workspace only.",
  role: "admin",
  kind: "write",
  input: { id: UserId },
  success: PersonalLink,
  faults: [Forbidden, NotFound]
})

export const operations = [list, lookup] as const

export const onPages = [setRole, remove, resetLink] as const
