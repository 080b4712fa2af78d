/** Request counts for a chart: one number per minute or hour, with zeros for gaps. */

/** The requests of a credential in one minute or hour. */
export interface Tally {
  readonly credential: string
  /** The start of the minute or hour. */
  readonly at: string
  readonly requests: number
  readonly refused: number
}

/** The counts from the oldest to the current minute or hour. */
export interface Series {
  readonly requests: ReadonlyArray<number>
  readonly refused: ReadonlyArray<number>
}

/** A number of minutes or hours, up to the current one. */
export interface Span {
  /** In milliseconds. */
  readonly step: number
  readonly count: number
}

export const lastHour: Span = { step: 60_000, count: 60 }
export const lastDay: Span = { step: 3_600_000, count: 24 }

/** The start of a span's first step. */
export const start = ({ count, step }: Span, now: number): number => now - (now % step) - (count - 1) * step

/** Sums the tallies by minute or hour. */
export const of = (span: Span, now: number, tallies: ReadonlyArray<Tally>): Series => {
  const requests = Array.from({ length: span.count }, () => 0)
  const refused = [...requests]
  const first = start(span, now)
  for (const tally of tallies) {
    const place = Math.floor((Date.parse(tally.at) - first) / span.step)
    if (place < 0 || place >= span.count) continue
    requests[place]! += tally.requests
    refused[place]! += tally.refused
  }
  return { requests, refused }
}

export const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => a + b, 0)
