import type { Webhook } from "../../../schema/Webhook.ts"
import type { Event } from "./Event.ts"

/** Whether a subscription matches an event. `stageFilter` applies to stage changes only, by the new stage. */
export const wants = ({ events, stageFilter }: Pick<Webhook, "events" | "stageFilter">, event: Event) =>
  events.includes(event.type) &&
  (event.type !== "deal.stage_changed" || stageFilter.length === 0 || stageFilter.includes(event.to.id))

/** The deal or lead of an event; undefined for an approval, which can concern many records and isn't undone. */
export const subjectOf = (event: Event) => {
  if ("approval" in event) return undefined
  return ("deal" in event ? event.deal : event.lead).id
}

/** The board of an event; undefined if it belongs to the workspace, so that subscriptions of all boards match. */
export const boardOf = (event: Event) => {
  if ("approval" in event) return undefined
  return ("deal" in event ? event.deal : event.lead).boardId
}
