/** Lets a tool take a board, a stage or an owner by name or email where its operation takes an id. */
import { Effect, Schema } from "effect"
import { Boards } from "../../../layers/Boards.ts"
import { Deals } from "../../../layers/Deals.ts"
import { Members } from "../../../layers/Members.ts"
import { Stages } from "../../../layers/Stages.ts"
import type { BoardId, DealId } from "../../../schema/Id.ts"
import * as Handle from "../../domain/Handle.ts"
import type * as Operation from "../../Operation.ts"
import type { Fields } from "../Fields.ts"

type Kind = "board" | "stage" | "user"

const described: Record<Kind, string> = {
  board: "Id or name.",
  stage: "Id or name.",
  user: "Id or email."
}

const isKind = (resource: unknown): resource is Kind => typeof resource === "string" && resource in described

/** What a field names; `id` itself is the thing the operation is about. */
const kindOf = (name: string, schema: Schema.Top): Kind | undefined => {
  const resource = Schema.resolveAnnotations(schema)?.["resource"]
  return name !== "id" && isKind(resource) ? resource : undefined
}

const isOptional = (schema: Schema.Top) => schema.ast.context?.isOptional === true

/** The field as a tool takes it. A board may be left out: the only one is meant. */
const fieldOf = (kind: Kind, schema: Schema.Top): Schema.Top => {
  const optional = isOptional(schema)
  const hint = kind === "board" && !optional ? " May be left out where there is one board." : ""
  const handle = Schema.String.annotate({ description: described[kind] + hint })
  return optional || kind === "board" ? Schema.optionalKey(handle) : handle
}

const resolveBoard = Effect.fnUntraced(function* (field: string, handle: string | undefined) {
  if (handle !== undefined && Handle.isId(handle)) return handle
  return yield* Effect.fromResult(Handle.board(field, handle, yield* (yield* Boards).names))
})

const resolveOwner = Effect.fnUntraced(function* (field: string, handle: string) {
  if (Handle.isId(handle)) return handle
  return yield* Effect.fromResult(Handle.owner(field, handle, yield* (yield* Members).all))
})

/** The board whose stages are meant: the one named beside, or that of the deal. */
const boardOf = Effect.fnUntraced(function* (input: Fields, boardField: string | undefined) {
  if (boardField !== undefined) return input[boardField] as BoardId | undefined
  const deal = yield* (yield* Deals).find(input["id"] as DealId)
  return deal.boardId
})

const resolveStage = Effect.fnUntraced(function* (
  field: string,
  handle: string,
  boardId: BoardId | undefined
) {
  const repository = yield* Stages
  const all = yield* repository.everywhere
  if (boardId === undefined) return yield* Effect.fromResult(Handle.stage(field, handle, all))
  const others = all.filter((stage) => stage.boardId !== boardId)
  const stages = yield* repository.of(boardId)
  return yield* Effect.fromResult(Handle.stage(field, handle, stages, Handle.boardsWith(handle, others)))
})

/** The operation as a tool runs it: handles become ids within its own transaction, before it runs. */
export const derive = <O extends Operation.Any>(operation: O): O => {
  const entries = Object.entries(operation.input as Record<string, Schema.Top>)
  const handles = entries.flatMap(([name, schema]) => {
    const kind = kindOf(name, schema)
    return kind === undefined ? [] : [{ name, kind, required: !isOptional(schema) }]
  })
  if (handles.length === 0) return operation
  const of = (kind: Kind) => handles.filter((handle) => handle.kind === kind)
  const boardField = of("board")[0]?.name

  const resolve = Effect.fnUntraced(function* (sent: Fields) {
    const input: Record<string, unknown> = { ...sent }
    const handle = (name: string) => input[name] as string | undefined
    for (const { name, required } of of("board")) {
      const value = handle(name)
      if (value !== undefined || required) input[name] = yield* resolveBoard(name, value)
    }
    for (const { name } of of("user")) {
      const value = handle(name)
      if (value !== undefined) input[name] = yield* resolveOwner(name, value)
    }
    for (const { name } of of("stage")) {
      const value = handle(name)
      if (value === undefined || Handle.isStageId(value)) continue
      input[name] = yield* resolveStage(name, value, yield* boardOf(input, boardField))
    }
    return input
  })

  return {
    ...operation,
    input: Object.fromEntries(
      entries.map(([name, schema]) => {
        const kind = kindOf(name, schema)
        return [name, kind === undefined ? schema : fieldOf(kind, schema)]
      })
    ),
    run: (input: Fields) => Effect.flatMap(resolve(input), operation.run)
  }
}
