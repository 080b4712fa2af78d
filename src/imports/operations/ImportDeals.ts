import { Effect, type Result, Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { Board } from "../../../schema/Board.ts"
import type { Deal } from "../../../schema/Deal.ts"
import { Forbidden } from "../../../schema/Fault.ts"
import { type BoardId, DealId } from "../../../schema/Id.ts"
import { DealRow } from "../../../schema/Import.ts"
import type { Note } from "../../../schema/Note.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import type * as Contract from "../contract/Imports.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as Amount from "../../deals/rules/Amount.ts"
import * as DealEdit from "../../deals/rules/DealEdit.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"
import * as ImportedDeal from "../rules/ImportedDeal.ts"
import type { DealEvent } from "../../webhooks/rules/Event.ts"
import * as Activity from "../../deals/operations/Activity.ts"
import { stageOf } from "../../deals/operations/Deals.ts"
import * as OpenDeal from "../../deals/operations/OpenDeal.ts"
import { importRows } from "./ImportRows.ts"
import { makeOwnerFinder } from "./Owners.ts"
import * as Rows from "./Rows.ts"

const decode = Rows.decoder(DealRow)

type Row = Result.Result.Success<ReturnType<typeof decode>>

interface BoardWithStages {
  readonly board: Board
  readonly stages: ReadonlyArray<BoardStage>
}

/** The stage named in a row; undefined if the row doesn't change the stage. */
const findStage = ({ stages }: BoardWithStages, row: Row) => {
  if (row.stageId !== undefined) return stageOf("stageId", stages, row.stageId)
  const stage = ImportedDeal.stageOf(stages, row)
  if (stage !== "unknown") return Effect.succeed(stage)
  const names = Rows.joinNames(stages.map(({ name }) => name))
  return Effect.fail(
    Rows.invalid("stage", `${JSON.stringify(row.stage)} is no stage of the board. Its stages: ${names}.`)
  )
}

const isOpen = ({ region }: Deal["stage"]) => StageEntry.status(region) === "open"

/** Creates a check that counts newly open deals, and fails above the plan limit. */
const makeOpenDealLimit = Effect.gen(function* () {
  const { workspace } = yield* Actor
  const limits = yield* PlanLimits
  let left: number | undefined
  return Effect.fnUntraced(function* (from: Deal["stage"] | null, to: Deal["stage"]) {
    if (!isOpen(to) || (from !== null && isOpen(from))) return
    left ??= yield* limits.room(workspace.plan, "active_deals")
    if (left < 1) {
      const message = `The ${workspace.plan} plan has no room for another open deal. Win, lose or delete an open one, or move to a larger plan, then import the row again.`
      return yield* new Forbidden({ code: "plan_limit_exceeded", message, meta: { limit: "active_deals" } })
    }
    left -= 1
  })
})

/** The fields of a row, with the amount in minor units of the board's currency. */
const fieldsOf = Effect.fnUntraced(function* (board: Board, row: Row) {
  const { amount, amountCents, currency = board.currency, ...fields } = row
  if (currency !== board.currency)
    return yield* Rows.invalid(
      "currency",
      `is ${currency}, and the board ${board.name} is in ${board.currency}: import the row to a board in ${currency}, or convert its amount.`
    )
  const sent = { ...(amount !== undefined && { amount }), ...(amountCents !== undefined && { amountCents }) }
  return { ...fields, ...(yield* Effect.fromResult(Amount.settle(sent, board.currency))) }
})

/** Sets a closed deal's closing time. For open deals, other systems have the expected date in this column. */
const withClosedAt = Effect.fnUntraced(function* (deal: Deal, { closedAt }: Row) {
  if (closedAt === undefined || isOpen(deal.stage)) return deal
  return ImportedDeal.withClosedAt(deal, yield* Rows.parsePastTime("closedAt", closedAt))
})

export const run = Effect.fnUntraced(function* ({
  announce = false,
  boardId,
  rows
}: Operation.Input<typeof Contract.deals>) {
  const boards = yield* Boards
  const many = yield* ManyDeals
  const { user } = yield* Actor
  const by = label(yield* Actor)
  const ids = yield* Ids
  const at = yield* now
  const findBoard = Rows.cacheByKey((id: BoardId) => boards.withStages(id))
  const findOwner = yield* makeOwnerFinder
  const checkOpenDealLimit = yield* makeOpenDealLimit
  const notes: Array<Note> = []
  const events: Array<DealEvent> = []

  const create = Effect.fnUntraced(function* (row: Row, { board, stages }: BoardWithStages) {
    const { name } = row
    if (name === undefined) return yield* Rows.invalid("name", "is missing: a new deal needs one.")
    const fields = { ...(yield* fieldsOf(board, row)), name }
    const stage =
      (yield* findStage({ board, stages }, row)) ??
      (yield* OpenDeal.firstStage(stages, "The board has no open stage for a new deal. Add stages first."))
    const owner = (yield* findOwner(row)) ?? user
    const createdAt = row.createdAt === undefined ? at : yield* Rows.parsePastTime("createdAt", row.createdAt)
    const id = DealId.make(yield* ids.uuid)
    const draft = DealEdit.create(board, fields, stage, owner, id, at)
    const deal = yield* withClosedAt({ ...draft, createdAt }, row)
    yield* checkOpenDealLimit(null, deal.stage)
    notes.push(...(yield* Activity.created(deal)))
    events.push({ type: "deal.created", deal, by, at })
    return deal
  })

  const update = Effect.fnUntraced(function* (row: Row, old: Deal) {
    const { board, stages } = yield* findBoard(old.boardId)
    const fields = yield* fieldsOf(board, row)
    // A row may name a deal by its own id, or by the external id of one that was merged into it.
    const edit = { ...fields, externalId: old.externalId }
    const stage = yield* findStage({ board, stages }, row)
    const owner = yield* findOwner(row)
    const edited = DealEdit.apply(old, edit, undefined, owner, at)
    const moved =
      stage === undefined || stage.id === old.stage.id ? edited : StageEntry.enter(edited, stage, at)
    const deal = yield* withClosedAt(moved, row)
    const { stage: move, ...changes } = DealEdit.changes(old, deal)
    const hasChanges = Object.keys(changes).length > 0
    if (move === undefined && !hasChanges && ImportedDeal.hasSameDates(old, deal)) return old
    yield* checkOpenDealLimit(old.stage, deal.stage)
    if (hasChanges) notes.push(...(yield* Activity.updated(deal, changes)))
    if (move !== undefined) {
      notes.push(...(yield* Activity.moved(deal, old.stage)))
      events.push(...StageEntry.events(old, deal, by, at))
    }
    return deal
  })

  const { changes, imported } = yield* importRows({
    ...{ kind: "deal", rows, boardId, decode, findBoard, create, update },
    isId: Schema.is(DealId),
    lock: many.lock,
    idsOf: (deal: Deal) => deal
  })
  yield* many.import(changes, notes)
  if (announce) yield* (yield* Outbox).append(events)
  return imported
})
