import { BulkCreated, BulkResult, changes, dealIds, newRecords } from "../../../schema/Bulk.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { StageId } from "../../../schema/Id.ts"
import * as BulkSelection from "../../contract/BulkSelection.ts"
import * as Operation from "../../contract/Operation.ts"
import { choices } from "./DealLists.ts"
import { create as createOne, lostReason, reason } from "./Deals.ts"

const ids = ["01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01"]

const { filter, ...chosen } = BulkSelection.of("deal", choices, '{"stageId":"Proposal","quietDays":30}')

export const update = Operation.make("deals.bulkUpdate", {
  title: "Update many deals",
  description:
    "Sets the owner, labels, amounts or forecast of up to 200 deals, or of none: the error's meta.refused says why. Fires no events. Returns counts.",
  tool: "bulk_update_deals",
  toolNote: "For other fields use update_deal; for stages bulk_move_deals.",
  words: {
    ids: "Ids or names.",
    amountPercent: "10 raises each amount by 10 %, -2.5 lowers it.",
    ownerId: "Id or email."
  },
  http: { method: "POST", path: "/deals/bulk-update" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  ...chosen,
  input: { ids: dealIds, filter, ...changes },
  example: { ids, amountPercent: 10 },
  success: BulkResult,
  faults: [NotFound, Invalid]
})

export const move = Operation.make("deals.bulkMove", {
  title: "Move many deals",
  description:
    "Moves up to 200 deals of one board to a stage, or none: the error's meta.refused says why. Returns counts.",
  tool: "bulk_move_deals",
  toolNote:
    "Dates, events and notes are as with move_deal; for owners, labels and amounts use bulk_update_deals.",
  words: {
    ids: "Ids or names.",
    toStageId: "Id or name.",
    filter: "Instead of ids: filters of list_deals.",
    lostReason: "Reason, if to dead.",
    note: "Note to add to each."
  },
  http: { method: "POST", path: "/deals/bulk-move" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  ...chosen,
  input: {
    ids: dealIds,
    filter,
    toStageId: Field.of("Stage", "Id of the stage to move them to.", StageId),
    lostReason,
    note: reason
  },
  example: { ids, toStageId: "stg_0aB3dE6gH9kL2mN5" },
  success: BulkResult,
  faults: [Forbidden, NotFound, Invalid]
})

const { boardId, ...fields } = createOne.input

export const create = Operation.make("deals.bulkCreate", {
  title: "Create many deals",
  description:
    "Creates up to 200 deals on a board, or none: an error names the deal to fix, such as deals[17].name. Warns of possible duplicates. Fires deal.created for each.",
  tool: "bulk_create_deals",
  toolNote: "Fields are as in create_deal. To also change those that are there, import_deals.",
  words: {
    boardId: "Id or name.",
    ...Object.fromEntries(Object.keys(fields).map((name) => [`deals.${name}`, ""])),
    "deals.stageId": "Id or name.",
    "deals.ownerId": "Id or email."
  },
  http: { method: "POST", path: "/deals/bulk-create", status: 201 },
  scope: "deals:write",
  kind: "write",
  items: { kind: "deal", fields },
  input: { boardId, deals: newRecords("deal", fields) },
  example: {
    boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
    deals: [{ name: "Annual licence", company: "Acme", amountCents: 1_250_000 }, { name: "Pilot" }]
  },
  success: BulkCreated,
  faults: [Forbidden, NotFound, Invalid, Conflict],
  mayWarn: true
})

export const operations = [create, update, move] as const
