/** Resolves a name, email or id to a record of the caller's workspace. */
import { Effect, Option } from "effect"
import { Boards } from "../../../../layers/boards/Boards.ts"
import { Deals } from "../../../../layers/deals/Deals.ts"
import { Actor } from "../../../../layers/identity/Actor.ts"
import { Members } from "../../../../layers/identity/Members.ts"
import { Stages } from "../../../../layers/boards/Stages.ts"
import { Templates } from "../../../../layers/templates/Templates.ts"
import { Leads } from "../../../../layers/leads/Leads.ts"
import { RecordNames } from "../../../../layers/records/RecordNames.ts"
import { type Fault, Invalid, type NotFound } from "../../../../schema/Fault.ts"
import { type BoardId, DealId, LeadId, type StageId } from "../../../../schema/Id.ts"
import * as RecordScope from "../../../../schema/RecordScope.ts"
import * as Authorization from "../../../invocation/Authorization.ts"
import * as NameLookup from "../../../values/NameLookup.ts"
import * as Handle from "../../../values/Handle.ts"
import type * as Implementation from "../../../Implementation.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Candidates from "./Candidates.ts"
import * as NamedReferences from "./NamedReferences.ts"

export const resolveBoard = Effect.fnUntraced(function* (field: string, handle: string | undefined) {
  if (handle !== undefined && Handle.isId(handle)) return handle
  return yield* Effect.fromResult(Handle.board(field, handle, yield* (yield* Boards).names))
})

/** Only callers that may read deals or leads learn which ones exist. */
const resolveSubject = Effect.fnUntraced(function* (
  field: string,
  kind: NamedReferences.Subject,
  handle: string,
  called: typeof NameLookup.called
) {
  if (Handle.isId(handle)) return handle
  yield* Authorization.need(`${kind}s:read`)
  const found = yield* (yield* RecordNames).find(kind, handle, called === NameLookup.calledExactly)
  return yield* Effect.fromResult(called(field, kind, handle, found, yield* Candidates.showing(kind)))
})

/** Explains why no deal or lead has this id: it may be the id of the other kind. */
const explainOtherKind = Effect.fnUntraced(function* (
  fault: NotFound,
  kind: NamedReferences.Subject,
  id: string
) {
  const { scopes } = yield* Actor
  if (kind === "lead") {
    if (!RecordScope.mayRead(scopes, "deal")) return fault
    const deal = yield* Effect.option((yield* Deals).find(DealId.make(id)))
    return Option.isSome(deal) ? Handle.isDeal(id) : fault
  }
  if (!RecordScope.mayRead(scopes, "lead")) return fault
  const lead = yield* Effect.option((yield* Leads).find(LeadId.make(id)))
  return Option.isSome(lead) ? Handle.isLead(id, lead.value.dealId) : fault
})

/** Only callers that may read templates learn which ones exist. */
const resolveTemplate = Effect.fnUntraced(function* (field: string, handle: string) {
  if (Handle.isId(handle)) return handle
  yield* Authorization.need("deals:read")
  return yield* Effect.fromResult(Handle.template(field, handle, yield* (yield* Templates).brief))
})

const resolveOwner = Effect.fnUntraced(function* (field: string, handle: string) {
  if (Handle.isId(handle)) return handle
  if (Handle.isMe(handle)) return (yield* Actor).user.id
  return yield* Effect.fromResult(Handle.owner(field, handle, yield* (yield* Members).all))
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
const boardOf = Effect.fnUntraced(function* (input: Fields, boardField: string | undefined) {
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

const resolveStage = Effect.fnUntraced(function* (
  field: string,
  handle: string,
  boardId: BoardId | undefined
) {
  const repository = yield* Stages
  const all = yield* repository.listAll
  if (boardId === undefined) return yield* Effect.fromResult(Handle.stage(field, handle, all))
  const others = all.filter((stage) => stage.boardId !== boardId)
  const stages = yield* repository.of(boardId)
  return yield* Effect.fromResult(Handle.stage(field, handle, stages, Handle.boardsWith(handle, others)))
})

const subjectsOf = (handles: ReadonlyArray<NamedReferences.Named>) =>
  handles.flatMap(({ kind, name }) => (NamedReferences.isSubject(kind) ? [{ kind, name }] : []))

/** Whether there is nothing to resolve: the value is an id or absent. */
const isSettled = ({ kind, name, required }: NamedReferences.Named, input: Fields): boolean => {
  const value = input[name] as string | ReadonlyArray<string> | undefined
  if (value === undefined) return kind !== "board" || !required
  if (typeof value !== "string") return value.every(Handle.isStageId)
  return kind === "stage" ? Handle.isStageId(value) : Handle.isId(value)
}

/** Replaces names by ids in these fields; faults name a field with `prefix`. */
const namer = (
  handles: ReadonlyArray<NamedReferences.Named>,
  called: typeof NameLookup.called,
  prefix = ""
) => {
  const of = (kind: NamedReferences.Kind) => handles.filter((handle) => handle.kind === kind)
  const subjects = subjectsOf(handles)
  const boardField = of("board")[0]?.name
  const found = Effect.fnUntraced(function* (sent: Fields) {
    const input: Record<string, unknown> = { ...sent }
    const handle = (name: string) => input[name] as string | undefined
    for (const { kind, name } of subjects) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* resolveSubject(prefix + name, kind, value, called)
    }
    for (const { name, required } of of("board")) {
      const value = handle(name)
      if (value !== undefined || required) input[name] = yield* resolveBoard(prefix + name, value)
    }
    for (const { name } of of("template")) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* resolveTemplate(name, value)
    }
    for (const { name } of of("user")) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* resolveOwner(prefix + name, value)
    }
    for (const { name } of of("stage")) {
      const value = handle(name)
      if (value === undefined || Handle.isStageId(value)) continue
      input[name] = yield* resolveStage(prefix + name, value, yield* boardOf(input, boardField))
    }
    for (const { name } of of("stages")) {
      const values = input[name] as ReadonlyArray<string> | undefined
      if (values === undefined || values.every(Handle.isStageId)) continue
      const board = yield* boardOf(input, boardField)
      input[name] = yield* Effect.forEach(values, (value) =>
        Handle.isStageId(value) ? Effect.succeed(value) : resolveStage(name, value, board)
      )
    }
    return input
  })
  return (sent: Fields) =>
    handles.every((handle) => isSettled(handle, sent)) ? Effect.succeed(sent) : found(sent)
}

/** The operation as a tool runs it: names are resolved to ids in its own transaction first. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  const handles = NamedReferences.handlesOf(operation.input)
  if (handles.length === 0 && operation.choices === undefined) return operation
  const subjects = subjectsOf(handles)
  const called = operation.kind === "read" ? NameLookup.called : NameLookup.calledExactly
  const ofInput = namer(handles, called)
  const ofFilter = namer(NamedReferences.handlesOf(operation.choices ?? {}), called, "filter.")

  const named = (sent: Fields) => {
    const { filter } = sent as { readonly filter?: Fields }
    if (filter === undefined) return ofInput(sent)
    return Effect.flatMapEager(ofFilter(filter), (filter) => ofInput({ ...sent, filter }))
  }

  // Over REST, a read's input is the query, so its faults have the code invalid_query.
  const resolve = (sent: Fields) =>
    Effect.mapErrorEager(named(sent), (fault) =>
      operation.kind === "read" && fault._tag === "invalid_request_error" && fault.code === "invalid_body"
        ? new Invalid({ ...fault, code: "invalid_query", message: fault.message })
        : fault
    )

  /** A not-found fault says so if the id belongs to a deal instead of a lead, or the reverse. */
  const run = (input: Fields) => {
    const done: Effect.Effect<unknown, Fault, unknown> = Effect.flatMapEager(resolve(input), operation.run)
    return Effect.catchTag(done, "not_found", (fault) => {
      const subject = subjects.find(({ kind }) => fault.code === `${kind}_not_found`)
      const id = subject === undefined ? undefined : input[subject.name]
      return subject !== undefined && typeof id === "string" && Handle.isId(id)
        ? Effect.flatMap(explainOtherKind(fault, subject.kind, id), Effect.fail)
        : Effect.fail(fault)
    })
  }

  const idsOf = (input: Fields) => Object.fromEntries(subjects.map(({ name }) => [name, input[name]]))

  /** Work before the transaction gets ids too, and passes them on to the run. */
  const prepare = (sent: Fields) =>
    Effect.flatMap(resolve(sent), (input) =>
      Effect.map(operation.prepare!(input), (replaced: Fields) => ({ ...idsOf(input), ...replaced }))
    )

  const simulate = (sent: Fields) =>
    Effect.flatMap(resolve(sent), (input) =>
      Effect.map(operation.simulate!(input), ({ notRehearsed, replaced }) => ({
        replaced: { ...idsOf(input), ...replaced },
        notRehearsed
      }))
    )

  return {
    ...operation,
    ...(operation.suggestWider && {
      suggestWider: (input: Fields) => Effect.flatMap(resolve(input), operation.suggestWider!)
    }),
    ...(operation.listCompact && {
      listCompact: (input: Fields) => Effect.flatMap(resolve(input), operation.listCompact!)
    }),
    ...(operation.prepare && { prepare }),
    ...(operation.simulate && { simulate }),
    resolve,
    run
  }
}
