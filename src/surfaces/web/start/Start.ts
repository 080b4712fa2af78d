/** The onboarding of a board without deals: what this is, and the first steps, each one click. */
import type { Lanes } from "../../../../schema/Lanes.ts"
import { html, type Html, type Part } from "../Html.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { say } from "../i18n/Words.ts"
import * as Example from "./Example.ts"

type Board = typeof Lanes.Encoded

const step = (title: Part, text: Part, way: Html): Html =>
  html`<li>
    <h3>${title}</h3>
    <p class="soft">${text}</p>
    ${way}
  </li>`

const post = (context: PageContext, action: string, id: string, text: Part, fields?: Html): Html =>
  html`<form method="post" action="${action}">
    ${WorkspacePage.hidden(context, id)} ${fields}<button class="quiet" type="submit">${text}</button>
  </form>`

const panel = (context: PageContext, { boardId }: Board): Html =>
  html`<section class="card start" aria-labelledby="start">
    <h2 id="start">${say.start.title}</h2>
    <p>${say.start.about}</p>
    <ol>
      ${step(
        say.start.deal,
        say.start.aboutDeal,
        html`<a class="button" href="/boards/${boardId}/new">${say.start.makeDeal}</a>`
      )}
      ${step(
        say.start.file,
        say.start.aboutFile,
        html`<a class="button quiet" href="/import?board=${boardId}">${say.start.import}</a>`
      )}
      ${step(
        say.start.agent,
        say.start.aboutAgent,
        // The next page shows the key, a first request, and the MCP client entry, each with a copy button.
        post(
          context,
          "/settings/keys",
          "agent",
          say.start.connect,
          html`<input type="hidden" name="name" value="Agent" /><input
              type="hidden"
              name="expiresIn"
              value="never"
            />`
        )
      )}
      ${step(
        say.start.example,
        say.start.aboutExample,
        post(context, `/boards/${boardId}/example`, "example", say.start.load)
      )}
    </ol>
  </section>`

/** `isSearch`: the board is filtered, so it may be empty for that reason. */
export const offer = (context: PageContext, board: Board, isSearch: boolean): Html | false => {
  if (!WorkspacePage.may(context, "deals:write")) return false
  if (board.lanes.some(({ deals }) => deals.some(({ labels }) => labels.includes(Example.label))))
    return Example.bar(context, board.boardId)
  return !isSearch && board.lanes.every(({ dealCount }) => dealCount === 0) && panel(context, board)
}
