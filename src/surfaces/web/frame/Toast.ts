/** What was just done, and the way to take it back: a form that works without scripts, and that page.js fills in with them. */
import { say } from "../words/Words.ts"
import { html, type Html } from "../Html.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { PageContext } from "./PageContext.ts"

/** Undoes one request, at once. */
export const path = "/undo/at-once"

/** Hidden where there is nothing to take back. */
export const form = ({ url, visit }: PageContext): Html => {
  const { sequel } = visit
  return html`<form
    class="undoing"
    id="undoing"
    method="post"
    action="${path}"
    ${sequel === undefined && html`hidden`}
  >
    ${BrowserSession.hidden(visit)}<input type="hidden" name="from" value="${url.pathname}${url.search}" />
    <input type="hidden" name="requestId" value="${sequel?.requestId}" />
    <input type="hidden" name="kind" value="${sequel?.kind}" />
    <button class="quiet" type="submit">${sequel?.kind === "redo" ? say.toast.redo : say.toast.undo}</button>
  </form>`
}
