/** Writes calendars (RFC 5545) with events on a day or at a time. Text is escaped, and lines are folded. */

export interface Event {
  /** Stays the same in every version of the event. */
  readonly uid: string
  /** The time at which the event's data last changed. */
  readonly changedAt: string
  /** A day (`2026-05-08`), or a time in ISO 8601. */
  readonly at: string
  readonly summary: string
  readonly description: string
  readonly url: string
}

interface Calendar {
  readonly name: string
  readonly events: ReadonlyArray<Event>
}

/** The maximum octets of a line without its end (section 3.1). */
const maxOctets = 75

const encoder = new TextEncoder()

/** Folds a line: it continues on the next one after a space. Multi-byte characters aren't split. */
const folded = (line: string): string => {
  let octets = 0
  let text = ""
  for (const char of line) {
    const { length } = encoder.encode(char)
    if (octets + length > maxOctets) {
      text += "\r\n "
      octets = 1
    }
    text += char
    octets += length
  }
  return text
}

/** A value of type TEXT (section 3.3.11). Control characters aren't allowed in it and are removed. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, "\n")
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
    .replaceAll(/[\\;,]/gu, "\\$&")
    .replaceAll("\n", "\\n")

/** A time in UTC. */
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
  // A next step doesn't make its owner busy.
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
