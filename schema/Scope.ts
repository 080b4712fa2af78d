/** What a credential may be allowed to do, and what each role may use of it. */
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

/** The scopes a role may use; a viewer reads. */
export const ofRole: Record<Role, ReadonlyArray<Scope>> = {
  admin: all,
  member: all,
  viewer: ["deals:read", "leads:read", "pipeline:read"]
}
