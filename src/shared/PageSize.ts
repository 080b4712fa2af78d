/** Ends a page early if the response would be too large, so a page can have fewer rows than `limit`. */

/** The maximum size of a page with several rows in bytes: 1 MiB, as for a request body. */
const maxBytes = 1_048_576

/** Bytes reserved for the cursor and for what a surface adds around the rows. */
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

/** The maximum number of items per part of a response, so that together they fit into `room`. At least one. */
const ofParts = (parts: ReadonlyArray<Page>, room: number, size: (item: unknown) => number): number => {
  let left = room
  const longest = Math.max(...parts.map(({ data }) => data.length))
  for (let count = 0; count < longest; count++) {
    for (const { data } of parts) left -= count < data.length ? size(data[count]) : 0
    if (left < 0) return Math.max(1, count)
  }
  return longest
}

/** The pages in a response: its included parts. */
export const partsOf = (answer: unknown): ReadonlyArray<Page> =>
  typeof answer === "object" && answer !== null ? Object.values(answer).filter(isPage) : []

const bytesOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item)) + 1

/** The number of rows to request instead if the response is too large. At least one. */
export const fewer = (answer: { readonly value: unknown; readonly text: string }): number | undefined => {
  const { text } = answer
  // A UTF-16 unit takes at most three bytes, so most answers need no exact count.
  if (text.length * 3 <= maxBytes) return undefined
  const { value } = answer
  const parts = isPage(value) ? [value] : partsOf(value)
  if (!isBoard(value) && parts.length === 0) return undefined
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return undefined
  if (isBoard(value)) {
    const longest = Math.max(...value.lanes.map(({ deals }) => deals?.length ?? 0))
    return longest < 2 ? undefined : Math.max(1, Math.floor((longest * maxBytes) / bytes))
  }
  const rows = parts.flatMap(({ data }) => data)
  const longest = Math.max(...parts.map(({ data }) => data.length))
  if (longest < 2) return undefined
  const around = isPage(value) ? 0 : bytes - rows.reduce((sum: number, row) => sum + bytesOf(row), 0)
  return Math.min(longest - 1, ofParts(parts, maxBytes - envelope - around, bytesOf))
}
