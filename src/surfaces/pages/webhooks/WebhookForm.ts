/** The fields of a subscription: its label, its events, and the stages it is limited to. */
import { EventType } from "../../../../schema/Webhook.ts"
import { html, type Html } from "../platform/Html.ts"

const meanings: Readonly<Record<EventType, string>> = {
  "deal.created": "a deal is created",
  "deal.stage_changed": "a deal is moved to another stage",
  "deal.won": "a move makes a deal won",
  "lead.created": "a lead comes in",
  "approval.requested": "an agent waits for an approval, on any board",
  "approval.decided": "an approval was given or declined, or ran out"
}

const words = Object.fromEntries(
  EventType.literals.map((event): [string, Html] => [event, html`<code>${event}</code>: ${meanings[event]}`])
)

export const asked = {
  label: {
    label: "Label (may be left out)",
    hint: "What receives it, so that you recognize it: “Data warehouse”."
  },
  events: { hint: "At least one.", words },
  stageFilter: {
    hint: "deal.stage_changed is sent for moves into these alone. Check none for all of them."
  }
} as const
