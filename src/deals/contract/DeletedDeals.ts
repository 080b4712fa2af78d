import { Deal } from "../../../schema/Deal.ts"
import { DeletedDealList } from "../../../schema/DeletedDeal.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

export const restore = Operation.make("deals.restore", {
  title: "Restore a deal",
  description:
    "Brings a deal back that was deleted in the last 30 days, as it was: stage, dates, notes. Needs room for an open deal in the plan. A deal that is not deleted stays as it is. Fires no event.",
  tool: "restore_deal",
  words: { id: "Id, as in changes_since." },
  http: { method: "POST", path: "/deals/:id/restore" },
  scope: "deals:write",
  kind: "write",
  idempotent: true,
  input: { id: DealId },
  success: Deal,
  faults: [Forbidden, NotFound, Conflict]
})

/** Used by the page that restores deals. No other operation returns deleted deals. */
export const list = Operation.make("deals.deleted", {
  title: "List deleted deals",
  description: "Lists deals that were deleted in the last 30 days, the latest first.",
  scope: "deals:write",
  kind: "read",
  replica: true,
  input: { ...Page.parameters, id: Field.of("Deal", "Only this deal.", Field.optional(DealId)) },
  success: DeletedDealList,
  faults: [Invalid]
})

export const operations = [restore] as const

export const onPages = [list] as const
