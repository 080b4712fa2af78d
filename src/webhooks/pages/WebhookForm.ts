/** The fields of a subscription's form: label, events and stage filter. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { EventType } from "../../../schema/Webhook.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"

const meanings: Readonly<Record<EventType, Part>> = {
  "deal.created": say.webhooks.meanings.dealCreated,
  "deal.stage_changed": say.webhooks.meanings.dealMoved,
  "deal.won": say.webhooks.meanings.dealWon,
  "lead.created": say.webhooks.meanings.leadCreated,
  "approval.requested": say.webhooks.meanings.approvalRequested,
  "approval.decided": say.webhooks.meanings.approvalDecided
}

const words = Object.fromEntries(
  EventType.literals.map((event): [string, Html] => [event, html`<code>${event}</code>: ${meanings[event]}`])
)

export const inputFields = {
  label: {
    label: say.webhooks.labelOptional,
    hint: say.webhooks.labelHint
  },
  events: { hint: say.webhooks.atLeastOne, words },
  stageFilter: {
    hint: say.webhooks.filterHint
  }
} as const
