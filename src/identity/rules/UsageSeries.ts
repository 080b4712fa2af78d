/** Request counts as a graph needs them: one number for each minute or hour, zero if there were none. */

/** The requests of a credential in one minute or hour. */
export interface Tally {
  readonly credential: string
  /** When the minute or the hour began. */
  readonly at: string
  readonly requests: number
  readonly refused: number
}

/** The oldest count first, the current minute or hour last. */
export interface Series {
  readonly requests: ReadonlyArray<number>
  readonly refused: ReadonlyArray<number>
}

/** Minutes or hours up to the current one. */
export interface Span {
  /** Milliseconds. */
  readonly step: number
  readonly count: number
}

export const lastHour: Span = { step: 60_000, count: 60 }
export const lastDay: Span = { step: 3_600_000, count: 24 }

/** When the first step of a span began. */
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
