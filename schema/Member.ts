import { Schema } from "effect"
import { UserId } from "./Id.ts"
import { Role } from "./Scope.ts"

/** A person of the workspace. */
export const Member = Schema.Struct({
  id: UserId,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  role: Role
})
export type Member = typeof Member.Type
