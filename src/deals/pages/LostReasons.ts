/** The workspace's usual reasons for losses, which fields named `list: LostReasons.id` offer. */
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"

export const id = "lost-reasons"

export const datalist = ({ actor }: PageContext): Html =>
  html`<datalist id="${id}">
    ${(actor.workspace.lostReasons ?? []).map((reason) => html`<option value="${reason}"></option>`)}
  </datalist>`
