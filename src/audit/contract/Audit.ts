import { AuditEntry, AuditList, Surface } from "../../../schema/Audit.ts"
import { Forbidden, Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

const text = (title: string, description: string) =>
  Field.of(title, description, Field.optional(Field.name(100)))

const filters = {
  target: text("Target", "Id of a deal, lead, board or other record. A note is found by its deal."),
  actor: text("Actor", "Id of a person, API key or app; or the name of a job."),
  agent: text("Agent", "Exact name that the agent sent for itself."),
  operation: text("Operation", "Exact name such as deals.move, or its first part: deals."),
  surface: Field.of("Surface", "Surface that received it.", Field.optional(Surface)),
  requestId: text("Request", "Id of a request."),
  outcome: text("Outcome", "ok, failed, or an error's code."),
  since: Field.since("Since", "From this day or RFC 3339 time on."),
  until: Field.of("Until", "Before this day or time.", Field.optional(Field.Moment))
}

const list = Operation.make("audit.list", {
  title: "List the audit log",
  description:
    "Lists who wrote what, and what was refused, newest first. A page may hold fewer entries than there are, even none, while hasMore is true: go on with nextCursor. What changed in a deal needs deals:read, in a lead leads:read. Only for admins.",
  tool: "list_audit_entries",
  toolNote: "For changes alone use changes_since.",
  http: { method: "GET", path: "/audit" },
  scope: "pipeline:read",
  role: "admin",
  kind: "read",
  replica: true,
  input: { ...Page.parameters, ...filters },
  success: AuditList,
  faults: [Forbidden, Invalid]
})

/** The same list as a file with one entry per line. It isn't JSON, so a separate surface sends it. */
export const exported: Operation.Routed = {
  ...list,
  id: "audit.export",
  title: "Export the audit log",
  description:
    "Sends all entries that match as one file, newest first: a JSON document a line (NDJSON). What changed in a deal needs deals:read, in a lead leads:read. Only for admins.",
  http: { method: "GET", path: "/audit/export" },
  input: filters,
  success: AuditEntry
}

export const operations = [list] as const
