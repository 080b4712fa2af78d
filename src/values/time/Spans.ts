/** The spans of time (UTC) that the partitions of a table hold. */

export type Length = "day" | "month"

export interface Span {
  /** ISO 8601; the end is the beginning of the next. */
  readonly from: string
  readonly to: string
}

const startOf = (length: Length, at: string, later = 0): Date => {
  const day = new Date(at)
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  return new Date(length === "day" ? Date.UTC(year, month, date + later) : Date.UTC(year, month + later, 1))
}

/** The beginning of the span of a time: what is older may be gone when that time is where keeping begins. */
export const begin = (length: Length, at: string): string => startOf(length, at).toISOString()

/** The span of a time, and `many` after it. */
export const ahead = (length: Length, at: string, many: number): ReadonlyArray<Span> =>
  Array.from({ length: many + 1 }, (_, later) => ({
    from: startOf(length, at, later).toISOString(),
    to: startOf(length, at, later + 1).toISOString()
  }))

/** Of a partition: `audit_y2026m11`, `request_counts_y2026m11d23`. */
export const nameOf = (table: string, length: Length, { from }: Span): string => {
  const [year, month, date] = from.slice(0, 10).split("-")
  return `${table}_y${year}m${month}${length === "month" ? "" : `d${date}`}`
}
