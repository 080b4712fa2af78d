/** The most a model gets to read in one response. */
import { estimate } from "./TokenCount.ts"

/** What a response may take, in tokens of o200k_base. */
export const most = 8_000

/** What is aimed at, because tokens are estimated. */
export const budget = 7_700

/** For the cursor and the notice of a list. */
const spare = 250

/** The tokens of a value as JSON, with the comma after it. */
export const tokensOf = (value: unknown): number => estimate(JSON.stringify(value)) + 1

/** No character takes more tokens than this; a shorter text needs no estimate. */
const perCharacter = 4

/** Whether a response is small enough. */
export const isWithin = (text: string): boolean =>
  text.length * perCharacter <= budget || estimate(text) <= budget

/** How many rows fit, with a cursor; at least one is always returned. */
export const fitting = (rows: ReadonlyArray<unknown>, room = budget): number => {
  let tokens = 0
  const over = rows.findIndex((row) => (tokens += tokensOf(row)) > room - spare)
  return over < 0 ? rows.length : Math.max(1, over)
}
