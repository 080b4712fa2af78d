/** Ends a page early if the answer would be too large: `limit` is the most rows, not a promise. */

/** The most bytes of a page of several rows: 1 MiB, as for a request body. */
const most = 1_048_576

/** Room for what surrounds the rows: the cursor, and what a surface adds. */
const envelope = 4_096

interface Page {
  readonly data: ReadonlyArray<unknown>
}

const isPage = (answer: unknown): answer is Page =>
  typeof answer === "object" &&
  answer !== null &&
  "nextCursor" in answer &&
  "data" in answer &&
  Array.isArray(answer.data)

interface Board {
  readonly lanes: ReadonlyArray<{ readonly deals: ReadonlyArray<unknown> }>
}

const isBoard = (answer: unknown): answer is Board =>
  typeof answer === "object" && answer !== null && "lanes" in answer && Array.isArray(answer.lanes)

/** The most items of each part of an answer, so that all of them are smaller than `room`; at least one. */
const ofParts = (parts: ReadonlyArray<Page>, room: number, size: (item: unknown) => number): number => {
  let left = room
  const longest = Math.max(...parts.map(({ data }) => data.length))
  for (let count = 0; count < longest; count++) {
    for (const { data } of parts) left -= count < data.length ? size(data[count]) : 0
    if (left < 0) return Math.max(1, count)
  }
  return longest
}

/** The pages within an answer: the parts that were included. */
export const partsOf = (answer: unknown): ReadonlyArray<Page> =>
  typeof answer === "object" && answer !== null ? Object.values(answer).filter(isPage) : []

const bytesOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item)) + 1

/** How many rows to ask for instead if the answer, a value and its JSON text, is too large; at least one. */
export const fewer = (answer: { readonly value: unknown; readonly text: string }): number | undefined => {
  const { text } = answer
  // A UTF-16 unit takes at most three bytes, so most answers need no exact count.
  if (text.length * 3 <= most) return undefined
  const { value } = answer
  const parts = isPage(value) ? [value] : partsOf(value)
  if (!isBoard(value) && parts.length === 0) return undefined
  const bytes = Buffer.byteLength(text)
  if (bytes <= most) return undefined
  if (isBoard(value)) {
    const longest = Math.max(...value.lanes.map(({ deals }) => deals?.length ?? 0))
    return longest < 2 ? undefined : Math.max(1, Math.floor((longest * most) / bytes))
  }
  const rows = parts.flatMap(({ data }) => data)
  const longest = Math.max(...parts.map(({ data }) => data.length))
  if (longest < 2) return undefined
  const around = isPage(value) ? 0 : bytes - rows.reduce((sum: number, row) => sum + bytesOf(row), 0)
  return Math.min(longest - 1, ofParts(parts, most - envelope - around, bytesOf))
}
