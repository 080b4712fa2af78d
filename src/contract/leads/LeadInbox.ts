import { Schema } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadId } from "../../../schema/Id.ts"
import { LeadList } from "../../../schema/Lead.ts"
import { undoDays } from "../../../schema/Undo.ts"
import * as Operation from "../Operation.ts"
import { filters, query } from "./LeadFilters.ts"

/** `leads.list` for the inbox page: without the parts that grow with every enrichment write. */
export const glance = Operation.make("leads.glance", {
  title: "Glance at leads",
  description:
    "Lists leads as leads.list does, but with only status, score, verdict and contact of each enrichment, and only the beginning of each message.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: query },
  success: LeadList,
  faults: [Invalid]
})

/** Counting stops here: the page shows more than 99 as "99+". */
export const mostCounted = 100

export const suspects = Operation.make("leads.suspects", {
  title: "Count suspect leads",
  description: `Counts the leads that look like a bot's, up to ${mostCounted}.`,
  scope: "leads:read",
  kind: "read",
  input: {},
  success: Schema.Struct({
    count: Field.of("Suspects", `How many there are; ${mostCounted} for that many or more.`, Schema.Int)
  }),
  faults: []
})

const mostAsked = 100

export const undoable = Operation.make("leads.undoable", {
  title: "Find what undoes triage",
  description: `Of leads that are junk or a bad fit: the write that made them so, if the caller may still undo it. That is who did it, and admins, for ${undoDays} days.`,
  scope: "leads:write",
  kind: "read",
  input: {
    ids: Field.of(
      "Leads",
      `Ids of the leads, at most ${mostAsked}.`,
      Schema.Array(LeadId).check(Schema.isMaxLength(mostAsked, { expected: `at most ${mostAsked} ids` }))
    )
  },
  success: Schema.Struct({
    data: Field.of(
      "Writes",
      "The leads that can be taken back, each with its write.",
      Schema.Array(
        Schema.Struct({
          leadId: LeadId,
          entryId: Field.of("Entry", "Id of the entry of the audit log to undo.", Schema.String)
        })
      )
    )
  }),
  faults: []
})

export const operations = [glance, suspects, undoable] as const
