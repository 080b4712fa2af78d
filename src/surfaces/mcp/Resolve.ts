/** Finds what a name, email or id refers to, in the call's workspace. */
import { Effect } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { BoardId, DealId } from "../../../schema/Id.ts"
import * as Handle from "../../domain/platform/Handle.ts"
import type * as Implementation from "../../Implementation.ts"
import type { Fields } from "../http/Fields.ts"
import * as Handles from "./Handles.ts"

const resolveBoard = Effect.fnUntraced(function* (field: string, handle: string | undefined) {
  if (handle !== undefined && Handle.isId(handle)) return handle
  return yield* Effect.fromResult(Handle.board(field, handle, yield* (yield* Boards).names))
})

const resolveOwner = Effect.fnUntraced(function* (field: string, handle: string) {
  if (Handle.isId(handle)) return handle
  return yield* Effect.fromResult(Handle.owner(field, handle, yield* (yield* Members).all))
})

/** The board to look for a stage in: the one the call names, or the deal's. */
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

/** The operation as a tool runs it: names become ids in its own transaction, before it runs. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  const handles = Handles.handlesOf(operation)
  if (handles.length === 0) return operation
  const of = (kind: Handles.Kind) => handles.filter((handle) => handle.kind === kind)
  const boardField = of("board")[0]?.name

  const named = Effect.fnUntraced(function* (sent: Fields) {
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

  // Over REST a read's input is the query, so its faults say invalid_query.
  const resolve = (sent: Fields) =>
    Effect.mapError(named(sent), (fault) =>
      operation.kind === "read" && fault._tag === "invalid_request_error" && fault.code === "invalid_body"
        ? new Invalid({ ...fault, code: "invalid_query", message: fault.message })
        : fault
    )

  return {
    ...operation,
    ...(operation.wider && {
      wider: (input: Fields) => Effect.flatMap(resolve(input), operation.wider!)
    }),
    run: (input: Fields) => Effect.flatMap(resolve(input), operation.run)
  }
}
