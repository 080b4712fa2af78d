/** Calendars as programs read them (RFC 5545): events of a day, or of a time, with texts escaped and lines folded. */

export interface Event {
  /** The same each time the event is told of. */
  readonly uid: string
  /** When what is told of it last changed. */
  readonly changedAt: string
  /** A day, `2026-05-08`, or a time in ISO 8601. */
  readonly at: string
  readonly summary: string
  readonly description: string
  readonly url: string
}

interface Calendar {
  readonly name: string
  readonly events: ReadonlyArray<Event>
}

/** Octets of a line without its end (section 3.1). */
const longest = 75

const encoder = new TextEncoder()

/** Goes on in the next line after a space; a character, however many octets it takes, stays whole. */
const folded = (line: string): string => {
  let octets = 0
  let text = ""
  for (const char of line) {
    const { length } = encoder.encode(char)
    if (octets + length > longest) {
      text += "\r\n "
      octets = 1
    }
    text += char
    octets += length
  }
  return text
}

/** A value of type TEXT (section 3.3.11), without control characters, which it may not hold. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, "\n")
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
    .replaceAll(/[\\;,]/gu, "\\$&")
    .replaceAll("\n", "\\n")

/** In UTC. */
const time = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/gu, "")

const isDay = (at: string): boolean => /^\d{4}-\d\d-\d\d$/u.test(at)

const linesOf = ({ at, changedAt, description, summary, uid, url }: Event): ReadonlyArray<string> => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTAMP:${time(changedAt)}`,
  `LAST-MODIFIED:${time(changedAt)}`,
  ...(isDay(at)
    ? [`DTSTART;VALUE=DATE:${at.replaceAll("-", "")}`]
    : [`DTSTART:${time(at)}`, "DURATION:PT30M"]),
  `SUMMARY:${escaped(summary)}`,
  `DESCRIPTION:${escaped(description)}`,
  `URL:${url}`,
  // A step to take keeps nobody from being free.
  "TRANSP:TRANSPARENT",
  "END:VEVENT"
]

export const write = ({ events, name }: Calendar): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//sales-pipeline//next steps//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap(linesOf),
    "END:VCALENDAR"
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("")
