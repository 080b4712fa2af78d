/** The boards of the workspace, as the settings' lists and choices have them. */
import { Effect } from "effect"
import type { Board } from "../../../../schema/Board.ts"
import { act } from "../Act.ts"

const list = act("boards.list")

export type Listed = typeof Board.Encoded

/** More than any workspace has that people look at. */
const most = 500

/** Oldest first, as they were made. */
export const everyBoard = Effect.gen(function* () {
  const boards: Array<Listed> = []
  let cursor: string | undefined
  do {
    const page = yield* list({ limit: 100, cursor })
    boards.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && boards.length < most)
  return boards.toReversed()
})
