/** Converts dates in spreadsheets to ISO 8601. Ambiguous and other text is kept, so that the operation rejects it. */
import * as DealFields from "../../../schema/DealFields.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"

/** The row fields that hold dates. */
export const fields: ReadonlyArray<string> = [
  ...["createdAt", "closedAt"],
  ...DealFields.columns.flatMap(({ input, sent, type }) =>
    input !== undefined && type === "timestamptz" ? [sent] : []
  )
]

const time = "(?:[ T,]+(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:\\.\\d+)?))?\\s*(am|pm)?)?"
const offset = "(?: ?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?"
const numeric = new RegExp(`^(\\d{1,4})([-./])(\\d{1,2})\\2(\\d{1,4})${time}${offset}$`, "iu")
const monthFirst = new RegExp(`^(\\p{L}{3,9})\\.? (\\d{1,2}),? (\\d{4})${time}${offset}$`, "iu")
const dayFirst = new RegExp(`^(\\d{1,2})\\.?[ -](\\p{L}{3,9})\\.?,?[ -](\\d{4})${time}${offset}$`, "iu")

/** MySQL and its exports write a missing date as zeros. */
const zero = /^(?:0{4}[-./]0{1,2}[-./]0{1,2}|0{1,2}[-./]0{1,2}[-./]0{4})(?:[ T]0{1,2}:00(?::00)?)?$/u

/** Names and abbreviations of months in English and German. */
const months: ReadonlyArray<RegExp> = [
  /^jan(?:uary?|uar)?$/iu,
  /^feb(?:ruary?|ruar)?$/iu,
  /^(?:mar(?:ch)?|mär(?:z)?|mrz|maerz)$/iu,
  /^apr(?:il)?$/iu,
  /^(?:may|mai)$/iu,
  /^(?:june?|juni?)$/iu,
  /^(?:july?|juli?)$/iu,
  /^aug(?:ust)?$/iu,
  /^sept?(?:ember)?$/iu,
  /^(?:oct|okt)(?:ober)?$/iu,
  /^nov(?:ember)?$/iu,
  /^(?:dec|dez)(?:ember)?$/iu
]

const monthOf = (name: string): string | undefined => {
  const index = months.findIndex((month) => month.test(name))
  return index < 0 ? undefined : String(index + 1)
}

type Order = "dmy" | "mdy"

/** Whether the order of day and month is unknown. */
export const isAmbiguous = (text: string): boolean => {
  const [, first = "", , , third = ""] = numeric.exec(text.trim()) ?? []
  return third.length === 4 && first.length <= 2 && orderOf(text) === undefined
}

/** The order of day and month, if only one is possible. */
export const orderOf = (text: string): Order | undefined => {
  const [, first = "", sign, second = ""] = numeric.exec(text.trim()) ?? []
  if (first.length > 2 || first === "") return undefined
  if (Number(first) > 12) return "dmy"
  if (Number(second) > 12) return "mdy"
  return sign === "." ? "dmy" : undefined
}

const two = (part: string | number) => String(part).padStart(2, "0")

const hourOf = (hour: string, half: string | undefined): number => {
  if (half === undefined) return Number(hour)
  return Number(hour) > 12 ? 99 : (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
}

const offsetOf = (zone: string): string =>
  /^(?:Z|UTC|GMT)$/iu.test(zone) ? "Z" : zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`

type TimeParts = ReadonlyArray<string | undefined>

/** Undefined for a day with an offset but no time, because its start is unclear. */
const isoOf = (year: string, month: string, day: string, [hour, minute, seconds, half, zone]: TimeParts) => {
  if (hour === undefined && zone !== undefined) return undefined
  const date = `${year}-${two(month)}-${two(day)}`
  return hour === undefined
    ? date
    : `${date}T${two(hourOf(hour, half))}:${minute}:${seconds ?? "00"}${zone === undefined ? "" : offsetOf(zone)}`
}

const parseNamedMonth = (text: string): string | undefined => {
  const [, name, day, year, ...clock] = monthFirst.exec(text) ?? []
  const [, firstDay, secondName, lastYear, ...rest] = dayFirst.exec(text) ?? []
  const month = monthOf(name ?? secondName ?? "")
  if (month === undefined) return undefined
  return day === undefined ? isoOf(lastYear!, month, firstDay!, rest) : isoOf(year!, month, day, clock)
}

const parseDate = (sent: string, order: Order | undefined): string => {
  const text = sent.trim()
  if (zero.test(text)) return ""
  const found = numeric.exec(text)
  if (found === null) return parseNamedMonth(text) ?? sent
  const [, first = "", , second = "", third = "", ...clock] = found
  const isYearFirst = first.length === 4
  const by = isYearFirst ? "ymd" : (orderOf(text) ?? order)
  if (by === undefined || (isYearFirst ? third.length > 2 : third.length !== 4)) return sent
  const [year, month, day] =
    by === "ymd" ? [first, second, third] : by === "dmy" ? [third, second, first] : [third, first, second]
  return isoOf(year!, month!, day!, clock) ?? sent
}

const isLocal = /T[\d:.]+$/u

/** A time without an offset is in `zone`. A date of zeros becomes an empty string. */
export const iso = (text: string, order: Order | undefined, zone: string): string => {
  const found = parseDate(text, order)
  return isLocal.test(found) ? (TimeZone.instantOf(found, zone) ?? text) : found
}
