/**
 * The state machine of webhook delivery: the states of a leased subscription and of each delivery. All decisions are made here, and the
 * delivery worker (src/jobs/webhooks) executes them. docs/webhooks-delivery.md has the table.
 */
import { isFailure } from "../../../schema/Fault.ts"
import type { DeliveryId } from "../../../schema/Id.ts"
import type { Attempt, DeliveryEvent, DeliveryStatus } from "../../../schema/Webhook.ts"
import * as EndpointHealth from "./EndpointHealth.ts"
import * as RetrySchedule from "./RetrySchedule.ts"

type Health = EndpointHealth.EndpointHealth

/** The duration of a lease without renewal. If a sender dies, its subscriptions wait this long for another one. */
export const leaseMillis = 10_000

/** The interval between renewals. */
export const renewalMillis = 3000

/** A lease that would end within this margin of the next renewal is given up, so that no attempt outlives it. */
const marginMillis = 1000

/** The pause in sending if this service lacks resources. */
export const shortageMillis = 1000

/** The pause for a subscription whose URL or secret can't be decrypted. */
const undecryptableMillis = 60_000

interface LeasedState {
  readonly health: Health
  /** In Unix milliseconds, like all times of states and events. */
  readonly leasedUntil: number
  /** The time until which nothing is sent to the receiver. */
  readonly pausedUntil: number | null
}

export type State =
  /** Not leased by this process. */
  | { readonly is: "free" }
  /** Leased. Attempts can start, two at a time. */
  | (LeasedState & { readonly is: "sending" })
  /** Leased, but no further attempt starts: the receiver is paused, or the subscription is disabled. */
  | (LeasedState & { readonly is: "finishing" })
  /** The lease is lost or useless. Attempts in progress are aborted. */
  | (LeasedState & { readonly is: "over" })

/** A delivery with an attempt. */
export interface Tried {
  readonly id: DeliveryId
  readonly event: DeliveryEvent
  /** The number of earlier attempts. */
  readonly tries: number
}

interface AttemptEvent {
  readonly delivery: Tried
  readonly at: string
  readonly durationMs: number
  /** The end of the attempt. */
  readonly now: number
}

interface ResponseEvent extends AttemptEvent {
  readonly type: "answered"
  readonly status: number
  /** The response body, truncated for storage. */
  readonly response: string
  /** The receiver's Retry-After in milliseconds. */
  readonly retryAfter: number | null
}

/** No response arrived, for a reason on the receiver's side. */
interface FailureEvent extends AttemptEvent {
  readonly type: "failed"
  readonly error: string
}

/** The lease was taken or renewed, but the URL or a secret can't be decrypted. */
interface UndecryptableEvent {
  readonly type: "sealed"
  readonly now: number
  readonly health: Health
  readonly why: string
}

export type Event =
  | { readonly type: "leased"; readonly now: number; readonly health: Health }
  | UndecryptableEvent
  | { readonly type: "renewed"; readonly now: number }
  /** The database didn't respond. */
  | { readonly type: "unrenewed"; readonly now: number }
  /** Another process has the lease, or the subscription was deleted. */
  | { readonly type: "taken" }
  | ResponseEvent
  | FailureEvent
  /** No request was sent, because this service lacks descriptors, memory or a name server. */
  | { readonly type: "unasked" }
  /** Nothing is left to send, and no attempt is in progress. */
  | { readonly type: "done" }

/** The result of one attempt. */
export interface Settled {
  readonly id: DeliveryId
  readonly status: DeliveryStatus
  readonly tries: number
  readonly dueAt: string
  readonly deliveredAt: string | null
  readonly attempt: Attempt
}

/** The data to write. */
export interface Entry {
  readonly settled: ReadonlyArray<Settled>
  readonly health: Health
  readonly pausedUntil: string | null
  /** Whether to release the lease. */
  readonly release: boolean
}

export interface Step {
  readonly state: State
  readonly entry: Entry | null
}

export interface Rules {
  /** The value of WEBHOOK_RETRY_SCALE. */
  readonly scale: number
  /** The jitter, from 0 to below 1. */
  readonly random: number
}

const iso = (millis: number) => new Date(millis).toISOString()

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && !isFailure(status))
    return `The receiver answered ${status}; redirects are not followed.`
  return `The receiver answered ${status}${status === 410 ? " (gone)" : ""}.`
}

const attemptOf = (event: ResponseEvent | FailureEvent): Attempt => {
  const { at, durationMs } = event
  return event.type === "failed"
    ? { at, durationMs, status: null, error: event.error, response: null }
    : { at, durationMs, status: event.status, error: errorOf(event.status), response: event.response }
}

const retryAfterOf = (event: ResponseEvent | FailureEvent) =>
  event.type === "answered" ? event.retryAfter : null

/** The new status of the delivery. A test is sent only once, and a receiver that is gone isn't retried. */
const settle = (event: ResponseEvent | FailureEvent, { random, scale }: Rules): Settled => {
  const { delivery, now } = event
  const attempt = attemptOf(event)
  const settled = { id: delivery.id, tries: delivery.tries + 1, dueAt: iso(now), deliveredAt: null, attempt }
  if (attempt.error === null) return { ...settled, status: "delivered", deliveredAt: iso(now) }
  const failure = { tries: settled.tries, now, scale, random, retryAfter: retryAfterOf(event) }
  const isOnce = delivery.event === "webhook.test" || attempt.status === 410
  const next = isOnce ? undefined : RetrySchedule.next(failure)
  return next === undefined
    ? { ...settled, status: "failed" }
    : { ...settled, status: "pending", dueAt: iso(next) }
}

const entryOf = ({ health, pausedUntil }: LeasedState, more: Partial<Entry>): Entry => ({
  settled: [],
  health,
  pausedUntil: pausedUntil === null ? null : iso(pausedUntil),
  release: false,
  ...more
})

const afterAttempt = (
  state: LeasedState & State,
  event: ResponseEvent | FailureEvent,
  rules: Rules
): Step => {
  const settled = settle(event, rules)
  const { attempt, status } = settled
  const pause = attempt.error === null ? null : RetrySchedule.pausedUntil(event.now, retryAfterOf(event))
  const outcome = { attempt, ended: event.now, isLast: status === "failed" }
  const health = EndpointHealth.after(state.health, outcome, rules.scale)
  const pausedUntil = pause ?? state.pausedUntil
  const isQuiet = pausedUntil !== null || health.switchedOff !== null
  const is = state.is === "sending" && isQuiet ? "finishing" : state.is
  const after = { ...state, is, health, pausedUntil }
  return { state: after, entry: entryOf(after, { settled: [settled] }) }
}

const over = (state: LeasedState): State => ({ ...state, is: "over" })

/** Ends the lease with the reason, because nothing can be sent. It is retried after a pause. */
const sealed = (state: LeasedState, { now, why }: UndecryptableEvent): State => {
  const health = { ...state.health, lastError: `Its address or secret can't be read: ${why}` }
  return over({ ...state, health, pausedUntil: now + undecryptableMillis })
}

const begin = (event: Event): State => {
  if (event.type !== "leased" && event.type !== "sealed") return free
  const { health, now } = event
  const held = { health, leasedUntil: now + leaseMillis, pausedUntil: null }
  return event.type === "sealed" ? sealed(held, event) : { ...held, is: "sending" }
}

export const free: State = { is: "free" }

/** The transition for an event: the new state, and the data to write. */
export const next = (state: State, event: Event, rules: Rules): Step => {
  if (state.is === "free") return { state: begin(event), entry: null }
  const to = (after: State): Step => ({ state: after, entry: null })
  switch (event.type) {
    case "leased":
    case "unasked":
      return to(state)
    case "renewed":
      return to({ ...state, leasedUntil: event.now + leaseMillis })
    case "unrenewed":
      return to(event.now + renewalMillis > state.leasedUntil - marginMillis ? over(state) : state)
    case "sealed":
      return to(sealed(state, event))
    case "taken":
      return to(over(state))
    case "answered":
    case "failed":
      return afterAttempt(state, event, rules)
    case "done":
      return { state: free, entry: entryOf(state, { release: true }) }
  }
}

/** Whether another attempt can start. */
export const maySend = (state: State): boolean => state.is === "sending"

/** Whether the lease is held and must be renewed. */
export const isHeld = (state: State): boolean => state.is === "sending" || state.is === "finishing"

/** Whether the last attempt succeeded. Subscriptions that fail, or haven't succeeded yet, share half of the concurrency. */
export const isSteady = (state: State): boolean =>
  state.is !== "free" && state.health.failingSince === null && state.health.lastDeliveredAt !== null
