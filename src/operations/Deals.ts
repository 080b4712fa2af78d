import { Effect } from "effect"
import { Actor, label } from "../../layers/Actor.ts"
import { Boards } from "../../layers/Boards.ts"
import { Deals } from "../../layers/Deals.ts"
import { Ids } from "../../layers/Ids.ts"
import { Members } from "../../layers/Members.ts"
import { now } from "../../layers/Now.ts"
import { Outbox } from "../../layers/Outbox.ts"
import { PlanLimits } from "../../layers/PlanLimits.ts"
import { Stages } from "../../layers/Stages.ts"
import { Deal, DealList, DealRow, Deleted, editable, Name, Status, toRow } from "../../schema/Deal.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId, DealId, StageId, type UserId } from "../../schema/Id.ts"
import * as Page from "../../schema/Page.ts"
import type { BoardStage, Stage } from "../../schema/Stage.ts"
import * as DealEdit from "../domain/DealEdit.ts"
import * as StageEntry from "../domain/StageEntry.ts"
import * as StagePlan from "../domain/StagePlan.ts"
import * as Operation from "../Operation.ts"
import * as Activity from "./Activity.ts"

/** The stage a caller named, or a fault that lists the ones there are. */
const stageOf = (stages: ReadonlyArray<BoardStage>, id: StageId) => {
  const stage = stages.find((one) => one.id === id)
  if (stage !== undefined) return Effect.succeed(stage)
  const known = stages.map((one) => ({ id: one.id, name: one.name, region: one.region }))
  const names = stages.map((one) => `${one.name} (${one.id})`).join(", ")
  return Effect.fail(
    new Invalid({
      code: "invalid_stage",
      message: `${id} is no stage of this deal's board. Its stages are: ${names}.`,
      meta: { stages: known }
    })
  )
}

const ownerOf = Effect.fnUntraced(function* (id: UserId) {
  const member = yield* (yield* Members).find(id)
  if (member !== undefined) return member
  return yield* new Invalid({
    code: "invalid_owner",
    message: `ownerId ${id} is no member of this workspace. Leave ownerId out to own the deal yourself (GET /v1/me tells who you are).`
  })
})

/** A deal that becomes open needs room in the plan. */
const admit = Effect.fnUntraced(function* (from: Stage | null, to: Stage) {
  const wasOpen = from !== null && StageEntry.status(from.region) === "open"
  if (wasOpen || StageEntry.status(to.region) !== "open") return
  const { workspace } = yield* Actor
  yield* (yield* PlanLimits).admit(workspace.plan, "active_deals")
})

const filters = {
  ...Page.parameters,
  boardId: Field.optional(BoardId),
  stageId: Field.optional(StageId),
  status: Field.optional(Status.annotate({ default: "open" }))
}

export const list = Operation.make("deals.list", {
  title: "List deals",
  description:
    "Lists deals, newest first: the open ones unless status says otherwise. Filter by board, stage or status; q finds a substring of name or company, whatever its case.",
  tool: "list_deals",
  toolNote: "To find deals by name or company use search_deals; for sums use get_pipeline_summary.",
  http: { method: "GET", path: "/deals" },
  scope: "deals:read",
  kind: "read",
  input: { ...filters, q: Field.optional(Field.text(120)) },
  success: DealList,
  compact: { row: DealRow, of: toRow },
  faults: [Invalid],
  run: Effect.fnUntraced(function* ({ boardId, cursor, limit, q, stageId, status }) {
    // Asked for a stage without a status, the status follows the stage.
    const filters = {
      ...(boardId === undefined ? {} : { boardId }),
      ...(stageId === undefined ? {} : { stageId }),
      ...(q === undefined || q.trim() === "" ? {} : { q }),
      status: status ?? (stageId === undefined ? "open" : "all")
    } as const
    const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
    return yield* (yield* Deals).list(filters, page)
  })
})

/** What an agent searches with: `deals.list` with its text required. */
export const search = Operation.make("deals.search", {
  ...list,
  title: "Search deals",
  description:
    "Finds deals by a substring of name or company, whatever its case; newest first, the open ones unless status says otherwise (all finds won and dead ones too).",
  tool: "search_deals",
  toolNote: "Without a text to find, use list_deals; with an id, get_deal.",
  http: undefined,
  input: { ...filters, q: Field.name(120) }
})

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
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Deals).find(id)
  })
})

export const create = Operation.make("deals.create", {
  title: "Create a deal",
  description:
    "Creates a deal on a board: in its earliest stage, owned by the caller and with the board's default amount where those are left out. Fires deal.created.",
  tool: "create_deal",
  http: { method: "POST", path: "/deals", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: { boardId: BoardId, name: Name, ...editable },
  example: {
    boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
    name: "Annual licence",
    company: "Acme",
    amountCents: 1_250_000,
    labels: ["inbound"]
  },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid, Conflict],
  run: Effect.fnUntraced(function* ({ boardId, ...sent }) {
    const { user } = yield* Actor
    const { board, stages } = yield* (yield* Boards).withStages(boardId)
    const stage = sent.stageId === undefined ? StagePlan.first(stages) : yield* stageOf(stages, sent.stageId)
    if (stage === undefined) {
      return yield* new Conflict({
        code: "board_has_no_stages",
        message: "The board has no open stage to begin in."
      })
    }
    const owner = sent.ownerId === undefined ? user : yield* ownerOf(sent.ownerId)
    yield* admit(null, stage)
    const at = yield* now
    const deal = DealEdit.create(board, sent, stage, owner, DealId.make(yield* (yield* Ids).uuid), at)
    yield* (yield* Deals).insert(deal, yield* Activity.created(deal))
    yield* (yield* Outbox).append([{ type: "deal.created", deal, by: label(yield* Actor), at }])
    return deal
  })
})

export const update = Operation.make("deals.update", {
  title: "Update a deal",
  description:
    "Changes fields of a deal; only sent fields change, null clears. A stageId here corrects the stage without stamps or events: to move a deal along the pipeline, move it.",
  tool: "update_deal",
  http: { method: "PATCH", path: "/deals/:id" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  input: { id: DealId, name: Field.optional(Name), ...editable },
  example: { amountCents: 1_500_000, keyTerms: "Net 30" },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ id, ...edit }) {
    const deals = yield* Deals
    const before = yield* deals.lock(id)
    const stage =
      edit.stageId === undefined
        ? undefined
        : yield* stageOf(yield* (yield* Stages).of(before.boardId), edit.stageId)
    const owner = edit.ownerId === undefined ? undefined : yield* ownerOf(edit.ownerId)
    const after = DealEdit.apply(before, edit, stage, owner, yield* now)
    const changes = DealEdit.changes(before, after)
    if (Object.keys(changes).length === 0) return before
    if (stage !== undefined) yield* admit(before.stage, stage)
    yield* deals.update(before, after, yield* Activity.updated(after, changes))
    return after
  })
})

export const remove = Operation.make("deals.delete", {
  title: "Delete a deal",
  description:
    "Deletes a deal: it is gone from every answer at once, and purged with its notes after 30 days.",
  http: { method: "DELETE", path: "/deals/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: DealId },
  success: Deleted,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const deals = yield* Deals
    const deal = yield* deals.lock(id)
    yield* deals.remove(deal, yield* now)
    return { id: deal.id, deleted: true }
  })
})

export const move = Operation.make("deals.move", {
  title: "Move a deal",
  description:
    "Moves a deal to another stage of its board and stamps the dates that stage implies (commitmentAt, wonAt, deadAt). Fires deal.stage_changed, and deal.won where it is won. Moving to the stage it is in changes nothing.",
  tool: "move_deal",
  http: { method: "POST", path: "/deals/:id/move" },
  scope: "deals:write",
  kind: "write",
  idempotent: true,
  input: { id: DealId, toStageId: StageId },
  example: { toStageId: "stg_0aB3dE6gH9kL2mN5" },
  success: Deal,
  faults: [Forbidden, NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ id, toStageId }) {
    const deals = yield* Deals
    const before = yield* deals.lock(id)
    const stages = yield* (yield* Stages).of(before.boardId)
    const to = yield* stageOf(stages, toStageId)
    if (to.id === before.stage.id) return before
    yield* admit(before.stage, to)
    const at = yield* now
    const after = StageEntry.enter(before, to, at)
    yield* deals.update(before, after, yield* Activity.moved(after, before.stage))
    const moved = { deal: after, from: before.stage, to: after.stage, by: label(yield* Actor), at }
    const won = StageEntry.wins(before.stage, after.stage) ? [{ type: "deal.won" as const, ...moved }] : []
    yield* (yield* Outbox).append([{ type: "deal.stage_changed", ...moved }, ...won])
    return after
  })
})

export const operations = [list, search, get, create, update, remove, move] as const
