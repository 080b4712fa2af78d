import { Effect, type Result, Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { ManyDeals } from "../../../layers/deals/ManyDeals.ts"
import { Actor, label } from "../../../layers/identity/Actor.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { Ids } from "../../../layers/platform/Ids.ts"
import { now } from "../../../layers/platform/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { Board } from "../../../schema/Board.ts"
import type { Deal } from "../../../schema/Deal.ts"
import { Forbidden } from "../../../schema/Fault.ts"
import { BoardId, DealId } from "../../../schema/Id.ts"
import { DealRow } from "../../../schema/Import.ts"
import type { Note } from "../../../schema/Note.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import type * as Contract from "../../contract/imports/Imports.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as Amount from "../../domain/deals/Amount.ts"
import * as DealEdit from "../../domain/deals/DealEdit.ts"
import * as StageEntry from "../../domain/deals/StageEntry.ts"
import * as ImportedDeal from "../../domain/imports/ImportedDeal.ts"
import type { DealEvent } from "../../domain/webhooks/Event.ts"
import * as Activity from "../deals/Activity.ts"
import { stageOf } from "../deals/Deals.ts"
import * as OpenDeal from "../deals/OpenDeal.ts"
import { ownersNamed } from "./Owners.ts"
import * as Rows from "./Rows.ts"

const decode = Rows.decoder(DealRow)

type Row = Result.Result.Success<ReturnType<typeof decode>>

interface Place {
  readonly board: Board
  readonly stages: ReadonlyArray<BoardStage>
}

/** A deal before the batch, and after the rows so far. */
interface Kept {
  readonly before: Deal | null
  after: Deal
}

/** The stage that a row means; undefined if it leaves the stage as it is. */
const stageFor = ({ stages }: Place, row: Row) => {
  if (row.stageId !== undefined) return stageOf("stageId", stages, row.stageId)
  const stage = ImportedDeal.stageOf(stages, row)
  if (stage !== "unknown") return Effect.succeed(stage)
  const names = Rows.listed(stages.map(({ name }) => name))
  return Effect.fail(
    Rows.invalid("stage", `${JSON.stringify(row.stage)} is no stage of the board. Its stages: ${names}.`)
  )
}

/** How many more deals the plan lets be open, taken one by one. */
const openings = Effect.gen(function* () {
  const { workspace } = yield* Actor
  const limits = yield* PlanLimits
  let left: number | undefined
  return Effect.fnUntraced(function* (from: Deal["stage"] | null, to: Deal["stage"]) {
    const isOpen = (stage: Deal["stage"] | null) =>
      stage !== null && StageEntry.status(stage.region) === "open"
    if (!isOpen(to) || isOpen(from)) return
    left ??= yield* limits.room(workspace.plan, "active_deals")
    if (left < 1) {
      const message = `The ${workspace.plan} plan has no room for another open deal. Win, lose or delete an open one, or move to a larger plan, then import the row again.`
      return yield* new Forbidden({ code: "plan_limit_exceeded", message, meta: { limit: "active_deals" } })
    }
    left -= 1
  })
})

/** The deals that have the rows' ids, locked. */
const known = Effect.fnUntraced(function* (rows: Operation.Input<typeof Contract.deals>["rows"]) {
  const sent = Rows.externalIdsOf(rows)
  const holders = yield* (yield* ExternalIds).holders("deal", sent)
  const ids = new Set([...holders.map(({ id }) => DealId.make(id)), ...sent.filter(Schema.is(DealId))])
  const locked = ids.size === 0 ? [] : yield* (yield* ManyDeals).lock([...ids])
  const kept = locked.map((deal): Kept => ({ before: deal, after: deal }))
  // A deal goes by its id here, too, as in the file of the list; an external id that looks so comes first.
  return new Map<string, Kept>([
    ...kept.map((one) => [one.after.id as string, one] as const),
    ...kept.flatMap((one) => (one.after.externalId === null ? [] : [[one.after.externalId, one] as const]))
  ])
})

/** What the row says of a deal, in the currency of its board. */
const settled = ({ board }: Place, row: Row) => {
  const { amount, amountCents, currency = board.currency, externalId, ...rest } = row
  if (currency !== board.currency)
    return Effect.fail(
      Rows.invalid(
        "currency",
        `is ${currency}, and the board ${board.name} is in ${board.currency}: import the row to a board in ${currency}, or convert its amount.`
      )
    )
  const sent = { ...(amount !== undefined && { amount }), ...(amountCents !== undefined && { amountCents }) }
  return Effect.map(Effect.fromResult(Amount.settle(sent, board.currency)), (cents) => ({
    ...rest,
    ...cents,
    externalId
  }))
}

/** When a deal that is won or lost was; other systems keep an expected date there as long as it is open. */
const closingOf = ({ closedAt }: Row, { stage }: Deal) =>
  closedAt === undefined || StageEntry.status(stage.region) === "open"
    ? Effect.undefined
    : Rows.past("closedAt", closedAt)

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
  const placeOf = Rows.once((id: string) => boards.withStages(BoardId.make(id)))
  // Before any row, so that an unknown board fails the batch.
  const byDefault = boardId === undefined ? undefined : (yield* placeOf(boardId)).board.id
  const boardOf = yield* Rows.boardNamed
  const ownerOf = yield* ownersNamed
  const admit = yield* openings
  const deals = yield* known(rows)
  const notes: Array<Note> = []
  const events: Array<DealEvent> = []

  const create = Effect.fnUntraced(function* (row: Row, named: BoardId | undefined) {
    const place = yield* placeOf(named ?? byDefault ?? (yield* boards.first).id)
    const { name } = row
    if (name === undefined) return yield* Rows.invalid("name", "is missing: a new deal needs one.")
    const sent = { ...(yield* settled(place, row)), name }
    const stage =
      (yield* stageFor(place, row)) ??
      (yield* OpenDeal.firstStage(
        place.stages,
        "The board has no open stage for a new deal. Add stages first."
      ))
    const owner = (yield* ownerOf(row)) ?? user
    const createdAt = row.createdAt === undefined ? undefined : yield* Rows.past("createdAt", row.createdAt)
    const id = DealId.make(yield* ids.uuid)
    const made = DealEdit.create(place.board, sent, stage, owner, id, at)
    const deal = ImportedDeal.closed(ImportedDeal.aged(made, createdAt), yield* closingOf(row, made))
    yield* admit(null, deal.stage)
    notes.push(...(yield* Activity.created(deal)))
    events.push({ type: "deal.created", deal, by, at })
    deals.set(row.externalId, { before: null, after: deal })
    return { outcome: "created" as const, id }
  })

  const update = Effect.fnUntraced(function* (row: Row, named: BoardId | undefined, kept: Kept) {
    const old = kept.after
    if (named !== undefined && named !== old.boardId)
      return yield* Rows.invalid(
        "board",
        "is not the deal's: a deal stays on its board. Leave the board out."
      )
    const place = yield* placeOf(old.boardId)
    const sent = yield* settled(place, row)
    const edit = row.externalId === old.id ? { ...sent, externalId: old.externalId } : sent
    const stage = yield* stageFor(place, row)
    const owner = yield* ownerOf(row)
    const edited = DealEdit.apply(old, edit, undefined, owner, at)
    const moved =
      stage === undefined || stage.id === old.stage.id ? edited : StageEntry.enter(edited, stage, at)
    const deal = ImportedDeal.closed(moved, yield* closingOf(row, moved))
    const { stage: move, ...changes } = DealEdit.changes(old, deal)
    if (move === undefined && Object.keys(changes).length === 0 && ImportedDeal.hasSameDates(old, deal))
      return { outcome: "unchanged" as const, id: old.id }
    yield* admit(old.stage, deal.stage)
    if (Object.keys(changes).length > 0) notes.push(...(yield* Activity.updated(deal, changes)))
    if (move !== undefined) {
      notes.push(...(yield* Activity.moved(deal, old.stage)))
      events.push(...StageEntry.events(old, deal, by, at))
    }
    kept.after = deal
    return { outcome: "updated" as const, id: deal.id }
  })

  const imported = yield* Rows.each(rows, (sent) =>
    Effect.gen(function* () {
      const row = yield* Effect.fromResult(decode(sent))
      const named = yield* boardOf(row)
      const kept = deals.get(row.externalId)
      return yield* kept === undefined ? create(row, named) : update(row, named, kept)
    })
  )
  yield* many.import([...new Set(deals.values())], notes)
  if (announce) yield* (yield* Outbox).append(events)
  return imported
})
