/** The icons of the frame, drawn in the colour of the surrounding text. */
import { html, type Html } from "../Html.ts"

const drawing = (path: Html): Html =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${path}</svg>`

export const search = drawing(html`<circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 3.5 3.5" />`)

/** A page of a calendar. */
export const today = drawing(html`<path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3" />`)

export const more = drawing(html`<path d="m4 6 4 4 4-4" />`)

/** Three bars that grow: a pipeline. */
export const logo = html`<svg class="logo" viewBox="0 0 16 16" width="22" height="22" aria-hidden="true">
  <path d="M3 13V9m5 4V6m5 7V3" />
</svg>`

/** The logo as a favicon, which can't use the colours of our style sheet. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1f4fd1"/><path d="M4 12V9m4 3V6.5M12 12V4" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>'
)}`
