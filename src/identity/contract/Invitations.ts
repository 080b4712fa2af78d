import { Schema } from "effect"
import { Deleted } from "../../../schema/Deal.ts"
import { Conflict, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { InvitationId } from "../../../schema/Id.ts"
import { Invitation, PersonalLink } from "../../../schema/Member.ts"
import * as Page from "../../../schema/Page.ts"
import { Role } from "../../../schema/Scope.ts"
import * as Operation from "../../contract/Operation.ts"
import { title } from "../../../schema/Title.ts"

export const list = Operation.make("invitations.list", {
  title: "List invitations",
  description: "Lists the people who were invited and have not joined yet.",
  role: "admin",
  kind: "read",
  input: {},
  success: Page.whole(Invitation),
  faults: []
})

export const create = Operation.make("invitations.create", {
  title: "Invite a person",
  description:
    "Mails the person a link, or returns it to pass on if the service sends no mail; the same whether the address has an account or not. The person joins with a new password for this workspace, or signed in.",
  role: "admin",
  kind: "write",
  input: {
    email: Field.of("Email", "Address of the person to invite.", Field.Email),
    role: Role,
    name: Field.of("Name", "Their name, for the account they will have.", Field.optional(title(200))),
    revivesKeys: Field.of(
      "Revive their API keys",
      "true: API keys they had as a member before work again.",
      Field.optional(Schema.Boolean)
    )
  },
  success: PersonalLink,
  faults: [Conflict]
})

export const withdraw = Operation.make("invitations.withdraw", {
  title: "Withdraw an invitation",
  description: "Withdraws an invitation; its link no longer works.",
  role: "admin",
  kind: "delete",
  input: { id: InvitationId },
  success: Deleted,
  faults: [NotFound]
})

export const operations = [list, create, withdraw] as const
