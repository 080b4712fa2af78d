/** Resolves names to ids by the same rules as the tools (src/surfaces/mcp/arguments/Resolve.ts), with lists read over REST. */
import { Effect, Result } from "effect"
import type { Deal } from "../../schema/Deal.ts"
import type { Lead } from "../../schema/Lead.ts"
import * as NameLookup from "../../src/shared/NameLookup.ts"
import * as NameResolver from "../../src/shared/NameResolver.ts"
import type * as NamedReferences from "../../src/surfaces/mcp/arguments/NamedReferences.ts"
import * as Caller from "./Caller.ts"
import { exits, Failed, usage } from "./Failed.ts"

/** The maximum number of records of a kind to search. */
const maxRecords = 2_000

const list = (path: string) =>
  Effect.map(Caller.pages(path, {}, maxRecords), ({ data }) => data as ReadonlyArray<NameResolver.Board>)

const orFail = <A>(result: Result.Result<A, { readonly code: string; readonly message: string }>) =>
  Effect.mapError(
    Effect.fromResult(result),
    ({ code, message }) => new Failed({ code, message, exit: exits.refused })
  )

const boards = list("/boards")

export const board = (field: string, handle: string | undefined) =>
  handle !== undefined && NameResolver.isId(handle)
    ? Effect.succeed(handle as string)
    : Effect.flatMap(boards, (all) => orFail(NameResolver.board(field, handle, all)))

const stagesOf = (boardId: string) => Caller.get(`/boards/${boardId}/stages`)

const everywhere = Effect.flatMap(boards, (all) =>
  Effect.map(
    Effect.forEach(
      all,
      ({ id, name }) =>
        Effect.map(stagesOf(id), (stages) =>
          stages.map((one: object) => ({ ...one, board: name, boardId: id }))
        ),
      { concurrency: 4 }
    ),
    (stages) => stages.flat()
  )
)

/** Searches the board that the call names or its deal is on. Without one, the name must be unique across boards. */
const stage = Effect.fnUntraced(function* (field: string, handle: string, boardId: string | undefined) {
  if (NameResolver.isStageId(handle)) return handle as string
  if (boardId === undefined) return yield* orFail(NameResolver.stage(field, handle, yield* everywhere))
  const stages = yield* stagesOf(boardId)
  const within = NameResolver.stage(field, handle, stages)
  if (Result.isSuccess(within)) return within.success as string
  const others = (yield* everywhere).filter((one) => one.boardId !== boardId)
  return yield* orFail(NameResolver.stage(field, handle, stages, NameResolver.boardsWith(handle, others)))
})

const owner = Effect.fnUntraced(function* (field: string, handle: string) {
  if (NameResolver.isId(handle)) return handle as string
  if (NameResolver.isMe(handle)) return (yield* Caller.get("/me")).user.id as string
  return yield* orFail(NameResolver.owner(field, handle, yield* Caller.get("/members")))
})

const template = Effect.fnUntraced(function* (field: string, handle: string) {
  if (NameResolver.isId(handle)) return handle as string
  return yield* orFail(
    NameResolver.template(field, handle, (yield* Caller.get("/templates", { limit: 100 })).data)
  )
})

const showing: NameLookup.TextMarks = {
  said: (text) => text,
  candidates: (all) => all.slice(0, NameLookup.maxCandidates)
}

/** A lead in a list, with the company from its enrichment. */
type FoundLead = Lead & { readonly company?: { readonly name: string | null } | null }

const asCalled = {
  deal: ({ company, id, name, stage }: Deal): NameLookup.NameLookup => ({
    id,
    name,
    company,
    place: stage.name
  }),
  lead: ({ company, contact, id, triageStatus }: FoundLead): NameLookup.NameLookup => ({
    id,
    name: [contact?.firstName, contact?.lastName].filter(Boolean).join(" ") || (contact?.email ?? null),
    company: company?.name ?? contact?.companyName ?? null,
    place: triageStatus
  })
}

const queries = { deal: { status: "all" }, lead: {} }

const plain = (text: string | null) => (text ?? "").trim().toLowerCase()

/** The deals or leads with exactly that name or company; if there are none, the results of a search for it. */
const subject = Effect.fnUntraced(function* (field: string, kind: NamedReferences.Subject, handle: string) {
  if (NameResolver.isId(handle)) return handle as string
  if (plain(handle) === "") return yield* usage(`${field} must not be empty.`)
  const { data } = yield* Caller.pages(`/${kind}s`, { ...queries[kind], q: handle.trim() }, 100)
  const all: ReadonlyArray<NameLookup.NameLookup> = data.map(asCalled[kind])
  const exact = all.filter((one) => [one.name, one.company].some((text) => plain(text) === plain(handle)))
  return yield* orFail(NameLookup.called(field, kind, handle, exact.length > 0 ? exact : all, showing))
})

/** Other values of a call, by which a stage is found. */
export interface Around {
  readonly boardId?: string | undefined
  readonly dealId?: string | undefined
}

const boardAround = ({ boardId, dealId }: Around) =>
  boardId !== undefined || dealId === undefined
    ? Effect.succeed(boardId)
    : Effect.map(Caller.get(`/deals/${dealId}`), (deal) => deal.boardId as string)

/** The ids that a field's value refers to; `field` is the caller's name for it. */
export const id = Effect.fnUntraced(function* (
  kind: NamedReferences.Kind,
  field: string,
  value: unknown,
  context: Around
) {
  if (kind === "stages") {
    const handles = value as ReadonlyArray<string>
    if (handles.every(NameResolver.isStageId)) return handles as unknown
    const boardId = yield* boardAround(context)
    return yield* Effect.forEach(handles, (handle) => stage(field, handle, boardId))
  }
  if (kind === "deals" || kind === "leads") {
    const one = kind === "deals" ? "deal" : "lead"
    return yield* Effect.forEach(value as ReadonlyArray<string>, (handle) => subject(field, one, handle))
  }
  const handle = String(value)
  switch (kind) {
    case "board":
      return yield* board(field, handle)
    case "stage":
      return yield* stage(
        field,
        handle,
        NameResolver.isStageId(handle) ? undefined : yield* boardAround(context)
      )
    case "user":
      return yield* owner(field, handle)
    case "template":
      return yield* template(field, handle)
    default:
      return yield* subject(field, kind, handle)
  }
})
