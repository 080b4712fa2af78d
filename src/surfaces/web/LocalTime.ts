/**
 * Times in the reader's saved zone. If none is saved, the server writes them in the workspace's zone and names it, and
 * page.js rewrites them in the browser's zone.
 */
import * as Age from "../../shared/time/Age.ts"
import * as Reader from "./i18n/Reader.ts"
import { say } from "./i18n/Words.ts"
import { html, type Html, Message, type Part } from "./Html.ts"

/** The tag is adjacent to its text, because a line break in the source would show as a space. */
const element = (
  iso: string,
  shape: "day" | "minute" | "ago",
  text: Message,
  title: Html | false = false
): Html => html`<time datetime="${iso}" data-as="${shape}" ${title}>${text}</time>`

/** `4 May 2026` */
export const day = (iso: string): Html =>
  element(iso, "day", new Message((reader) => reader.locale.day(iso, Reader.zoneOf(reader))))

/** Writes a due day, which is the same in every reader's zone. */
export const wholeDay = (iso: string): Html =>
  html`<time datetime="${iso.slice(0, 10)}">${new Message(({ locale }) => locale.day(iso, "UTC"))}</time>`

const written = (iso: string): Message => new Message((reader) => Reader.minute(reader, iso))

export const minute = (iso: string): Html => element(iso, "minute", written(iso))

/** A due date in other words, with the exact one as a tooltip. */
export const due = (iso: string, isWholeDay: boolean, text: Part): Html => {
  const exact = isWholeDay ? new Message(({ locale }) => locale.day(iso, "UTC")) : written(iso)
  return html`<time datetime="${isWholeDay ? iso.slice(0, 10) : iso}" title="${exact}">${text}</time>`
}

/** `3 h`: from one time to a later one. */
export const span = (from: string, to: string): Message => {
  const { count, unit } = Age.of(from, to)
  return unit === undefined ? say.parts.now : say.parts.age[unit](count)
}

/** `3 h`, with the exact time as a tooltip. */
export const ago = (iso: string, now: string): Html =>
  element(iso, "ago", span(iso, now), html` title="${written(iso)}"`)
