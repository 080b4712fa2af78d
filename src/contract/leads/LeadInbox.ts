import { Schema } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { LeadList } from "../../../schema/Lead.ts"
import * as Operation from "../Operation.ts"
import { filters, query } from "./Leads.ts"

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

export const operations = [glance, suspects] as const
