/** What clocks of a time zone show. */
import { DateTime } from "effect"

/** The date and time that clocks of the zone show, as ISO 8601 with their offset. */
export const local = (time: string, zone: string): string =>
  zone === "UTC" ? time : DateTime.formatIsoOffset(DateTime.makeZonedUnsafe(time, { timeZone: zone }))

/** The day of a time there. */
export const dayIn =
  (zone: string) =>
  (time: string): string =>
    local(time, zone).slice(0, 10)

/** When a day (`YYYY-MM-DD`) begins in the zone, in Unix milliseconds: its first moment, if clocks skip midnight. */
export const startOf = (date: string, zone: string): number => {
  if (zone === "UTC") return Date.parse(date)
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  return DateTime.makeZonedUnsafe({ year, month, day }, { timeZone: zone, adjustForTimeZone: true })
    .epochMilliseconds
}

/** When clocks of the zone show a date and time (`2026-05-01T09:30:00`), the first time if they do twice; undefined if they never do. */
export const instantOf = (shown: string, zone: string): string | undefined => {
  if (zone === "UTC") return `${shown}Z`
  if (Number.isNaN(Date.parse(`${shown}Z`))) return undefined
  const time = DateTime.makeZonedUnsafe(`${shown}Z`, { timeZone: zone, adjustForTimeZone: true })
  const at = new Date(time.epochMilliseconds).toISOString()
  return local(at, zone).startsWith(shown.slice(0, 16)) ? at : undefined
}
