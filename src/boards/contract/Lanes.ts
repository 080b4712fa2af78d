import { Schema } from "effect"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, StageId } from "../../../schema/Id.ts"
import { Lanes, LaneSort } from "../../../schema/Lanes.ts"
import * as DealLists from "../../deals/contract/DealLists.ts"
import * as Operation from "../../contract/Operation.ts"

export const defaultLimit = 20

/** The maximum number of deals per stage, and if only one stage is requested. */
export const maxDeals = 50
export const maxWithoutCursor = 500

const between = (maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }, { expected: `an integer from 1 to ${maximum}` }))

const { amountMax, amountMin, label, overdue, ownerId } = DealLists.fields

export const list = Operation.make("boards.lanes", {
  title: "Show a board",
  description:
    "Shows a board: every stage in pipeline order with the count of its deals, the sum of those in the board's currency (others are in other_currencies), and its first deals in the order of sort. With filters it shows the deals that match all of them, and what they come to in matching. For all deals of a stage, list deals with its stageId.",
  http: { method: "GET", path: "/boards/:id/lanes" },
  scope: ["deals:read", "pipeline:read"],
  kind: "read",
  replica: true,
  input: {
    id: BoardId,
    q: Field.query("name or company"),
    ...{ ownerId, label, amountMin, amountMax, overdue },
    staleDays: Field.of(
      "Stale",
      "In their stage for at least this many days.",
      Field.optional(between(3650))
    ),
    sort: Field.of(
      "Order",
      "latest: those that entered the stage last; oldest: first; amount: highest first; nextStep: soonest due first.",
      Field.optional(LaneSort.annotate({ default: "latest" }))
    ),
    stageId: Field.of("Stage", "Id of the only stage to show.", Field.optional(StageId)),
    limit: Field.of(
      "Limit",
      `Deals of each stage at most: up to ${maxDeals}, or up to ${maxWithoutCursor} with stageId.`,
      Field.optional(between(maxWithoutCursor).annotate({ default: defaultLimit }))
    )
  },
  success: Lanes,
  faults: [Invalid, NotFound]
})

export const operations = [list] as const
