/** The scopes of credentials, and those that each role may use. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

export const Scope = Schema.Literals([
  "deals:read",
  "deals:write",
  "leads:read",
  "leads:write",
  "pipeline:read"
]).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type

export const all: ReadonlyArray<Scope> = Scope.literals

export const Role = Field.of(
  "Role",
  "admin: everything; member: everything but the admins' own; viewer: reading alone.",
  Schema.Literals(["admin", "member", "viewer"])
)
export type Role = typeof Role.Type

/** The scopes that a role may use; a viewer only reads. */
export const ofRole: Record<Role, ReadonlyArray<Scope>> = {
  admin: all,
  member: all,
  viewer: ["deals:read", "leads:read", "pipeline:read"]
}
