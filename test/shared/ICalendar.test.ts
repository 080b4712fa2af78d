import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ICalendar from "../../src/shared/time/ICalendar.ts"

const event: ICalendar.Event = {
  uid: "1@x",
  changedAt: "2026-05-01T10:00:00.123Z",
  at: "2026-05-08",
  summary: "Call",
  description: "",
  url: "https://x.example/deals/1"
}

const write = (more: Partial<ICalendar.Event> = {}, name = "Next steps") =>
  ICalendar.write({ name, events: [{ ...event, ...more }] })

const lines = (text: string) => text.split("\r\n")

/** As section 3.1 unfolds. */
const unfolded = (text: string) => lines(text.replaceAll("\r\n ", ""))

/** As section 3.3.11 reads TEXT. */
const read = (value: string) =>
  value.replaceAll(/\\([\\;,nN])/gu, (_, char) => (/n/iu.test(char) ? "\n" : char))

const valueOf = (text: string, name: string) =>
  read(
    unfolded(text)
      .find((line) => line.startsWith(`${name}:`))!
      .slice(name.length + 1)
  )

describe("a calendar", () => {
  it("says what every program needs, with lines that end in CR LF", () => {
    assert.deepStrictEqual(lines(write()), [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//sales-pipeline//next steps//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "X-WR-CALNAME:Next steps",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
      "BEGIN:VEVENT",
      "UID:1@x",
      "DTSTAMP:20260501T100000Z",
      "LAST-MODIFIED:20260501T100000Z",
      "DTSTART;VALUE=DATE:20260508",
      "SUMMARY:Call",
      "DESCRIPTION:",
      "URL:https://x.example/deals/1",
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
      "END:VCALENDAR",
      ""
    ])
  })

  it("has events at a time, in UTC", () => {
    const text = lines(write({ at: "2026-05-08T14:30:00.000Z" }))
    assert.includeMembers(text, ["DTSTART:20260508T143000Z", "DURATION:PT30M"])
  })

  it("lets no text become a line of its own, in the calendar's name neither", () => {
    const evil = "a\r\nEND:VEVENT\rX:1\nY;2,\\3\u2028Z\u0000\u0007"
    const text = write({ summary: evil, description: evil }, evil)
    assert.lengthOf(
      lines(text).filter((line) => line === "END:VEVENT"),
      1
    )
    const said = "a\nEND:VEVENT\nX:1\nY;2,\\3\nZ"
    for (const name of ["SUMMARY", "DESCRIPTION", "X-WR-CALNAME"])
      assert.strictEqual(valueOf(text, name), said, name)
  })

  it("folds at 75 octets, between characters, and gives every text back", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.string({ unit: "binary", maxLength: 300 }),
        (summary, description) => {
          const text = write({ summary, description })
          for (const line of lines(text)) assert.isAtMost(Buffer.byteLength(line), 75)
          assert.strictEqual(Buffer.from(text).toString(), text)
          const clean = (one: string) =>
            one
              .replaceAll(/\r\n?|[\u2028\u2029]/gu, "\n")
              // oxlint-disable-next-line no-control-regex
              .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
          assert.strictEqual(valueOf(text, "SUMMARY"), clean(summary))
          assert.strictEqual(valueOf(text, "DESCRIPTION"), clean(description))
        }
      )
    )
  })
})
