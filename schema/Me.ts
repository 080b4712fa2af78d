import { Schema } from "effect"
import { ApiKey } from "./ApiKey.ts"
import * as Field from "./Field.ts"
import { KeyId, UserId, WorkspaceId } from "./Id.ts"
import { Email, Member } from "./Member.ts"
import { Rules } from "./Rules.ts"
import { Scope } from "./Scope.ts"

export const Plan = Schema.Literals(["free", "standard"])
export type Plan = typeof Plan.Type

const count = (title: string, description: string) => Field.of(title, description, Schema.Int)

const RateLimit = Schema.Struct({
  of: Field.of("Of", "Subject of the limit.", Schema.Literals(["credential", "workspace"])),
  limit: count("Limit", "Requests within 60 seconds."),
  remaining: count("Remaining", "Requests that are left."),
  resetSeconds: count("Reset", "Seconds until there are more.")
})

/** The person and workspace of a credential, its permissions, and what is left of its limits. */
export const Me = Schema.Struct({
  user: Field.of(
    "Person",
    "Whom the credential speaks for.",
    Schema.Struct({ id: UserId, email: Email, name: Member.fields.name })
  ),
  workspace: Field.of(
    "Workspace",
    "The workspace it is good for.",
    Schema.Struct({
      id: WorkspaceId,
      name: Field.of("Name", "Name of the workspace.", Schema.String),
      timeZone: Field.of(
        "Time zone",
        "IANA name of the zone whose months, weeks and days reports have.",
        Schema.String
      ),
      lostReasons: Field.of(
        "Reasons for losses",
        "Usual reasons for lostReason of a deal; left out if there are none.",
        Schema.optionalKey(Schema.Array(Schema.String))
      ),
      plan: Field.of("Plan", "free limits boards, active deals and keys; standard does not.", Plan),
      rehearsal: Field.of(
        "Rehearsal",
        "Only of a copy to try things in, where webhooks are captured.",
        Schema.optionalKey(
          Schema.Struct({
            of: Field.of("Of", "Id of the workspace it copies.", WorkspaceId),
            endsAt: Field.of("Ends at", "Time at which it is discarded.", Field.Timestamp),
            now: Field.of("Now", "The time there, which may be set.", Field.Timestamp)
          })
        )
      )
    })
  ),
  apiKey: Field.of(
    "API key",
    "The key that was sent; null for OAuth.",
    Schema.NullOr(Schema.Struct({ id: KeyId, name: ApiKey.fields.name }))
  ),
  auth: Field.of(
    "Credential",
    "The credential, and its permissions.",
    Schema.Struct({
      kind: Field.of("Kind", "Kind of credential.", Schema.Literals(["api_key", "oauth"])),
      scopes: Field.of(
        "Scopes",
        "Effective scopes: those granted, as far as the person's role allows.",
        Schema.Array(Scope)
      ),
      client: Field.of(
        "App",
        "The OAuth app; null for an API key.",
        Schema.NullOr(Schema.Struct({ id: Field.of("Id", "Client id of the app.", Schema.String) }))
      )
    })
  ),
  rules: Field.of(
    "Rules",
    "Its rules: which writes are done, need approval or are refused; null without rules.",
    Schema.NullOr(Rules)
  ),
  pendingApprovals: count("Pending approvals", "Its writes that wait for an admin."),
  rateLimits: Field.of("Rate limits", "Requests left after this one.", Schema.Array(RateLimit))
}).annotate({
  identifier: "Me",
  examples: [
    {
      user: { id: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a", email: "ada@acme.example", name: "Ada Park" },
      workspace: {
        id: "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f",
        name: "Acme",
        timeZone: "Europe/Berlin",
        plan: "standard"
      },
      apiKey: { id: "01997f2e-6b1c-7d7a-9d0c-9f8e7d6c5b4a", name: "Claude" },
      auth: { kind: "api_key", scopes: ["deals:read", "deals:write"], client: null },
      rules: null,
      pendingApprovals: 0,
      rateLimits: [
        { of: "credential", limit: 600, remaining: 599, resetSeconds: 60 },
        { of: "workspace", limit: 3000, remaining: 2990, resetSeconds: 12 }
      ]
    }
  ] as never
})
