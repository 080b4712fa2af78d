/** The webhook events of a change in the feed, with the body that a subscription would get. */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Change } from "../../schema/Change.ts"
import type { Stage } from "../../schema/Stage.ts"
import { encode } from "../../schema/WebhookPayload.ts"
import type { Event } from "../../src/webhooks/rules/Event.ts"
import * as Subscription from "../../src/webhooks/rules/Subscription.ts"
import * as WebhookPayload from "../../src/webhooks/rules/WebhookPayload.ts"
import * as Caller from "./Caller.ts"

export interface Message {
  readonly id: string
  readonly event: string
  readonly boardId: string | undefined
  readonly body: Buffer
}

const byOf = (actor: ActorRef | null) => (actor === null ? "job" : `${actor.type}:${actor.id}`)

/** A deleted record has no body. */
const orGone = <A, E extends { readonly code: string }, R>(found: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    found,
    ({ code }) => code.endsWith("_not_found"),
    () => Effect.succeed(undefined)
  )

const stagesById = Effect.fnUntraced(function* (boardId: string) {
  const stages: ReadonlyArray<Stage> = yield* Caller.get(`/boards/${boardId}/stages`)
  return new Map(stages.map((one) => [one.id, one]))
})

const dealEvent = Effect.fnUntraced(function* (change: Change, type: string) {
  const deal = yield* orGone(Caller.get(`/deals/${change.dealId}`))
  if (deal === undefined) return undefined
  const payload = { by: byOf(change.actor), at: change.createdAt, deal }
  if (type === "deal.created") return { ...payload, type } as Event
  const { from, to } = change.data as { readonly from: Stage; readonly to: Stage }
  const stages = yield* stagesById(deal.boardId)
  return { ...payload, type, from: stages.get(from.id) ?? from, to: stages.get(to.id) ?? to } as Event
})

const leadEvent = Effect.fnUntraced(function* (change: Change) {
  const lead = yield* orGone(Caller.get(`/leads/${change.leadId}`))
  return lead === undefined ? undefined : ({ type: "lead.created", lead, at: change.createdAt } as Event)
})

/** An id in the form of a UUID, the same whenever the change is read, so that receivers can detect repeats. */
const idOf = (change: Change, type: string) => {
  const hex = createHash("sha256")
    .update(`${change.id} ${change.createdAt} ${change.dealId ?? change.leadId} ${type}`)
    .digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The events that this can forward, named like the changes they come from. */
export const events = ["deal.created", "deal.stage_changed", "deal.won", "lead.created"] as const
type EventName = (typeof events)[number]

const isEvent = (type: string): type is EventName => (events as ReadonlyArray<string>).includes(type)

/** Undefined for a change without a webhook event, or for a record that has been deleted. */
export const of = Effect.fnUntraced(function* (change: Change, url: string) {
  const { type } = change
  if (!isEvent(type)) return undefined
  const event = yield* type === "lead.created" ? leadEvent(change) : dealEvent(change, type)
  if (event === undefined) return undefined
  return {
    id: idOf(change, type),
    event: type,
    boardId: Subscription.boardOf(event),
    body: Buffer.from(JSON.stringify(encode(WebhookPayload.of(event, url))))
  } satisfies Message as Message
})
