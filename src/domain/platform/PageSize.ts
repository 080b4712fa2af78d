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

/** How many rows to ask for instead if the answer, a value and its JSON text, is too large; at least one. */
export const fewer = (answer: { readonly value: unknown; readonly text: string }): number | undefined => {
  const { value } = answer
  if (!isBoard(value) && !isPage(value)) return undefined
  const { text } = answer
  // A UTF-16 unit takes at most three bytes, so most answers need no exact count.
  if (text.length * 3 <= most) return undefined
  const bytes = Buffer.byteLength(text)
  if (bytes <= most) return undefined
  if (isBoard(value)) {
    const longest = Math.max(...value.lanes.map(({ deals }) => deals?.length ?? 0))
    return longest < 2 ? undefined : Math.max(1, Math.floor((longest * most) / bytes))
  }
  if (value.data.length < 2) return undefined
  let left = most - envelope
  const over = value.data.findIndex((row) => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0)
  return over < 0 ? value.data.length - 1 : Math.max(1, over)
}
