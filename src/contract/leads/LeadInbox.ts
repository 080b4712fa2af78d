import { Schema } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadList } from "../../../schema/Lead.ts"
import * as Operation from "../Operation.ts"
import { filters, query } from "./Leads.ts"

/** `leads.list` for whoever looks at it all day: without what grows with every write of a qualifier. */
export const glance = Operation.make("leads.glance", {
  title: "Glance at leads",
  description:
    "Lists leads as leads.list does, but of each enrichment no more than status, score, verdict and contact, and of each message the beginning.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: query },
  success: LeadList,
  faults: [Invalid]
})

/** Past this many nobody cares how many more there are. */
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

export const operations = [glance, suspects] as const
