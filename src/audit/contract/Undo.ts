import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { Undo, undoDays } from "../../../schema/Undo.ts"
import * as Operation from "../../contract/Operation.ts"

const id = (title: string, description: string, resource: string) =>
  Field.of(title, description, Field.optional(Field.name(100).annotate({ resource })))

const run = Operation.make("undo.run", {
  title: "Undo",
  description: `Takes back a write of the last ${undoDays} days, or all that someone did since a time, where nobody changed it since; the rest is listed. What others did only admins undo.`,
  tool: "undo",
  toolNote: "entryId is in activity (get_deal, get_lead) and changes_since with detail full.",
  words: {
    requestId: "Of the write, instead.",
    entryId: "Of the write.",
    actor: "Id, name or email.",
    since: "With actor.",
    until: "Before then."
  },
  http: { method: "POST", path: "/undo" },
  also: [
    { scope: "deals:write", where: "to undo changes of deals, notes, boards and templates" },
    { scope: "leads:write", where: "to undo changes of leads" }
  ],
  kind: "write",
  destructive: true,
  input: {
    requestId: id("Request", "Id of the request to undo: the Service-Request-Id of its answer.", "request"),
    entryId: id("Entry", "Id of the entry of the audit log to undo.", "entry"),
    actor: Field.of(
      "Actor",
      "Id or name of the API key, app or person whose changes to undo, or a member's email; with since.",
      Field.optional(Field.name(100))
    ),
    since: Field.of("Since", "With actor: from this day or RFC 3339 time on.", Field.optional(Field.Moment)),
    until: Field.of(
      "Until",
      "With actor or requestId: before this day or time.",
      Field.optional(Field.Moment)
    )
  },
  example: { requestId: "req_01997f2e6b1c7d7a9d0c9c0d1e2f3a4b" },
  success: Undo,
  faults: [Forbidden, Invalid, NotFound]
})

export const operations = [run] as const
