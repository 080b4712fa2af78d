/** The page of a group: its operations. */
import { html, type Html } from "../pages/platform/Html.ts"
import { type Description, operationsOf, type Placed } from "./Description.ts"

export const title = (tag: string): string => tag[0]!.toUpperCase() + tag.slice(1)

/** `deals.bulkMove` has the page `/docs/deals/bulkMove`. */
export const addressOf = (operationId: string): string => `/docs/${operationId.replaceAll(".", "/")}`

/** Links to operations; each has its id, as addresses of old have it. */
export const contents = (placed: ReadonlyArray<Placed>, isOwn = false): Html =>
  html`<ul class="operations">
    ${placed.map(
      ({ method, operation: { operationId, summary }, path }) =>
        html`<li ${isOwn && html`id="${operationId}"`}>
          <a href="${addressOf(operationId)}">${summary}</a>
          <span><span class="tag">${method}</span> <code>${path}</code></span>
        </li>`
    )}
  </ul>`

export const page = (description: Description, tag: string): Html => html`
  <h1>${title(tag)}</h1>
  <p>${description.tags.find(({ name }) => name === tag)?.description}</p>
  ${contents(operationsOf(description, tag), true)}
`
