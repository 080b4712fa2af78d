import { NotFound } from "../../../schema/Fault.ts"
import { DealId } from "../../../schema/Id.ts"
import { Neighbours } from "../../../schema/Neighbours.ts"
import * as Operation from "../Operation.ts"

/** For the page of a deal, which leads on to those beside it. */
export const neighbours = Operation.make("deals.neighbours", {
  title: "Find the deals beside one",
  description: "The deals before and after one in the order of its board.",
  scope: "deals:read",
  kind: "read",
  input: { id: DealId },
  success: Neighbours,
  faults: [NotFound]
})

export const onPages = [neighbours] as const
