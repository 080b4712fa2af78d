/** The scopes needed to read each kind of record. All code that returns or mentions records checks here. */
import type { AuditResource } from "./Audit.ts"
import type { Scope } from "./Scope.ts"

const deals = ["deals:read"] as const
const leads = ["leads:read"] as const
/** Readable without a scope: people, credentials, the workspace. */
const anyone = [] as const

const scopes: Readonly<Record<AuditResource, ReadonlyArray<Scope>>> = {
  deal: deals,
  note: deals,
  lead: leads,
  lead_history: leads,
  board: deals,
  stage: deals,
  template: deals,
  template_use: deals,
  // A view contains search terms for deals or leads.
  saved_view: ["deals:read", "leads:read"],
  calendar: deals,
  webhook: deals,
  form: leads,
  inbound_address: leads,
  rehearsal: anyone,
  api_key: anyone,
  app: anyone,
  member: anyone,
  invitation: anyone,
  workspace: anyone,
  approval: anyone,
  rules: anyone
}

/** The first scope that the caller lacks to read records of a kind; undefined if the caller may read them. */
export const lacking = (held: ReadonlySet<Scope>, resource: AuditResource): Scope | undefined =>
  scopes[resource].find((scope) => !held.has(scope))

export const mayRead = (held: ReadonlySet<Scope>, resource: AuditResource): boolean =>
  lacking(held, resource) === undefined
