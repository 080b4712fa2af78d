/**
 * Cuts a raw message down to what a lead needs: its headers and texts, without most of its attachments.
 * Parsing takes time per line, and anyone can send a message of ten million lines.
 */

/** The maximum number of lines kept, not counting runs of base64. */
const maxLines = 5_000

/** The maximum number of bytes kept of those lines, enough for many times 20,000 characters with markup. */
const maxTextBytes = 1_048_576

/** The maximum number of lines kept of a base64 run. A text of 20,000 characters fits, and longer runs are attachments. */
const maxRunLength = 3_000

const newline = 10
const carriageReturn = 13

/** Whether the line is base64. Each line holds complete groups of four characters, so the others can be decoded without it. */
const isEncoded = (raw: Uint8Array, start: number, end: number): boolean => {
  const length = end - start
  if (length < 40 || length > 1_000 || length % 4 !== 0) return false
  for (let at = start; at < end; at++) {
    const byte = raw[at]!
    const inAlphabet =
      (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || (byte >= 47 && byte <= 57) || byte === 43
    if (!inAlphabet) return false
  }
  return true
}

/** The ranges of `raw` to keep, in order. */
const ranges = (raw: Uint8Array): ReadonlyArray<readonly [number, number]> => {
  const kept: Array<readonly [number, number]> = []
  let from = 0
  let run = 0
  let lines = 0
  let text = 0
  let start = 0
  while (start < raw.length && lines < maxLines && text < maxTextBytes) {
    const found = raw.indexOf(newline, start)
    const next = found < 0 ? raw.length : found + 1
    const end = found > start && raw[found - 1] === carriageReturn ? found - 1 : found < 0 ? next : found
    if (isEncoded(raw, start, end)) {
      run++
      if (run === maxRunLength) kept.push([from, next])
      if (run >= maxRunLength) from = next
    } else {
      run = 0
      lines++
      text += next - start
    }
    start = next
  }
  const end = start - Math.max(0, text - maxTextBytes)
  return from < end ? [...kept, [from, end]] : kept
}

export const of = (raw: Uint8Array): Uint8Array => {
  const kept = ranges(raw)
  if (kept.length === 1) return raw.subarray(...kept[0]!)
  const size = kept.reduce((sum, [from, to]) => sum + to - from, 0)
  const excerpt = new Uint8Array(size)
  let at = 0
  for (const [from, to] of kept) {
    excerpt.set(raw.subarray(from, to), at)
    at += to - from
  }
  return excerpt
}
