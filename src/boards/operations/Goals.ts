import { Effect } from "effect"
import { BoardGoals } from "../../../layers/boards/BoardGoals.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { By } from "../../../schema/Forecast.ts"
import type { Figures } from "../../../schema/Goals.ts"
import type { BoardId, UserId } from "../../../schema/Id.ts"
import * as OpenDeal from "../../deals/operations/OpenDeal.ts"
import type * as Implementation from "../../Implementation.ts"
import type * as Contract from "../contract/Goals.ts"
import * as StoredGoals from "../rules/StoredGoals.ts"

interface Goal {
  readonly period: By | undefined
  readonly ownerId: UserId | undefined
  /** Figures that are left out stay. */
  readonly figures: Partial<Figures>
}

const none: Figures = { proposals: null, deals_won: null, deal_value: null }

const tooManyGoals = Invalid.at(
  "invalid_body",
  "ownerId",
  `would be more than ${StoredGoals.maxGoals} goals of quarters and owners on this board. Remove one first: set its three figures to null`
)

/** Changes the goals of one period and owner, and returns all of the board. */
const change = Effect.fnUntraced(function* (id: BoardId, { figures, ownerId, period = "month" }: Goal) {
  const { currency } = yield* (yield* Boards).lock(id)
  const boardGoals = yield* BoardGoals
  const { monthly, others } = yield* boardGoals.find(id)
  if (period === "month" && ownerId === undefined) {
    const after = { ...monthly, ...figures }
    yield* boardGoals.setMonthly(id, monthly, after)
    return { currency, goals: StoredGoals.toGoals(after, others) }
  }
  const key = StoredGoals.keyOf(period, ownerId)
  const goals = { ...none, ...others[key], ...figures }
  if (ownerId !== undefined && StoredGoals.hasFigure(goals))
    yield* OpenDeal.ownerOf("ownerId", ownerId, "Choose from the members (list_members, GET /v1/members).")
  const after = StoredGoals.put(others, key, goals)
  if (Object.keys(after).length > StoredGoals.maxGoals) return yield* tooManyGoals
  yield* boardGoals.setOthers(id, others, after)
  return { currency, goals: StoredGoals.toGoals(monthly, after) }
})

export const implementations = {
  "boards.goals": Effect.fnUntraced(function* ({ id }) {
    const { monthly, others } = yield* (yield* BoardGoals).find(id)
    return StoredGoals.toGoals(monthly, others)
  }),
  "boards.setGoals": Effect.fnUntraced(function* ({ id, ownerId, period, ...figures }) {
    return (yield* change(id, { ownerId, period, figures })).goals
  }),
  "boards.editGoals": Effect.fnUntraced(function* ({ boardId, ownerId, period, ...figures }) {
    const { currency, goals } = yield* change(boardId, { ownerId, period, figures })
    return { ...goals, currency }
  })
} satisfies Implementation.Of<typeof Contract.operations>
