/** Shared texts and parts of the webhook pages. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import type { DeliveryStatus, Provider, Webhook } from "../../../schema/Webhook.ts"
import * as AuditSentences from "../../audit/pages/AuditSentences.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import { secret } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

export const path = "/settings/webhooks"

export type Listed = typeof Webhook.Encoded

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const providers: Readonly<Record<Provider, Part>> = {
  slack: "Slack",
  discord: "Discord",
  msteams: "Microsoft Teams",
  generic: say.webhooks.signedJson
}

export const title = ({ label, urlFingerprint }: Listed): Part =>
  label ?? say.webhooks.urlEnding(urlFingerprint)

export const tags = ({ active, maker, provider }: Listed): Html =>
  html`<span class="tag">${providers[provider]}</span>
    ${!active && html`<span class="tag off">${say.webhooks.off}</span>`}
    ${maker?.isGone === true && html`<span class="tag off">${say.webhooks.makerGone}</span>`}`

const stagesOf = ({ stageFilter }: Listed, stages: Stages): Part =>
  stageFilter.length === 0
    ? say.webhooks.allStages
    : stageFilter
        .map((id) => stages.find((stage) => stage.id === id)?.name ?? say.webhooks.droppedStage)
        .map((name, index) => [index > 0 && ", ", name])

const revokedLabels = {
  api_key: say.webhooks.keyGone,
  oauth: say.webhooks.appGone,
  user: say.webhooks.personGone
} as const

/**
 * The creator of a subscription, the key or app they used, and whether it still exists. The subscription stays active until an admin
 * deletes it.
 */
const madeBy = (maker: NonNullable<Listed["maker"]>): Html => {
  const means = AuditSentences.means(maker)
  return html`${maker.userName ?? say.activity.someone}${means && [" ", means]}${
    maker.isGone && html`<span class="wrong">${revokedLabels[maker.type]}. ${say.webhooks.goesOn}</span>`
  }`
}

export const facts = (webhook: Listed, stages: Stages): Html => {
  const { events, lastDeliveredAt, lastError, maker, urlFingerprint } = webhook
  return html`<dl class="facts">
    <dt>${say.webhooks.url}</dt>
    <dd>${say.webhooks.endsIn(urlFingerprint)}</dd>
    <dt>${say.webhooks.events}</dt>
    <dd>${events.join(", ")}</dd>
    ${
      events.includes("deal.stage_changed") &&
      html`<dt>${say.webhooks.movesInto}</dt>
        <dd>${stagesOf(webhook, stages)}</dd>`
    }
    ${
      maker !== null &&
      html`<dt>${say.webhooks.madeBy}</dt>
        <dd>${madeBy(maker)}</dd>`
    }
    <dt>${say.webhooks.lastDelivered}</dt>
    <dd>${lastDeliveredAt === null ? say.webhooks.notYet : LocalTime.minute(lastDeliveredAt)}</dd>
    ${
      lastError !== null &&
      html`<dt>${say.webhooks.lastError}</dt>
        <dd class="wrong">${Faults.text(lastError)}</dd>`
    }
  </dl>`
}

export const statuses: Readonly<Record<DeliveryStatus, Part>> = say.webhooks.statuses

export const status = (value: DeliveryStatus): Html =>
  html`<span class="tag ${value}">${statuses[value]}</span>`

interface SecretInput {
  readonly id: string
  readonly heading: Part
  readonly signingSecret: string | null
  readonly note?: Html
}

/** The page that shows a signing secret once. */
export const secretPage = ({ heading, id, note, signingSecret }: SecretInput) =>
  SettingsFrame.content("Webhooks", {
    title: heading,
    styles: ["setup.css"],
    body: html`<h1>${heading}</h1>
      ${
        signingSecret === null
          ? html`<p class="notice" role="status">${say.webhooks.unsigned}</p>`
          : html`<p class="notice" role="status">${say.webhooks.copySecret}</p>
              <div class="card">
                ${secret("secret", say.webhooks.signingSecret, signingSecret)} ${note}
                <p>${say.webhooks.verify}</p>
                <p class="soft">${say.webhooks.payloads}</p>
              </div>`
      }
      <p><a class="button" href="${path}/${id}">${say.webhooks.open}</a></p>`
  })
