/** The approvals page. Admins decide pending writes here; other people see the requests of their own agents. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { now } from "../../../layers/runtime/Now.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as ApprovalCard from "./ApprovalCard.ts"
import * as Decide from "./Decide.ts"

const { path } = Decide

const list = callOperation("approvals.list")
const get = callOperation("approvals.get")

const pageSize = 20

/** The polling interval, in seconds. */
const pace = 8

const isAdmin = ({ actor }: PageContext) => actor.role === "admin"

const address = (all: boolean, cursor?: string): string => {
  const query = new URLSearchParams({
    ...(all ? { show: "all" } : {}),
    ...(cursor === undefined ? {} : { cursor })
  }).toString()
  return query === "" ? path : `${path}?${query}`
}

const views = (all: boolean): Html =>
  html`<nav class="views" aria-label="${say.approvals.requests}">
    <a href="${address(false)}" ${!all && html`aria-current="page"`}>${say.approvals.waiting}</a>
    <a href="${address(true)}" ${all && html`aria-current="page"`}>${say.approvals.lately}</a>
  </nav>`

const card = (context: PageContext, approval: ApprovalCard.Approval, at: string, refused?: Refused): Html =>
  ApprovalCard.render({
    approval,
    at,
    isAdmin: isAdmin(context),
    isAlone: context.param("id") === approval.id,
    controls: isAdmin(context) && approval.status === "pending" && Decide.controls(context, approval, refused)
  })

const content = (body: Html, status = 200): Content => ({
  title: say.approvals.title,
  status,
  section: "Approvals",
  styles: ["settings.css", "approvals.css"],
  body
})

const show = Effect.fnUntraced(function* (context: PageContext) {
  const all = context.url.searchParams.get("show") === "all"
  const {
    gone,
    list: page,
    status
  } = yield* FirstPage.orFirst(context.url.searchParams.get("cursor") ?? undefined, (cursor) =>
    list({ limit: pageSize, cursor, ...(all ? {} : { status: "pending" }) })
  )
  const { data, nextCursor } = page
  const at = yield* now
  return content(
    html`<h1>${say.approvals.title}</h1>
      <p class="soft">${isAdmin(context) ? say.approvals.forAdmin : say.approvals.forOthers}</p>
      ${PageLayout.problem(gone)} ${views(all)}
      <div id="requests" data-live="${pace}">
        ${
          data.length === 0
            ? html`<p>${all ? say.approvals.nothingAsked : say.approvals.nothingWaits}</p>`
            : html`<ol class="rows" aria-label="${say.approvals.requests}">
                ${data.map((one) => html`<li class="approval" id="request-${one.id}">${card(context, one, at)}</li>`)}
              </ol>`
        }
        ${nextCursor !== null && html`<p><a href="${address(all, nextCursor)}">${say.approvals.older}</a></p>`}
      </div>`,
    status
  )
})

const showOne = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const approval = yield* get({ id: context.param("id") })
  const at = yield* now
  return content(
    html`<h1>${say.approvals.approval}</h1>
      ${views(false)} ${PageLayout.problem(refused?.problem)}
      <div class="card approval" id="requests" data-live="${pace}">
        ${card(context, approval, at, refused)}
      </div>`
  )
})

export const routes = [
  WorkspacePage.page(path, show),
  WorkspacePage.page(`${path}/:id`, (context) => showOne(context)),
  ...Decide.forms(showOne)
]
