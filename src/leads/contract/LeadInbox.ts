import { Schema } from "effect"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadId } from "../../../schema/Id.ts"
import { LeadList } from "../../../schema/Lead.ts"
import { undoDays } from "../../../schema/Undo.ts"
import * as Operation from "../../contract/Operation.ts"
import { filters, query } from "./LeadFilters.ts"

/** `leads.list` for the inbox page, without the parts that grow with every enrichment. */
export const listForInbox = Operation.make("leads.glance", {
  title: "Glance at leads",
  description:
    "Lists leads as leads.list does, but with only status, score, verdict and contact of each enrichment, and only the beginning of each message.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: query },
  success: LeadList,
  faults: [Invalid]
})

/** The count stops here, because the page shows more than 99 as "99+". */
export const maxCounted = 100

const count = Schema.Int

export const counts = Operation.make("leads.counts", {
  title: "Count the leads of the inbox",
  description: `Counts the leads of each status and those that look like a bot's, each up to ${maxCounted}.`,
  scope: "leads:read",
  kind: "read",
  input: { boardId: filters.boardId },
  success: Schema.Struct({
    new: Field.of("New", "Leads that are new.", count),
    contacted: Field.of("Contacted", "Leads that were contacted.", count),
    promoted: Field.of("Promoted", "Leads that became deals.", count),
    junk: Field.of("Junk", "Leads that are junk.", count),
    bad_fit: Field.of("Bad fit", "Leads that are a bad fit.", count),
    stale: Field.of("Stale", "Leads that nobody took up.", count),
    suspect: Field.of("Suspect", "Leads that look like a bot's.", count)
  }),
  faults: []
})

const { cursor: _, limit: __, ...chosen } = filters

const neighbourId = Field.of("Lead", "Id of the lead; null at the end of the list.", Schema.NullOr(LeadId))

export const neighbours = Operation.make("leads.neighbours", {
  title: "Find the leads beside one",
  description:
    "The leads of a list before and after one, which need not be in it any more: where it was is enough.",
  scope: "leads:read",
  kind: "read",
  input: { ...chosen, id: LeadId, q: query },
  success: Schema.Struct({ previous: neighbourId, next: neighbourId }),
  faults: [NotFound]
})

const maxAsked = 100

export const undoable = Operation.make("leads.undoable", {
  title: "Find what undoes triage",
  description: `Of leads that are junk or a bad fit: the write that made them so, if the caller may still undo it. That is who did it, and admins, for ${undoDays} days.`,
  scope: "leads:write",
  kind: "read",
  input: {
    ids: Field.of(
      "Leads",
      `Ids of the leads, at most ${maxAsked}.`,
      Schema.Array(LeadId).check(Schema.isMaxLength(maxAsked, { expected: `at most ${maxAsked} ids` }))
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

export const operations = [listForInbox, counts, neighbours, undoable] as const
