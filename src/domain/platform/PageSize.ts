/** Ends a page that would be too large an answer early: `limit` is the most rows, not a promise of so many. */

/** The most bytes that a page of several rows is answered in: as many as a body may have. */
const most = 1_048_576

/** Room for what is around the rows: a cursor, and whatever a surface adds. */
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

/** How many rows to ask for instead, where `body`, which says `encoded`, is too large; one row is never too many. */
export const fewer = (encoded: unknown, body: string): number | undefined => {
  // A character takes at most three bytes: most answers need no count.
  if (body.length * 3 <= most) return undefined
  const bytes = Buffer.byteLength(body)
  if (bytes <= most) return undefined
  if (isBoard(encoded)) {
    const longest = Math.max(...encoded.lanes.map(({ deals }) => deals?.length ?? 0))
    return longest < 2 ? undefined : Math.max(1, Math.floor((longest * most) / bytes))
  }
  if (!isPage(encoded) || encoded.data.length < 2) return undefined
  let left = most - envelope
  const over = encoded.data.findIndex((row) => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0)
  return over < 0 ? encoded.data.length - 1 : Math.max(1, over)
}
