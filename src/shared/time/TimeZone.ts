/** Converts between times and the local time of a zone. */
import { DateTime } from "effect"

/** The local date and time in the zone, as ISO 8601 with its offset. */
export const local = (time: string, zone: string): string =>
  zone === "UTC" ? time : DateTime.formatIsoOffset(DateTime.makeZonedUnsafe(time, { timeZone: zone }))

/** The local day of a time. */
export const dayIn =
  (zone: string) =>
  (time: string): string =>
    local(time, zone).slice(0, 10)

/** The start of a day (`YYYY-MM-DD`) in the zone, in Unix milliseconds. This is its first moment if clocks skip midnight. */
export const startOf = (date: string, zone: string): number => {
  if (zone === "UTC") return Date.parse(date)
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  return DateTime.makeZonedUnsafe({ year, month, day }, { timeZone: zone, adjustForTimeZone: true })
    .epochMilliseconds
}

/**
 * The time at which clocks in the zone show a date and time (`2026-05-01T09:30:00`): the first one if there are two, and undefined if they
 * skip it.
 */
export const instantOf = (shown: string, zone: string): string | undefined => {
  if (zone === "UTC") return `${shown}Z`
  if (Number.isNaN(Date.parse(`${shown}Z`))) return undefined
  const time = DateTime.makeZonedUnsafe(`${shown}Z`, { timeZone: zone, adjustForTimeZone: true })
  const at = new Date(time.epochMilliseconds).toISOString()
  return local(at, zone).startsWith(shown.slice(0, 16)) ? at : undefined
}
