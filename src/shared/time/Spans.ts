/** The time spans (UTC) of a table's partitions. */

export type Length = "day" | "month"

export interface Span {
  /** In ISO 8601. The end is the start of the next span. */
  readonly from: string
  readonly to: string
}

const startOf = (length: Length, at: string, later = 0): Date => {
  const day = new Date(at)
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  return new Date(length === "day" ? Date.UTC(year, month, date + later) : Date.UTC(year, month + later, 1))
}

/** The start of the span that contains a time. Older spans can be dropped if data is kept from that time. */
export const begin = (length: Length, at: string): string => startOf(length, at).toISOString()

/** The span that contains a time, and the next `many` ones. */
export const ahead = (length: Length, at: string, many: number): ReadonlyArray<Span> =>
  Array.from({ length: many + 1 }, (_, later) => ({
    from: startOf(length, at, later).toISOString(),
    to: startOf(length, at, later + 1).toISOString()
  }))

/** The name of a partition, for example `audit_y2026m11` or `request_counts_y2026m11d23`. */
export const nameOf = (table: string, length: Length, { from }: Span): string => {
  const [year, month, date] = from.slice(0, 10).split("-")
  return `${table}_y${year}m${month}${length === "month" ? "" : `d${date}`}`
}
