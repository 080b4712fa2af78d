import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { Board } from "../../../schema/Board.ts"
import { BoardId, StageId } from "../../../schema/Id.ts"
import type { StageEdit } from "../../../schema/Stage.ts"
import type * as Contract from "../contract/Boards.ts"
import * as BoardColor from "../rules/BoardColor.ts"
import * as BoardCurrency from "../rules/BoardCurrency.ts"
import * as StagePlan from "../rules/StagePlan.ts"
import type * as Implementation from "../../Implementation.ts"

const newStageId = Effect.gen(function* () {
  const ids = yield* Ids
  return StageId.make(`stg_${yield* ids.token(16)}`)
})

interface NewStages {
  readonly stages: ReadonlyArray<StageEdit>
  readonly moveDealsTo?: Readonly<Record<string, StageId>>
}

const replaceStages = Effect.fnUntraced(function* (
  id: BoardId,
  { moveDealsTo = {}, stages: edits }: NewStages
) {
  const repository = yield* Stages
  yield* (yield* Boards).lock(id)
  const before = yield* repository.lock(id)
  const newIds = yield* Effect.forEach(edits, () => newStageId)
  const plan = yield* Effect.fromResult(StagePlan.replace(before, edits, newIds))
  const occupied = yield* repository.occupied(
    id,
    plan.removed.map((stage) => stage.id)
  )
  const moves = yield* Effect.fromResult(StagePlan.moves(plan, occupied, moveDealsTo))
  yield* repository.replace(id, plan.stages, moves)
  return plan.stages
})

export const implementations = {
  "boards.list": Effect.fnUntraced(function* (page) {
    return yield* (yield* Boards).list(page)
  }),
  "boards.names": Effect.fnUntraced(function* () {
    return yield* (yield* Boards).names
  }),
  "boards.create": Effect.fnUntraced(function* ({ currency = "USD", name }) {
    const boards = yield* Boards
    const { workspace } = yield* Actor
    yield* (yield* PlanLimits).admit(workspace.plan, "boards")
    const board: Board = {
      id: BoardId.make(yield* (yield* Ids).uuid),
      teamId: yield* boards.team,
      name,
      currency,
      defaultDealAmountCents: 0,
      createdAt: yield* now
    }
    yield* boards.insert(board, BoardColor.of(board.id))
    const drafts = yield* Effect.forEach(StagePlan.defaults, (draft) =>
      Effect.map(newStageId, (id) => ({ ...draft, id }))
    )
    yield* (yield* Stages).insert(board.id, StagePlan.arrange(drafts))
    return board
  }),
  "boards.get": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Boards).find(id)
  }),
  "boards.update": {
    warns: ({ currency }, board) => (currency === undefined ? undefined : BoardCurrency.warning(board)),
    run: Effect.fnUntraced(function* ({ id, ...edit }) {
      return yield* (yield* Boards).update(id, edit)
    })
  },
  "boards.stages": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Stages).of(id)
  }),
  "boards.replaceStages": ({ id, ...sent }) => replaceStages(id, sent),
  "boards.editStages": ({ boardId, ...sent }) =>
    Effect.map(replaceStages(boardId, sent), (data) => ({ data }))
} satisfies Implementation.Of<typeof Contract.operations | typeof Contract.onPages>
