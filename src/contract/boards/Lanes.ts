import { Schema } from "effect"
import { NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId } from "../../../schema/Id.ts"
import { Lanes } from "../../../schema/Lanes.ts"
import * as Operation from "../Operation.ts"

export const defaultLimit = 20

const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 50 }, { expected: "an integer from 1 to 50" })
)

export const list = Operation.make("boards.lanes", {
  title: "Show a board",
  description:
    "Shows a board: every stage in pipeline order with the count of its deals, the sum of those in the board's currency (others are in other_currencies), and the deals that entered it last. q finds a substring of name or company. For all deals of a stage, list deals with its stageId.",
  http: { method: "GET", path: "/boards/:id/lanes" },
  scope: ["deals:read", "pipeline:read"],
  kind: "read",
  replica: true,
  input: {
    id: BoardId,
    q: Field.query("name or company"),
    limit: Field.of(
      "Limit",
      "Deals of each stage at most.",
      Field.optional(Limit.annotate({ default: defaultLimit }))
    )
  },
  success: Lanes,
  faults: [NotFound]
})

export const operations = [list] as const
