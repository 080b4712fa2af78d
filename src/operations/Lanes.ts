import { Effect, Schema } from "effect"
import { Lanes as Repository } from "../../layers/Lanes.ts"
import { Reports } from "../../layers/Reports.ts"
import { NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId } from "../../schema/Id.ts"
import { Lanes } from "../../schema/Lanes.ts"
import * as BoardLanes from "../domain/BoardLanes.ts"
import * as Operation from "../Operation.ts"

const defaultLimit = 20

const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 50 }, { expected: "an integer from 1 to 50" })
)

export const list = Operation.make("boards.lanes", {
  title: "Show a board",
  description:
    "Shows a board as people look at it: every stage in pipeline order with the count and the sum of its deals, and the deals that entered it last. q finds a substring of name or company. For all deals of a stage, list them with its stageId.",
  http: { method: "GET", path: "/boards/:id/lanes" },
  scope: ["deals:read", "pipeline:read"],
  kind: "read",
  input: {
    id: BoardId,
    q: Field.optional(Field.text(120)),
    limit: Field.optional(Limit.annotate({ default: defaultLimit, description: "Deals of each stage." }))
  },
  success: Lanes,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id, limit = defaultLimit, q = "" }) {
    const wanted = q.trim() === "" ? undefined : q
    const asked = [(yield* Reports).board(id), (yield* Repository).latest(id, wanted, limit + 1)] as const
    const [board, deals] = yield* Effect.all(asked, { concurrency: 2 })
    return BoardLanes.make(board, deals, limit)
  })
})

export const operations = [list] as const
