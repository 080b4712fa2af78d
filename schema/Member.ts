import { Schema, Struct } from "effect"
import * as Field from "./Field.ts"
import { InvitationId, UserId } from "./Id.ts"
import { Role } from "./Scope.ts"

/** A person's email address in responses. */
export const Email = Field.of("Email", "Address they sign in with.", Schema.String)

/** A member of the workspace. */
export const Member = Schema.Struct({
  id: UserId,
  email: Email,
  name: Field.of("Name", "Their name; null if they gave none.", Schema.NullOr(Schema.String)),
  role: Role,
  joinedAt: Field.of("Joined", "Time of joining.", Field.Timestamp)
})
export type Member = typeof Member.Type

/** A short row of a member. */
export const MemberRow = Member.mapFields(Struct.pick(["id", "name", "email", "role"]))

const expiresAt = Field.of("Expires", "Until when its link is good.", Field.Timestamp)

/** A person invited to join. */
export const Invitation = Schema.Struct({
  id: InvitationId,
  email: Email,
  name: Field.of(
    "Name",
    "Their name, as they were invited; null if none was given.",
    Schema.NullOr(Schema.String)
  ),
  role: Role,
  revivesKeys: Field.of("Revives keys", "true: API keys they had as a member work again.", Schema.Boolean),
  createdAt: Field.CreatedAt,
  expiresAt
})
export type Invitation = typeof Invitation.Type

/** A link for a person to join or to choose a password. */
export const PersonalLink = Schema.Struct({
  email: Email,
  url: Field.of("Link", "Link to give to the person; null if it was mailed.", Schema.NullOr(Schema.String)),
  expiresAt,
  way: Field.of(
    "Leads to",
    "join: into the workspace; password: to a new password of a member.",
    Schema.Literals(["join", "password"])
  )
})
