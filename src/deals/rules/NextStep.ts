/** The due date of a deal's next step: a day, stored as that day's end in UTC, or a time. */
import { endOfDay } from "../../../schema/DealFields.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"

export const isWholeDay = (dueAt: string): boolean => dueAt.endsWith(endOfDay)

export const fromDay = (day: string): string => `${day}${endOfDay}`

/** The current time in ISO 8601, and the day that it is in the workspace's zone (`YYYY-MM-DD`). */
export interface Now {
  readonly time: string
  readonly day: string
}

export const nowIn = (time: string, zone = "UTC"): Now => ({ time, day: TimeZone.dayIn(zone)(time) })

export const dayOf = (dueAt: string, zone = "UTC"): string =>
  isWholeDay(dueAt) ? dueAt.slice(0, 10) : TimeZone.dayIn(zone)(dueAt)

/** A step that is due on a day becomes overdue when the day ends in the workspace's zone. */
export const isOverdue = (dueAt: string, { day, time }: Now): boolean =>
  isWholeDay(dueAt) ? dueAt.slice(0, 10) < day : dueAt < time
