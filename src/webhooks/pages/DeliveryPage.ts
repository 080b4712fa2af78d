/** The page of a delivery: its payload, the response to each attempt, and a button to resend it. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect, Result } from "effect"
import type { Attempt, DeliveryWithBody } from "../../../schema/Webhook.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import { path, status, title } from "./WebhookParts.ts"

const get = callOperation("webhooks.get")
const readDelivery = callOperation("webhooks.delivery")
const redeliver = callOperation("webhooks.redeliver")

type DeliveryDetails = typeof DeliveryWithBody.Encoded

/** The maximum number of characters of the body shown, because a lead with its enrichment can be large. */
const maxBodyLength = 20_000

const pretty = (body: string): string => {
  const parsed = Result.try(() => JSON.stringify(JSON.parse(body), null, 2))
  return Result.isSuccess(parsed) ? parsed.success : body
}

const signatures = (id: string, last: typeof Attempt.Encoded | undefined): ReadonlyArray<string> => [
  `webhook-id: ${id}`,
  `webhook-timestamp: ${last === undefined ? "…" : Math.floor(Date.parse(last.at) / 1000)}`,
  "webhook-signature: v1,…",
  "X-Service-Signature: sha256=…"
]

/** The headers of all attempts, without the signatures. */
const headers = ({ attempts, id }: DeliveryDetails, isSigned: boolean): string =>
  ["Content-Type: application/json", ...(isSigned ? signatures(id, attempts.at(-1)) : [])].join("\n")

const attempt = ({ at, durationMs, error, response, status }: typeof Attempt.Encoded): Html =>
  html`<li>
    <p>
      <strong>${status ?? say.webhooks.noResponse}</strong> ${LocalTime.minute(at)}
      <span class="soft">${say.webhooks.afterMs(durationMs)}</span>
    </p>
    ${error !== null && html`<p class="wrong">${Faults.text(error)}</p>`}
    ${
      response !== null &&
      response !== "" &&
      html`<p class="soft">${say.webhooks.responseBegan}</p>
        <pre class="wire">${response}</pre>`
    }
  </li>`

const request = (sent: DeliveryDetails, isSigned: boolean): Html => {
  const body = pretty(sent.body)
  return html`<h2>${say.webhooks.request}</h2>
    <div class="card">
      <h3 id="headers-label">${say.webhooks.headers}</h3>
      <pre class="wire" id="headers">${headers(sent, isSigned)}</pre>
      ${isSigned && html`<p class="hint">${say.webhooks.newSignature}</p>`}
      <h3 id="body-label">${say.webhooks.body}</h3>
      <pre class="wire" id="body">${PlainText.cut(body, maxBodyLength)}</pre>
      ${
        body.length > maxBodyLength &&
        html`<p class="hint">
          ${say.webhooks.restLeftOut(`GET /v1/webhooks/${sent.webhookId}/deliveries/${sent.id}`)}
        </p>`
      }
      <p class="hint">${say.webhooks.lineBreaks}</p>
      <p class="copying">
        <button type="button" class="quiet" data-copies="body" aria-describedby="body-label">
          ${say.parts.copy}
        </button>
      </p>
    </div>`
}

const resend = (context: PageContext, { id, webhookId }: DeliveryDetails): Html =>
  html`<form method="post" action="${path}/${webhookId}/deliveries/${id}/resend">
    ${WorkspacePage.hidden(context, "resend")}
    <p><button type="submit">${say.webhooks.resend}</button></p>
    <p class="soft">${say.webhooks.sameBytes}</p>
  </form>`

const show = Effect.fnUntraced(function* (context: PageContext, problem?: Part) {
  const webhook = yield* get({ id: context.param("id") })
  const sent = yield* readDelivery({ id: webhook.id, deliveryId: context.param("delivery") })
  const { attempts, createdAt, deliveredAt, event, id, nextAttemptAt } = sent
  return SettingsFrame.content("Webhooks", {
    title: say.webhooks.eventTo(event, title(webhook)),
    styles: ["setup.css"],
    body: html`<h1>${event}</h1>
      <p><a href="${path}/${webhook.id}">${title(webhook)}</a></p>
      ${PageLayout.problem(problem)}
      <div id="fate" data-live="3">
        <section class="card">
          <p>${status(sent.status)}</p>
          <dl class="facts">
            <dt>${say.webhooks.delivery}</dt>
            <dd><code>${id}</code></dd>
            <dt>${say.webhooks.created}</dt>
            <dd>${LocalTime.minute(createdAt)}</dd>
            ${
              deliveredAt !== null &&
              html`<dt>${say.webhooks.delivered}</dt>
                <dd>${LocalTime.minute(deliveredAt)}</dd>`
            }
            ${
              nextAttemptAt !== null &&
              html`<dt>${say.webhooks.nextAttempt}</dt>
                <dd>${LocalTime.minute(nextAttemptAt)}</dd>`
            }
          </dl>
        </section>
        <h2>${say.webhooks.tries}</h2>
        ${
          attempts.length === 0
            ? html`<p>${say.webhooks.notSent}</p>`
            : html`<ol class="rows" aria-label="${say.webhooks.tries}">
                ${attempts.map(attempt)}
              </ol>`
        }
      </div>
      ${context.actor.role === "admin" && resend(context, sent)}
      ${request(sent, webhook.provider === "generic")}`
  })
})

export const routes = [
  WorkspacePage.page(`${path}/:id/deliveries/:delivery`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id/deliveries/:delivery/resend`, {
    run: (context) =>
      Effect.map(redeliver({ id: context.param("id"), deliveryId: context.param("delivery") }), (sent) => ({
        to: `${path}/${sent.webhookId}/deliveries/${sent.id}`,
        notice: say.webhooks.sentAgain
      })),
    again: (context, { problem }) => show(context, problem)
  })
]
