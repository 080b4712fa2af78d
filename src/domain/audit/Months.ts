/** The calendar months (UTC) that the audit log is divided into. */

interface Month {
  readonly name: string
  /** ISO 8601; the end is the beginning of the next. */
  readonly from: string
  readonly to: string
}

/** Months made ahead, so that a service whose jobs fail for a while still has one. */
const many = 3

const startOf = (at: string, later = 0): Date => {
  const day = new Date(at)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + later, 1))
}

const two = (number: number) => String(number).padStart(2, "0")

const of = (from: Date): Month => ({
  name: `audit_y${String(from.getUTCFullYear()).padStart(4, "0")}m${two(from.getUTCMonth() + 1)}`,
  from: from.toISOString(),
  to: startOf(from.toISOString(), 1).toISOString()
})

/** The month of a time, and those after it. */
export const ahead = (at: string): ReadonlyArray<Month> =>
  Array.from({ length: many + 1 }, (_, later) => of(startOf(at, later)))

/** The beginning of a time's month: entries before it may be gone when that time is where keeping begins. */
export const begin = (at: string): string => startOf(at).toISOString()

/** Whether a partition holds a month before that of a time. */
export const isBefore = (name: string, at: string): boolean =>
  /^audit_y\d{4}m\d{2}$/u.test(name) && name < of(startOf(at)).name
