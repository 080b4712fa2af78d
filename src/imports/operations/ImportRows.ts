/** Imports rows: finds each row's record, and collects new and changed records. */
import { Effect, type Result } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import type { Tenant } from "../../../layers/identity/Tenant.ts"
import type { Fault, Invalid, NotFound } from "../../../schema/Fault.ts"
import type { BoardId } from "../../../schema/Id.ts"
import type { Imported, ImportedRow } from "../../../schema/Import.ts"
import { invalidText } from "../../input/InvalidInput.ts"
import * as Rows from "./Rows.ts"

/** A record before the batch (null if the batch creates it), and after the rows so far. */
export interface Change<Entry> {
  readonly before: Entry | null
  after: Entry
}

interface Row {
  readonly externalId: string
  readonly board?: string
  readonly boardId?: BoardId
}

interface Ids {
  readonly id: string
  readonly boardId: BoardId
  readonly externalId: string | null
}

interface Import<R extends Row, Id extends string, Entry, Board, S> {
  readonly kind: "deal" | "lead"
  readonly rows: ReadonlyArray<Rows.JsonRow>
  readonly boardId: BoardId | undefined
  readonly decode: (row: Rows.JsonRow) => Result.Result<R, Invalid>
  readonly isId: (text: string) => text is Id
  readonly lock: (ids: ReadonlyArray<Id>) => Effect.Effect<ReadonlyArray<Entry>, never, Tenant>
  readonly idsOf: (entry: Entry) => Ids
  readonly findBoard: (id: BoardId) => Effect.Effect<Board, NotFound, S>
  readonly create: (row: R, board: Board) => Effect.Effect<Entry, Fault, S>
  /** Returns `entry` itself if the row changes nothing. */
  readonly update: (row: R, entry: Entry) => Effect.Effect<Entry, Fault, S>
}

/** The rows' external ids, if they can be stored. */
const externalIdsOf = (rows: ReadonlyArray<Rows.JsonRow>): ReadonlyArray<string> =>
  rows
    .map(({ externalId }) => externalId)
    .filter((id) => typeof id === "string")
    .filter((id) => invalidText(id, "invalid_body") === undefined)

const failure = ({ message, meta }: Fault): Pick<ImportedRow, "outcome" | "field" | "message"> => {
  const [issue] = (meta?.["issues"] ?? []) as ReadonlyArray<{ readonly path?: string } | undefined>
  return {
    outcome: "failed",
    ...(issue?.path !== undefined && issue.path !== "" && { field: issue.path }),
    message: message.slice(0, 500)
  }
}

const resultOf = (rows: ReadonlyArray<ImportedRow>): Imported => {
  const count = (outcome: ImportedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    failed: count("failed"),
    rows
  }
}

/** Imports rows in order. An error fails only its row, but an unknown `boardId` fails the batch. */
export const importRows = Effect.fnUntraced(function* <R extends Row, Id extends string, Entry, Board, S>({
  boardId,
  create,
  decode,
  findBoard,
  idsOf,
  isId,
  kind,
  lock,
  rows,
  update
}: Import<R, Id, Entry, Board, S>) {
  const boards = yield* Boards
  const defaultBoard = boardId === undefined ? undefined : yield* findBoard(boardId)
  const findBoardId = yield* Rows.makeBoardFinder
  const externalIds = [...new Set(externalIdsOf(rows))]
  const names = yield* ExternalIds
  const holders = yield* names.holders(kind, externalIds)
  const unknown = externalIds.filter((one) => !holders.some(({ externalId }) => externalId === one))
  const merged = yield* names.mergedInto(kind, unknown)
  const ids = new Set([...[...holders, ...merged].map(({ id }) => id), ...externalIds].filter(isId))
  const entries = ids.size === 0 ? [] : yield* lock([...ids])
  const locked = entries.map((entry): Change<Entry> => ({ before: entry, after: entry }))
  // This service's own files have a record's id as externalId, so both identify it. An external id takes precedence.
  const changes = new Map<string, Change<Entry>>()
  for (const change of locked) changes.set(idsOf(change.after).id, change)
  for (const change of locked) {
    const { externalId } = idsOf(change.after)
    if (externalId !== null) changes.set(externalId, change)
  }
  for (const { externalId, id } of merged) {
    const change = changes.get(id)
    if (change !== undefined) changes.set(externalId, change)
  }

  const importRow = Effect.fnUntraced(function* (json: Rows.JsonRow) {
    const row = yield* Effect.fromResult(decode(json))
    const named = yield* findBoardId(row)
    const change = changes.get(row.externalId)
    if (change === undefined) {
      const board =
        named === undefined && defaultBoard !== undefined
          ? defaultBoard
          : yield* findBoard(named ?? (yield* boards.first).id)
      const after = yield* create(row, board)
      changes.set(row.externalId, { before: null, after })
      return { outcome: "created" as const, id: idsOf(after).id }
    }
    const { boardId, id } = idsOf(change.after)
    if (named !== undefined && named !== boardId)
      return yield* Rows.invalid(
        "board",
        `is not the ${kind}'s: a ${kind} stays on its board. Leave the board out.`
      )
    const after = yield* update(row, change.after)
    const outcome = after === change.after ? ("unchanged" as const) : ("updated" as const)
    change.after = after
    return { outcome, id }
  })

  const results = yield* Effect.forEach(rows, (json, index) =>
    Effect.map(
      Effect.match(importRow(json), { onFailure: failure, onSuccess: (result) => result }),
      (result): ImportedRow => ({
        line: Number.isSafeInteger(json["line"]) ? (json["line"] as number) : index + 1,
        externalId: typeof json["externalId"] === "string" ? json["externalId"].slice(0, 255) : null,
        ...result
      })
    )
  )
  return { imported: resultOf(results), changes: [...new Set(changes.values())] }
})
