import type { Webhook } from "../../../schema/Webhook.ts"
import type { Event } from "./Event.ts"

/** Whether a subscription gets an event. `stageFilter` applies to stage changes only, by the stage entered. */
export const wants = ({ events, stageFilter }: Pick<Webhook, "events" | "stageFilter">, event: Event) =>
  events.includes(event.type) &&
  (event.type !== "deal.stage_changed" || stageFilter.length === 0 || stageFilter.includes(event.to.id))

/** The deal or lead that an event is about; an approval is about many, and none can be undone. */
export const subjectOf = (event: Event) => {
  if ("approval" in event) return undefined
  return ("deal" in event ? event.deal : event.lead).id
}

/** The board an event belongs to; undefined if it is the whole workspace's, and so every board's subscriptions get it. */
export const boardOf = (event: Event) => {
  if ("approval" in event) return undefined
  return ("deal" in event ? event.deal : event.lead).boardId
}
