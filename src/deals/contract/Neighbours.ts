import { Invalid, NotFound } from "../../../schema/Fault.ts"
import { DealId } from "../../../schema/Id.ts"
import { Neighbours } from "../../../schema/Neighbours.ts"
import * as Lanes from "../../boards/contract/Lanes.ts"
import * as Operation from "../../contract/Operation.ts"
import * as DealLists from "./DealLists.ts"

const { id: _, limit: __, stageId: ___, ...onBoard } = Lanes.list.input

/** Used by the deal's page for the links to the previous and next deal. */
export const neighbours = Operation.make("deals.neighbours", {
  title: "Find the deals beside one",
  description:
    "The deals before and after one in the order of its board: stage by stage, those that match, as boards.lanes shows them.",
  scope: "deals:read",
  kind: "read",
  input: { ...onBoard, id: DealId },
  success: Neighbours,
  faults: [Invalid, NotFound]
})

const { cursor: ____, limit: _____, ...inList } = DealLists.list.input

/** Like `neighbours`, for a deal that was opened from a list. */
export const listed = Operation.make("deals.listedBeside", {
  title: "Find the deals beside one in a list",
  description:
    "The deals of a list before and after one, which need not be in it any more: where it was is enough.",
  scope: "deals:read",
  kind: "read",
  input: { ...inList, id: DealId },
  success: Neighbours,
  faults: [Invalid, NotFound]
})

export const onPages = [neighbours, listed] as const
