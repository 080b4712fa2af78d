/** Finds the record of the caller's workspace that a name, email or id refers to. */
import { Effect, Option } from "effect"
import { Boards } from "../../../../layers/boards/Boards.ts"
import { Deals } from "../../../../layers/deals/Deals.ts"
import { Actor } from "../../../../layers/identity/Actor.ts"
import { Members } from "../../../../layers/identity/Members.ts"
import { Stages } from "../../../../layers/boards/Stages.ts"
import { Templates } from "../../../../layers/templates/Templates.ts"
import { Leads } from "../../../../layers/leads/Leads.ts"
import { RecordNames } from "../../../../layers/records/RecordNames.ts"
import type { NotFound } from "../../../../schema/Fault.ts"
import { type BoardId, DealId, LeadId, type StageId } from "../../../../schema/Id.ts"
import * as RecordScope from "../../../../schema/RecordScope.ts"
import * as Authorization from "../../../invocation/Authorization.ts"
import * as NameLookup from "../../../shared/NameLookup.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Candidates from "./Candidates.ts"
import * as NamedReferences from "./NamedReferences.ts"

export const resolveBoard = Effect.fnUntraced(function* (field: string, handle: string | undefined) {
  if (handle !== undefined && NameResolver.isId(handle)) return handle
  return yield* Effect.fromResult(NameResolver.board(field, handle, yield* (yield* Boards).names))
})

/** Only callers that may read deals or leads learn which ones exist. */
export const resolveSubject = Effect.fnUntraced(function* (
  field: string,
  kind: NamedReferences.Subject,
  handle: string,
  called: typeof NameLookup.called
) {
  if (NameResolver.isId(handle)) return handle
  yield* Authorization.need(`${kind}s:read`)
  const found = yield* (yield* RecordNames).find(kind, handle, called === NameLookup.calledExactly)
  return yield* Effect.fromResult(called(field, kind, handle, found, yield* Candidates.showing(kind)))
})

/** Explains why no deal or lead has this id: it may be the id of the other kind. */
export const explainOtherKind = Effect.fnUntraced(function* (
  fault: NotFound,
  kind: NamedReferences.Subject,
  id: string
) {
  const { scopes } = yield* Actor
  if (kind === "lead") {
    if (!RecordScope.mayRead(scopes, "deal")) return fault
    const deal = yield* Effect.option((yield* Deals).find(DealId.make(id)))
    return Option.isSome(deal) ? NameResolver.isDeal(id) : fault
  }
  if (!RecordScope.mayRead(scopes, "lead")) return fault
  const lead = yield* Effect.option((yield* Leads).find(LeadId.make(id)))
  return Option.isSome(lead) ? NameResolver.isLead(id, lead.value.dealId) : fault
})

/** Only callers that may read templates learn which ones exist. */
export const resolveTemplate = Effect.fnUntraced(function* (field: string, handle: string) {
  if (NameResolver.isId(handle)) return handle
  yield* Authorization.need("deals:read")
  return yield* Effect.fromResult(NameResolver.template(field, handle, yield* (yield* Templates).brief))
})

export const resolveOwner = Effect.fnUntraced(function* (field: string, handle: string) {
  if (NameResolver.isId(handle)) return handle
  if (NameResolver.isMe(handle)) return (yield* Actor).user.id
  return yield* Effect.fromResult(NameResolver.owner(field, handle, yield* (yield* Members).all))
})

interface Filter {
  readonly boardId?: BoardId
  readonly stageId?: StageId
}

/** The board that a filter is limited to; undefined if it has neither a board nor a stage. */
const boardWithin = Effect.fnUntraced(function* ({ boardId, stageId }: Filter) {
  if (boardId !== undefined || stageId === undefined) return boardId
  return (yield* (yield* Stages).listAll).find(({ id }) => id === stageId)?.boardId
})

/** The board to look for a stage in: the one the call names, the deal's or the filter's. */
export const boardOf = Effect.fnUntraced(function* (input: Fields, boardField: string | undefined) {
  if (boardField !== undefined) return input[boardField] as BoardId | undefined
  const { filter, id, ids } = input as {
    readonly id?: DealId
    readonly ids?: ReadonlyArray<DealId>
    readonly filter?: Filter
  }
  const deal = id ?? ids?.[0]
  if (deal !== undefined) return (yield* (yield* Deals).find(deal)).boardId
  return filter === undefined ? undefined : yield* boardWithin(filter)
})

export const resolveStage = Effect.fnUntraced(function* (
  field: string,
  handle: string,
  boardId: BoardId | undefined
) {
  const repository = yield* Stages
  const all = yield* repository.listAll
  if (boardId === undefined) return yield* Effect.fromResult(NameResolver.stage(field, handle, all))
  const others = all.filter((stage) => stage.boardId !== boardId)
  const stages = yield* repository.of(boardId)
  return yield* Effect.fromResult(
    NameResolver.stage(field, handle, stages, NameResolver.boardsWith(handle, others))
  )
})
