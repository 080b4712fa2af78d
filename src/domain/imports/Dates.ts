/** Dates as spreadsheets write them, in ISO 8601. What can be read in two ways is left as it is, and refused. */

const shape =
  /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?)?(Z|[+-]\d{2}:\d{2})?$/iu

export type Order = "dmy" | "mdy"

/** Which comes first, the day or the month, if it can only be one. */
const certain = (text: string): Order | undefined => {
  const [, first = "", sign, second = ""] = shape.exec(text.trim()) ?? []
  if (first.length > 2 || first === "") return undefined
  if (Number(first) > 12) return "dmy"
  if (Number(second) > 12) return "mdy"
  return sign === "." ? "dmy" : undefined
}

/** The order that a column's values agree on. */
export const orderOf = (values: ReadonlyArray<string>): Order | undefined => {
  const found = new Set(values.flatMap((value) => certain(value) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

const two = (part: string | number) => String(part).padStart(2, "0")

const hourOf = (hour: string, half: string | undefined): number => {
  if (half === undefined) return Number(hour)
  return (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
}

/** Times without an offset are in UTC. */
export const iso = (text: string, order: Order | undefined): string => {
  const found = shape.exec(text.trim())
  if (found === null) return text
  const [, first = "", , second = "", third = "", hour, minute, seconds = "00", half, zone = "Z"] = found
  const isYearFirst = first.length === 4
  const by = isYearFirst ? "ymd" : (certain(text) ?? order)
  if (by === undefined || (isYearFirst ? third.length > 2 : third.length !== 4)) return text
  const [year, month, day] =
    by === "ymd" ? [first, second, third] : by === "dmy" ? [third, second, first] : [third, first, second]
  const date = `${year}-${two(month)}-${two(day)}`
  return hour === undefined ? date : `${date}T${two(hourOf(hour, half))}:${minute}:${seconds}${zone}`
}
