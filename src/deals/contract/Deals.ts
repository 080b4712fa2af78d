import { Deal, Deleted, editable, Name } from "../../../schema/Deal.ts"
import { inputs } from "../../../schema/DealFields.ts"
import { DealDetails, Part, ToldDeal, toTold } from "../../../schema/DealDetails.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, DealId, StageId } from "../../../schema/Id.ts"
import * as Include from "../../../schema/Include.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("deals.get", {
  title: "Get a deal",
  description: "Reads a deal with all its fields; include adds parts, ten items each, newest first.",
  tool: "get_deal",
  http: { method: "GET", path: "/deals/:id" },
  scope: "deals:read",
  kind: "read",
  also: [{ scope: "leads:read", where: "to include the lead", asks: Include.asks("lead") }],
  input: {
    id: DealId,
    ...Include.parameters("Adds parts.", Part.literals)
  },
  success: DealDetails,
  resource: Deal,
  words: {
    id: "Id or name.",
    include: "notes; activity: who changed what, before and after; lead: the one it came from.",
    limit: "Of each part; default 10.",
    cursor: "nextCursor of the one part in include."
  },
  toolNote: "Without include, notes and history are left out. To find one use search_deals.",
  compact: { row: ToldDeal, of: toTold },
  faults: [NotFound, Invalid]
})

/** Tool descriptions of a deal's fields. */
const words = {
  amountCents: "Minor units: 1250000 is $12,500.00, 500000 is ¥500,000.",
  amount: 'Instead of amountCents, decimals: "12500.00".',
  primaryContactName: "Full name.",
  primaryContactTitle: "Job title.",
  primaryContactEmail: "Email.",
  primaryContactPhone: "Phone.",
  primaryContactLinkedin: "LinkedIn URL.",
  keyTerms: "Terms agreed.",
  externalId: "Its id in another system.",
  nextStep: "To do next.",
  nextStepAt: "Due day (UTC) or time.",
  expectedCloseAt: "Day (UTC) or time.",
  forecastCategory: "Default by stage.",
  lostReason: "Reason for the loss."
}

/** In the update tool, fields have no description: they are those of a new deal. */
const asInCreate = Object.fromEntries(["name", ...Object.keys(editable)].map((name) => [name, ""]))

export const create = Operation.make("deals.create", {
  title: "Create a deal",
  description: "Creates a deal on a board; warns of possible duplicates. Fires deal.created.",
  tool: "create_deal",
  toolNote: "To check that there is none yet, use search_deals; to make one of a lead, promote_lead.",
  words: {
    ...words,
    amountCents: `${words.amountCents} Default the board's.`,
    stageId: "Id or name; default the earliest.",
    ownerId: "Id or email; default you.",
    labels: "Tags."
  },
  http: { method: "POST", path: "/deals", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: {
    boardId: BoardId,
    name: Name,
    ...editable,
    amountCents: Field.of(
      "Amount",
      `Value of the deal; the board's default if left out. ${Field.minorUnits}`,
      editable.amountCents
    ),
    stageId: Field.of("Stage", "Id of a stage of the board; its earliest if left out.", editable.stageId),
    ownerId: Field.of("Owner", "Id of the member who owns it; the caller if left out.", editable.ownerId)
  },
  example: {
    boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
    name: "Annual licence",
    company: "Acme",
    amountCents: 1_250_000,
    labels: ["inbound"]
  },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid, Conflict],
  mayWarn: true
})

export const update = Operation.make("deals.update", {
  title: "Update a deal",
  description:
    "Changes the sent fields of a deal; null (in a tool: clear) empties one. Fires no event. stageId here only corrects the stage, without dates; warns if stage and dates disagree.",
  tool: "update_deal",
  words: {
    ...asInCreate,
    id: "Id or name.",
    stageId: "Id or name.",
    ownerId: "Id or email.",
    labels: "Replace all labels."
  },
  toolNote:
    "Fields are as in create_deal. To move a deal use move_deal; to add labels or change many, bulk_update_deals.",
  http: { method: "PATCH", path: "/deals/:id" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  clears: "fields",
  input: { id: DealId, name: inputs.name, ...editable },
  example: { amountCents: 1_500_000, keyTerms: "Net 30" },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid, Conflict],
  mayWarn: true
})

export const remove = Operation.make("deals.delete", {
  title: "Delete a deal",
  description:
    "Deletes a deal. It disappears from all answers at once, and is purged with its notes after 30 days; until then it can be restored.",
  tool: "delete_deal",
  words: { id: "Id or name." },
  toolNote: "For a deal that was lost use move_deal.",
  http: { method: "DELETE", path: "/deals/:id" },
  scope: "deals:write",
  kind: "delete",
  final: () => "delete a deal",
  input: { id: DealId },
  success: Deleted,
  faults: [NotFound]
})

/** The note that a move adds. It can't be blank. */
export const reason = Field.of(
  "Note",
  "Note to add to it, such as the reason.",
  Field.optional(Field.name(20_000))
)

export const lostReason = Field.of(
  "Lost because",
  "Reason for the loss, if it moves to the dead stage.",
  Field.optional(Field.name(Field.maxLineLength))
)

export const move = Operation.make("deals.move", {
  title: "Move a deal",
  description:
    "Moves a deal to another stage of its board and sets its dates: commitmentAt (at the anchor stage, once), wonAt or deadAt (cleared when it leaves that stage). Fires deal.stage_changed, and deal.won if it is won. To its current stage, only adds the note and lostReason; warns if dates are missing, or a lost deal has no lostReason.",
  tool: "move_deal",
  toolNote: "For several use bulk_move_deals; to correct a stage, update_deal.",
  destructive: true,
  words: {
    id: "Id or name.",
    toStageId: "Id or name.",
    lostReason: "Reason, if to dead: ask for it.",
    note: "Note to add."
  },
  http: { method: "POST", path: "/deals/:id/move" },
  scope: "deals:write",
  kind: "write",
  input: {
    id: DealId,
    toStageId: Field.of("Stage", "Id of the stage to move it to.", StageId),
    lostReason,
    note: reason
  },
  example: { toStageId: "stg_0aB3dE6gH9kL2mN5", note: "Signed today." },
  success: Deal,
  mayWarn: true,
  faults: [Forbidden, NotFound, Invalid]
})

export const operations = [get, create, update, remove, move] as const
