/** Which events a subscription gets. */
import type { Webhook } from "../../../schema/Webhook.ts"
import type { Event } from "./Event.ts"

/** `stageFilter` holds for stage changes alone, by the stage entered. */
export const wants = ({ events, stageFilter }: Pick<Webhook, "events" | "stageFilter">, event: Event) =>
  events.includes(event.type) &&
  (event.type !== "deal.stage_changed" || stageFilter.length === 0 || stageFilter.includes(event.to.id))

export const boardOf = (event: Event) => ("deal" in event ? event.deal : event.lead).boardId
