/** Points in time as people read them: in UTC, as everything the service tells. */
import * as Age from "../../../domain/platform/Age.ts"
import { html, type Html } from "./Html.ts"

const formatted = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
    ...options
  })

const days = formatted({})
const minutes = formatted({ hour: "2-digit", minute: "2-digit" })

/** `4 May 2026` */
export const day = (iso: string): Html => html`<time datetime="${iso}">${days.format(Date.parse(iso))}</time>`

/** `4 May 2026, 14:00 UTC` */
export const minute = (iso: string): Html =>
  html`<time datetime="${iso}">${minutes.format(Date.parse(iso))} UTC</time>`

/** `3 h`, and when exactly for whoever points at it. */
export const ago = (iso: string, now: string): Html =>
  html`<time datetime="${iso}" title="${minutes.format(Date.parse(iso))} UTC">${Age.of(iso, now)}</time>`
