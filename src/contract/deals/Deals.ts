import { Deal, Deleted, editable, Name } from "../../../schema/Deal.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, DealId, StageId } from "../../../schema/Id.ts"
import { ContentText } from "../../../schema/Note.ts"
import * as Operation from "../Operation.ts"

export const get = Operation.make("deals.get", {
  title: "Get a deal",
  description: "Reads one deal with its stage, owner and primary contact.",
  tool: "get_deal",
  toolNote: "To find its id use search_deals.",
  http: { method: "GET", path: "/deals/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: DealId },
  success: Deal,
  faults: [NotFound]
})

export const create = Operation.make("deals.create", {
  title: "Create a deal",
  description:
    "Creates a deal on a board. If left out, the stage is the earliest, the owner the caller, and the amount the board's default. Fires deal.created.",
  tool: "create_deal",
  http: { method: "POST", path: "/deals", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: {
    boardId: BoardId,
    name: Name,
    ...editable,
    amountCents: Field.of(
      "Amount",
      `What it is worth; the board's default if left out. ${Field.minorUnits}`,
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
  faults: [Forbidden, NotFound, Invalid, Conflict]
})

export const update = Operation.make("deals.update", {
  title: "Update a deal",
  description:
    "Changes fields of a deal; only sent fields change (over REST null clears one, a tool has clear). A stageId here only corrects the stage, without dates or events; do not use it to move a deal, above all into or out of won or dead. The answer warns if stage and dates disagree.",
  tool: "update_deal",
  toolNote: "Use move_deal to move, and act on warnings.",
  http: { method: "PATCH", path: "/deals/:id" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  clears: "fields",
  input: { id: DealId, name: Field.optional(Name), ...editable },
  example: { amountCents: 1_500_000, keyTerms: "Net 30" },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid],
  mayWarn: true
})

export const remove = Operation.make("deals.delete", {
  title: "Delete a deal",
  description:
    "Deletes a deal. It disappears from all answers at once, and is purged with its notes after 30 days.",
  http: { method: "DELETE", path: "/deals/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: DealId },
  success: Deleted,
  faults: [NotFound]
})

/** The note that goes with a move. */
export const reason = Field.of("Note", "Note to add to it, such as the reason.", Field.optional(ContentText))

export const move = Operation.make("deals.move", {
  title: "Move a deal",
  description:
    "Moves a deal to another stage of its board and sets the dates of that stage (commitmentAt, wonAt, deadAt). Fires deal.stage_changed, and deal.won if it is won. Moving to its current stage adds the note alone; the answer warns if its dates are missing.",
  tool: "move_deal",
  http: { method: "POST", path: "/deals/:id/move" },
  scope: "deals:write",
  kind: "write",
  input: {
    id: DealId,
    toStageId: Field.of("Stage", "Id of the stage to move it to.", StageId),
    note: reason
  },
  example: { toStageId: "stg_0aB3dE6gH9kL2mN5", note: "Signed today." },
  success: Deal,
  mayWarn: true,
  faults: [Forbidden, NotFound, Invalid]
})

export const operations = [get, create, update, remove, move] as const
