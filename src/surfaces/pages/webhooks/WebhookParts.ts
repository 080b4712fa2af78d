/** Texts and parts that the webhook pages share. */
import type { BoardStage } from "../../../../schema/Stage.ts"
import type { DeliveryStatus, Provider, Webhook } from "../../../../schema/Webhook.ts"
import * as ActivityText from "../../../domain/deals/ActivityText.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import { secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

export const path = "/settings/webhooks"

export type Listed = typeof Webhook.Encoded

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const providers: Readonly<Record<Provider, string>> = {
  slack: "Slack",
  discord: "Discord",
  msteams: "Microsoft Teams",
  generic: "signed JSON"
}

export const title = ({ label, urlFingerprint }: Listed): string => label ?? `URL ending in ${urlFingerprint}`

export const tags = ({ active, maker, provider }: Listed): Html =>
  html`<span class="tag">${providers[provider]}</span>
    ${!active && html`<span class="tag off">switched off</span>`}
    ${maker?.isGone === true && html`<span class="tag off">maker gone</span>`}`

const stagesOf = ({ stageFilter }: Listed, stages: Stages): string =>
  stageFilter.length === 0
    ? "all"
    : stageFilter
        .map((id) => stages.find((stage) => stage.id === id)?.name ?? "one that was dropped")
        .join(", ")

const gone = {
  api_key: ": the key is revoked, or the person has left",
  oauth: ": the app is disconnected, or the person has left",
  user: ", who has left"
} as const

/** Who made a subscription, through which key or app, and whether that still exists; the subscription stays active until an admin deletes it. */
const madeBy = (maker: NonNullable<Listed["maker"]>): Html => {
  const means = ActivityText.means(maker)
  return html`${maker.userName ?? "someone"}${means !== "" && ` ${means}`}${
    maker.isGone &&
    html`<span class="wrong">${gone[maker.type]}. It goes on until an admin deletes it.</span>`
  }`
}

export const facts = (webhook: Listed, stages: Stages): Html => {
  const { events, lastDeliveredAt, lastError, maker, urlFingerprint } = webhook
  return html`<dl class="facts">
    <dt>URL</dt>
    <dd>ends in <code>${urlFingerprint}</code></dd>
    <dt>Events</dt>
    <dd>${events.join(", ")}</dd>
    ${
      events.includes("deal.stage_changed") &&
      html`<dt>Moves into</dt>
        <dd>${stagesOf(webhook, stages)}</dd>`
    }
    ${
      maker !== null &&
      html`<dt>Made by</dt>
        <dd>${madeBy(maker)}</dd>`
    }
    <dt>Last delivered</dt>
    <dd>${lastDeliveredAt === null ? "not yet" : Moment.minute(lastDeliveredAt)}</dd>
    ${
      lastError !== null &&
      html`<dt>Last error</dt>
        <dd class="wrong">${lastError}</dd>`
    }
  </dl>`
}

export const statuses: Readonly<Record<DeliveryStatus, string>> = {
  pending: "waiting",
  delivered: "delivered",
  failed: "given up",
  captured: "captured, not sent"
}

export const status = (value: DeliveryStatus): Html =>
  html`<span class="tag ${value}">${statuses[value]}</span>`

interface Signed {
  readonly id: string
  readonly heading: string
  readonly signingSecret: string | null
  /** A note about this secret. */
  readonly note?: Html
}

/** The page that shows a signing secret, once. */
export const secretPage = ({ heading, id, note, signingSecret }: Signed) =>
  Settings.content("Webhooks", {
    title: heading,
    styles: ["setup.css"],
    body: html`<h1>${heading}</h1>
      ${
        signingSecret === null
          ? html`<p class="notice" role="status">
              Messages to a chat tool are not signed: there is no secret.
            </p>`
          : html`<p class="notice" role="status">Copy the secret now: it is shown only once.</p>
              <div class="card">
                ${secret("secret", "Signing secret", signingSecret)} ${note}
                <p>
                  Verify every request with it, over the raw body, before you parse it. A library for
                  <a href="https://www.standardwebhooks.com">Standard Webhooks</a> checks
                  <code>webhook-signature</code>. By hand, compare <code>X-Service-Signature</code> with
                  <code>sha256=</code> and the hex HMAC-SHA256 of the body, keyed by the whole secret.
                </p>
                <p class="soft">
                  Payloads are described in the <a href="/docs">API reference</a>;
                  <code>docs/webhooks.md</code>
                  in the service's source has the verification in five languages.
                </p>
              </div>`
      }
      <p><a class="button" href="${path}/${id}">Open the subscription</a></p>`
  })
