import { BulkResult, changes, dealIds } from "../../../schema/Bulk.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { StageId } from "../../../schema/Id.ts"
import * as Operation from "../Operation.ts"
import { reason } from "./Deals.ts"

const ids = ["01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"]

export const update = Operation.make("deals.bulkUpdate", {
  title: "Update many deals",
  description:
    "Changes up to 200 deals, or none: if one is refused, the error's meta.refused lists which and why. Returns counts.",
  tool: "bulk_update_deals",
  http: { method: "POST", path: "/deals/bulk-update" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  input: { ids: dealIds, ...changes },
  example: { ids, amountPercent: 10 },
  success: BulkResult,
  faults: [NotFound, Invalid]
})

export const move = Operation.make("deals.bulkMove", {
  title: "Move many deals",
  description:
    "Moves up to 200 deals of one board to a stage as move_deal does, or none: if one is refused, the error's meta.refused lists which and why. Returns counts.",
  tool: "bulk_move_deals",
  http: { method: "POST", path: "/deals/bulk-move" },
  scope: "deals:write",
  kind: "write",
  input: {
    ids: dealIds,
    toStageId: Field.of("Stage", "Id of the stage to move them to.", StageId),
    note: reason
  },
  example: { ids, toStageId: "stg_0aB3dE6gH9kL2mN5" },
  success: BulkResult,
  faults: [Forbidden, NotFound, Invalid]
})

export const operations = [update, move] as const
