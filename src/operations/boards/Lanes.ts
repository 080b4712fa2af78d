import { Effect } from "effect"
import { Lanes as Repository } from "../../../layers/boards/Lanes.ts"
import { Reports } from "../../../layers/reports/Reports.ts"
import * as Contract from "../../contract/boards/Lanes.ts"
import * as BoardLanes from "../../domain/boards/BoardLanes.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "boards.lanes": Effect.fnUntraced(function* ({ id, limit = Contract.defaultLimit, q = "" }) {
    const wanted = q.trim() === "" ? undefined : q
    const asked = [(yield* Reports).board(id), (yield* Repository).latest(id, wanted, limit + 1)] as const
    const [board, deals] = yield* Effect.all(asked, { concurrency: 2 })
    return BoardLanes.make(board, deals, limit)
  })
} satisfies Implementation.Of<typeof Contract.operations>
