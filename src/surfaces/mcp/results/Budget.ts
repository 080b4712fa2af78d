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

/** How many items from the start fit into `room`; at least one. */
export const leading = <Item>(
  items: ReadonlyArray<Item>,
  room: number,
  sizeOf: (item: Item) => number
): number => {
  let size = 0
  const over = items.findIndex((item) => (size += sizeOf(item)) > room)
  return over < 0 ? items.length : Math.max(1, over)
}

/** How many rows fit, with a cursor. */
export const fitting = (rows: ReadonlyArray<unknown>): number => leading(rows, budget - spare, tokensOf)
