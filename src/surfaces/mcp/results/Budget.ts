/** The maximum size of a response to a model. */
import { estimate } from "./TokenCount.ts"

/** The maximum size of a response, in o200k_base tokens. */
export const maxTokens = 8_000

/** The target size, lower than the maximum because tokens are estimated. */
export const budget = 7_700

/** Tokens reserved for the cursor and the notice of a list. */
const reserve = 250

/** The tokens of a value as JSON, including the following comma. */
export const tokensOf = (value: unknown): number => estimate(JSON.stringify(value)) + 1

/** The maximum tokens per character; a text short enough by this needs no estimate. */
const perCharacter = 4

/** Whether a response is within the budget. */
export const isWithin = (text: string): boolean =>
  text.length * perCharacter <= budget || estimate(text) <= budget

/** The number of leading items that fit into `room`; at least one. */
export const leading = <Item>(
  items: ReadonlyArray<Item>,
  room: number,
  sizeOf: (item: Item) => number
): number => {
  let size = 0
  const over = items.findIndex((item) => (size += sizeOf(item)) > room)
  return over < 0 ? items.length : Math.max(1, over)
}

/** The number of rows that fit together with a cursor. */
export const fitting = (rows: ReadonlyArray<unknown>): number => leading(rows, budget - reserve, tokensOf)
