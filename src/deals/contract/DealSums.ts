import { DealSums, maxDeals } from "../../../schema/DealSums.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Operation from "../../contract/Operation.ts"
import { choices } from "./DealLists.ts"

/** Used by the page of deals for the totals of all matching deals. */
export const sums = Operation.make("deals.sums", {
  title: "Add up deals",
  description: `Counts the deals that deals.list finds, and adds up their amounts, up to ${maxDeals} deals.`,
  scope: "deals:read",
  kind: "read",
  replica: true,
  input: choices,
  success: DealSums,
  faults: [Invalid]
})

export const onPages = [sums] as const
