/** Converts an invitation (RFC 5545) to text, for mail without other text. */

const textFields = [
  ["SUMMARY", ""],
  ["DTSTART", "Start: "],
  ["DTEND", "End: "],
  ["LOCATION", "Location: "],
  ["DESCRIPTION", ""],
  ["COMMENT", ""]
] as const

const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/gu, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign))

/** Longer than any invitation that people write. */
const maxLength = 200_000

/** Formats `20261126T100000Z` for people. */
const readable = (value: string): string =>
  value.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/u,
    (_, year, month, day, hour, minute, zone) =>
      hour === undefined
        ? `${year}-${month}-${day}`
        : `${year}-${month}-${day} ${hour}:${minute}${zone === "Z" ? " UTC" : ""}`
  )

export const of = (calendar: string): string => {
  const lines = calendar
    .slice(0, maxLength)
    .replaceAll(/\r?\n[ \t]/gu, "")
    .split(/\r?\n/u)
  const begin = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/iu.test(line))
  const event = begin < 0 ? lines : lines.slice(begin)
  return textFields
    .flatMap(([name, before]) => {
      const line = event.find((one) => new RegExp(`^${name}[;:]`, "iu").test(one))
      const found = line === undefined ? null : /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/u.exec(line)
      const value = unescaped(found?.[1] ?? "").trim()
      return value === "" ? [] : [before + readable(value)]
    })
    .join("\n")
}
