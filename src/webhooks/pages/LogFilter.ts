/** The delivery log filtered by status, and the button to resend all failed deliveries. */
import { Effect } from "effect"
import type { Delivery } from "../../../schema/Webhook.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as FirstPage from "../../surfaces/web/FirstPage.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as BrowserSession from "../../surfaces/web/BrowserSession.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { path, statuses } from "./WebhookParts.ts"

const deliveries = callOperation("webhooks.deliveries")
const redeliver = callOperation("webhooks.redeliver")

type Status = (typeof Delivery.Encoded)["status"]

/** The number of deliveries searched for a status, which is the maximum page size. */
const searchedCount = 100

const filterStatuses: ReadonlyArray<Status> = ["failed", "pending", "delivered"]

/** The status in the address. */
export const statusOf = ({ url }: PageContext): Status | undefined =>
  filterStatuses.find((status) => status === url.searchParams.get("status"))

/** A page of the log. With a status, only the newest deliveries are searched. */
export const read = Effect.fnUntraced(function* (context: PageContext) {
  const id = context.param("id")
  const status = statusOf(context)
  const cursor = context.url.searchParams.get("cursor") ?? undefined
  if (status === undefined)
    return yield* FirstPage.orFirst(cursor, (cursor) => deliveries({ id, limit: 25, cursor }))
  return yield* FirstPage.orFirst(undefined, () =>
    Effect.map(deliveries({ id, limit: searchedCount }), ({ data }) => ({
      data: data.filter((one) => one.status === status),
      nextCursor: null
    }))
  )
})

export const choices = (context: PageContext): Html => {
  const at = `${path}/${context.param("id")}`
  const current = statusOf(context)
  const link = (status: Status | undefined) =>
    html`<a
      href="${status === undefined ? at : `${at}?status=${status}`}"
      ${status === current && html`aria-current="page"`}
      >${status === undefined ? say.webhooks.every : statuses[status]}</a
    >`
  return html`<nav class="views" aria-label="${say.webhooks.status}">
      ${[undefined, ...filterStatuses].map(link)}
    </nav>
    ${current !== undefined && html`<p class="hint">${say.webhooks.amongNewest(searchedCount)}</p>`}`
}

/** The button beside the failed deliveries. It has no idempotency key, because all its requests would share it. */
export const resendAll = (context: PageContext, data: ReadonlyArray<typeof Delivery.Encoded>): Html | false =>
  context.actor.role === "admin" &&
  statusOf(context) === "failed" &&
  data.length > 0 &&
  html`<form method="post" action="${path}/${context.param("id")}/resend-failed">
    ${BrowserSession.hidden(context.visit)}
    <p><button type="submit">${say.webhooks.resendFailed(data.length)}</button></p>
  </form>`

export const routes = [
  WorkspacePage.form(`${path}/:id/resend-failed`, {
    run: Effect.fnUntraced(function* (context) {
      const id = context.param("id")
      const { data } = yield* deliveries({ id, limit: searchedCount })
      const failed = data.filter(({ status }) => status === "failed")
      yield* Effect.forEach(failed, (one) => redeliver({ id, deliveryId: one.id }), { discard: true })
      return { to: `${path}/${id}`, notice: say.webhooks.resent(failed.length) }
    })
  })
]
