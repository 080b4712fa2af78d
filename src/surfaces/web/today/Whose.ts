/** Whose deals the page shows, and its addresses, which keep that choice. */
import { html, type Html } from "../Html.ts"
import type { PageContext } from "../frame/PageContext.ts"
import { say } from "../i18n/Words.ts"

const choices = ["mine", "everyone"] as const
type Whose = (typeof choices)[number]

const parameter = "whose"

const asked = ({ url }: PageContext): string => url.searchParams.get(parameter) || "mine"

export const isWrong = (context: PageContext): boolean => !choices.some((one) => one === asked(context))

export const isMine = (context: PageContext): boolean => asked(context) !== "everyone"

const path = "/today"

const addressFor = (whose: Whose, at = path): string =>
  whose === "mine" ? at : `${at}?${parameter}=${whose}`

/** The page's own address, or that of a form of one of its deals. */
export const address = (context: PageContext, form = ""): string =>
  addressFor(isMine(context) ? "mine" : "everyone", `${path}${form}`)

/** The `ownerId` of an operation. */
export const ownerId = (context: PageContext): "me" | undefined => (isMine(context) ? "me" : undefined)

/** The address of the list of deals with this filter. */
export const dealsAddress = (context: PageContext, filter: Readonly<Record<string, string>>): URL => {
  const query = new URLSearchParams({ ...(isMine(context) ? { owner: "me" } : {}), ...filter })
  return new URL(`/deals?${query}`, context.url)
}

export const choice = (context: PageContext): Html =>
  html`<nav class="views" aria-label="${say.today.whose}">
    ${choices.map(
      (whose) =>
        html`<a
          href="${addressFor(whose)}"
          ${isMine(context) === (whose === "mine") && html`aria-current="page"`}
          >${say.today[whose]}</a
        >`
    )}
  </nav>`
