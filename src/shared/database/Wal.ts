/**
 * Positions in PostgreSQL's write-ahead log (WAL), and the names of its files. A position (LSN) counts the log's bytes. PostgreSQL writes
 * 0x1_0A000028 as "1/A000028".
 */

/** The size of a WAL segment in bytes. This service's clusters are created with PostgreSQL's default. */
export const segmentBytes = 16 * 2 ** 20

const size = BigInt(segmentBytes)

export const parseLsn = (text: string): bigint => {
  const [high = "0", low = "0"] = text.split("/")
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`

/** The start of the segment that contains a position. */
export const segmentStart = (lsn: bigint): bigint => lsn - (lsn % size)

const hex = (value: bigint | number, digits: number) => value.toString(16).toUpperCase().padStart(digits, "0")

/** The name of the segment that contains a position: its timeline, and its number in two parts. */
export const segmentName = (timeline: number, lsn: bigint): string => {
  const number = lsn / size
  return `${hex(timeline, 8)}${hex(number >> 8n, 8)}${hex(number & 0xffn, 8)}`
}

/** The name of the file with a timeline's history. */
export const historyName = (timeline: number): string => `${hex(timeline, 8)}.history`

/** A stored piece of the log: a whole segment, or its bytes from `from` up to but excluding `to`. */
export interface Piece {
  readonly name: string
  readonly timeline: number
  /** The position at which its segment starts. */
  readonly segment: bigint
  readonly from: number
  readonly to: number
}

export const isWhole = ({ from, to }: Piece) => from === 0 && to === segmentBytes

/** Whole segments are compressed. A part is named after its range, and replaced by larger ones. */
export const pieceOf = (timeline: number, segment: bigint, from: number, to: number): Piece => {
  const name = segmentName(timeline, segment)
  const range = `${hex(from, 7)}-${hex(to, 7)}`
  const piece = { name: `${name}.${range}`, timeline, segment, from, to }
  return isWhole(piece) ? { ...piece, name: `${name}.gz` } : piece
}

const pattern =
  /^(?<timeline>[0-9A-F]{8})(?<high>[0-9A-F]{8})(?<low>[0-9A-F]{8})\.(?:gz|(?<from>[0-9A-F]{7})-(?<to>[0-9A-F]{7}))$/u

/** The piece with that name; undefined if it isn't one. */
export const parsePiece = (name: string): Piece | undefined => {
  const { from = "0", high, low, timeline, to = hex(segmentBytes, 7) } = pattern.exec(name)?.groups ?? {}
  if (timeline === undefined) return undefined
  const segment = ((BigInt(`0x${high}`) << 8n) | BigInt(`0x${low}`)) * size
  return {
    name,
    timeline: Number.parseInt(timeline, 16),
    segment,
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16)
  }
}

export const endOf = ({ segment, to }: Piece): bigint => segment + BigInt(to)

/** The smallest set of a segment's pieces that covers it from its first byte without gaps. */
export const covering = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const chosen: Array<Piece> = []
  let reached = 0
  while (true) {
    const next = pieces
      .filter(({ from, to }) => from <= reached && to > reached)
      .reduce<Piece | undefined>((best, piece) => (best && best.to >= piece.to ? best : piece), undefined)
    if (next === undefined) return chosen
    chosen.push(next)
    reached = next.to
  }
}

/** The number of parts of one level that are merged into one of the next. */
const fanout = 16

/**
 * The number of last parts to merge into one, given the level of each. A segment that fills slowly keeps few parts, and each byte is
 * written only a few times.
 */
export const mergeable = (levels: ReadonlyArray<number>): number => {
  const last = levels.at(-1)
  const run = levels.length - 1 - levels.findLastIndex((level) => level !== last)
  return run >= fanout ? run : 0
}

/** The timelines before this one, oldest first, each with the position at which it ended. */
export const parseHistory = (
  text: string
): ReadonlyArray<{ readonly timeline: number; readonly left: bigint }> =>
  [...text.matchAll(/^(?<timeline>\d+)\s+(?<left>[0-9A-F]+\/[0-9A-F]+)/gmu)].map(({ groups }) => ({
    timeline: Number(groups?.["timeline"]),
    left: parseLsn(groups?.["left"] ?? "")
  }))

/** The timeline of a history file; undefined if the name isn't one. */
export const parseHistoryName = (name: string): number | undefined => {
  const digits = /^([0-9A-F]{8})\.history$/u.exec(name)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
