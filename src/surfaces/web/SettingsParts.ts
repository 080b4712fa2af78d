/** Parts of the settings lists: a secret that is shown once, and actions that need a confirmation. */
import { say } from "./i18n/Words.ts"
import { html, type Html, type Part } from "./Html.ts"
import type { PageContext } from "./frame/PageContext.ts"
import * as WorkspacePage from "./frame/WorkspacePage.ts"

/** A text to copy. The copy button appears only if scripts run. */
export const secret = (id: string, label: Part, text: string): Html =>
  html`<div class="copied">
    <h2 id="${id}-label">${label}</h2>
    <code class="secret" id="${id}">${text}</code>
    <button type="button" class="quiet" data-copies="${id}" aria-describedby="${id}-label">
      ${say.parts.copy}
    </button>
  </div>`

interface Confirmation {
  /** Unique among the forms of the page. */
  readonly id: string
  readonly action: string
  readonly verb: Part
  /** The person or record that the action affects. */
  readonly what: Part
  readonly warning: Part
  /** Additional fields that the form sends. */
  readonly fields?: Html | false
}

/** An action that can't be undone. The person opens it first and then confirms. */
export const confirmed = (
  context: PageContext,
  { action, fields, id, verb, warning, what }: Confirmation
): Html =>
  html`<details class="confirmed">
    <summary>${verb}<span class="unseen"> ${what}</span></summary>
    <form method="post" action="${action}">
      ${WorkspacePage.hidden(context, id)} ${fields}
      <p>${warning}</p>
      <button class="bad" type="submit">${say.parts.verbOf(verb, what)}</button>
    </form>
  </details>`

/** A button that opens the `popover` form with this id, if the window is too narrow to show the form all the time. */
export const fold = (id: string): Html =>
  html`<button type="button" class="quiet fold" popovertarget="${id}">${say.parts.filter}</button>`

const size = 50

/** The page of a long list that the address asks for, with links to the other pages. */
export const part = <A>({ url }: PageContext, all: ReadonlyArray<A>) => {
  const offset = Number(url.searchParams.get("from") ?? 0)
  const from = Number.isInteger(offset) && offset > 0 && offset < all.length ? offset : 0
  const link = (text: Part, to: number) => html`<a href="?from=${to}">${text}</a>`
  return {
    shown: all.slice(from, from + size),
    turn:
      all.length > size &&
      html`<nav class="turn" aria-label="${say.parts.ofList}">
        <span class="soft">${say.parts.range(from + 1, Math.min(all.length, from + size), all.length)}</span>
        ${from > 0 && link(say.parts.previous, Math.max(0, from - size))}
        ${from + size < all.length && link(say.parts.next, from + size)}
      </nav>`
  }
}
