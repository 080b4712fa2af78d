/** Links to the previous and next record of the list that this one was opened from, and back to that list. */
import { html, type Html, type Part } from "../Html.ts"

interface Neighbour {
  readonly href: string
  /** The title of that record, if it is known. */
  readonly title?: string
}

interface Way {
  readonly label: Part
  readonly back: { readonly href: string; readonly name: Part }
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
  readonly words: { readonly previous: Part; readonly next: Part }
}

/** deal.js and lead.js bind keys to these links. */
const turn = (id: "previous" | "next", to: Neighbour | undefined, word: Part): Html | false =>
  to !== undefined &&
  html`<a
    class="button quiet"
    id="${id}"
    rel="${id === "next" ? "next" : "prev"}"
    href="${to.href}"
    ${to.title !== undefined && html`title="${to.title}"`}
    aria-keyshortcuts="${id === "next" ? "j" : "k"}"
    ><span aria-hidden="true">${id === "next" ? "›" : "‹"}</span><span class="unseen">${word}</span></a
  >`

export const render = ({ back, label, next, previous, words }: Way): Html =>
  html`<nav class="along" aria-label="${label}">
    <a href="${back.href}">← ${back.name}</a>
    <span class="turns">
      ${turn("previous", previous, words.previous)} ${turn("next", next, words.next)}
    </span>
  </nav>`
