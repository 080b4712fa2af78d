import { Schema } from "effect"
import { KeyId, UserId, WorkspaceId } from "./Id.ts"
import { Scope } from "./Scope.ts"

export const Plan = Schema.Literals(["free", "standard"])
export type Plan = typeof Plan.Type

/** Who a credential speaks for, and what it may do. */
export const Me = Schema.Struct({
  user: Schema.Struct({ id: UserId, email: Schema.String, name: Schema.NullOr(Schema.String) }),
  workspace: Schema.Struct({ id: WorkspaceId, name: Schema.String, plan: Plan }),
  apiKey: Schema.NullOr(Schema.Struct({ id: KeyId, name: Schema.String })),
  auth: Schema.Struct({
    kind: Schema.Literals(["api_key", "oauth"]),
    scopes: Schema.Array(Scope),
    client: Schema.NullOr(Schema.Struct({ id: Schema.String }))
  })
}).annotate({
  identifier: "Me",
  examples: [
    {
      user: { id: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a", email: "ada@acme.example", name: "Ada Park" },
      workspace: { id: "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f", name: "Acme", plan: "standard" },
      apiKey: { id: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a", name: "Claude" },
      auth: { kind: "api_key", scopes: ["deals:read", "deals:write"], client: null }
    }
  ] as never
})
