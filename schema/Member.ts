import { Schema } from "effect"
import * as Field from "./Field.ts"
import { InvitationId, UserId } from "./Id.ts"
import { Role } from "./Scope.ts"

/** A person of the workspace. */
export const Member = Schema.Struct({
  id: UserId,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  role: Role,
  /** When they first joined. */
  joinedAt: Field.Timestamp
})
export type Member = typeof Member.Type

/** Someone asked to join. */
export const Invitation = Schema.Struct({
  id: InvitationId,
  email: Schema.String,
  role: Role,
  createdAt: Field.Timestamp,
  expiresAt: Field.Timestamp
})
export type Invitation = typeof Invitation.Type

/** A link that whoever it is for has to be handed: nothing is sent by email. */
export const PersonalLink = Schema.Struct({
  email: Schema.String,
  url: Schema.String,
  expiresAt: Field.Timestamp,
  /** Whether it lets someone in who is asked to join, or leads a member to a new password. */
  way: Schema.Literals(["join", "password"])
})
