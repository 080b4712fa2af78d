import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import { CredentialId } from "../../../schema/Id.ts"
import { CredentialRules, CredentialRulesList, settable } from "../../../schema/Rules.ts"
import * as Operation from "../../contract/Operation.ts"

/** Changing what other credentials may do requires the scopes of everything that they could then do. */
export const deciding = ["deals:write", "leads:write"] as const

const list = Operation.make("rules.list", {
  title: "List rules",
  description: "Lists the API keys and connected apps that have rules, and the rules. Only for admins.",
  http: { method: "GET", path: "/rules" },
  scope: "pipeline:read",
  role: "admin",
  kind: "read",
  input: {},
  success: CredentialRulesList,
  faults: [Forbidden]
})

const set = Operation.make("rules.set", {
  title: "Set a credential's rules",
  description:
    "Replaces the rules of an API key or a connected app: which of its writes are done, asked for or refused. What is left out is allowed. They apply within a second. Only for admins, and not with a credential that has rules itself.",
  http: { method: "PUT", path: "/rules/:credential", bodyOptional: true },
  scope: deciding,
  role: "admin",
  kind: "write",
  idempotent: true,
  destructive: true,
  input: { credential: CredentialId, ...settable },
  example: { default: "allow", operations: { "deals.delete": "allow" } },
  success: CredentialRules,
  faults: [Forbidden, Invalid, NotFound]
})

export const operations = [list, set] as const
