/** The toast after an action, with its undo button. The form works without scripts; page.js fills it in. */
import { say } from "../i18n/Words.ts"
import { html, type Html } from "../Html.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { PageContext } from "./PageContext.ts"

/** Undoes one request immediately. */
export const path = "/undo/at-once"

/** The form is hidden if there is nothing to undo. */
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
