import { Effect } from "effect"
import { Leads } from "../../layers/Leads.ts"
import { Invalid } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { LeadList } from "../../schema/Lead.ts"
import * as Operation from "../Operation.ts"
import { asked, filters } from "./Leads.ts"

/** `leads.list` for whoever looks at it all day: without what grows with every write of a qualifier. */
export const glance = Operation.make("leads.glance", {
  title: "Glance at leads",
  description:
    "Lists leads as leads.list does, but of each enrichment no more than status, score, verdict and contact, and of each message the beginning.",
  scope: "leads:read",
  kind: "read",
  input: { ...filters, q: Field.optional(Field.text(120)) },
  success: LeadList,
  faults: [Invalid],
  run: Effect.fnUntraced(function* (input) {
    return yield* (yield* Leads).glance(...asked(input))
  })
})

export const operations = [glance] as const
