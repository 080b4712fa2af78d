/**
 * Delivery as a state machine: what becomes of a subscription this process sends to, and of each delivery, with whatever
 * happens. All of it is decided here; the courier (src/jobs/webhooks) only carries it out. docs/webhooks-delivery.md has the table.
 */
import { isFailure } from "../../../schema/Fault.ts"
import type { DeliveryId } from "../../../schema/Id.ts"
import type { Attempt, DeliveryEvent, DeliveryStatus } from "../../../schema/Webhook.ts"
import * as EndpointHealth from "./EndpointHealth.ts"
import * as RetrySchedule from "./RetrySchedule.ts"

type Health = EndpointHealth.EndpointHealth

/** How long a lease holds without being renewed: as long as a dead sender's subscriptions wait for another. */
export const leaseMillis = 10_000

/** How often it is renewed. */
export const renewalMillis = 3000

/** A lease that ends sooner than this, by the time of the next renewal, is given up: no try outlives it. */
const marginMillis = 1000

/** How long nothing is sent where this service is short of something of its own. */
export const shortageMillis = 1000

/** How long a subscription is left alone whose address or secret does not open. */
const sealedMillis = 60_000

interface Held {
  readonly health: Health
  /** Unix milliseconds, as are all times of states and events. */
  readonly leasedUntil: number
  /** Until when the receiver gets nothing. */
  readonly pausedUntil: number | null
}

export type State =
  /** Not leased by this process. */
  | { readonly is: "free" }
  /** Leased: tries may begin, two at a time. */
  | (Held & { readonly is: "sending" })
  /** Leased, but no further try begins: the receiver is paused, or the subscription switched off. */
  | (Held & { readonly is: "finishing" })
  /** The lease is lost or of no use: what is on its way is broken off. */
  | (Held & { readonly is: "over" })

/** A delivery that was tried. */
export interface Tried {
  readonly id: DeliveryId
  readonly event: DeliveryEvent
  /** Tries made before. */
  readonly tries: number
}

interface Try {
  readonly delivery: Tried
  readonly at: string
  readonly durationMs: number
  /** When it ended. */
  readonly now: number
}

interface Answered extends Try {
  readonly type: "answered"
  readonly status: number
  /** What the receiver said, as far as it is kept. */
  readonly response: string
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfter: number | null
}

/** No answer came, for a reason that is the receiver's. */
interface Failed extends Try {
  readonly type: "failed"
  readonly error: string
}

/** The lease was taken or renewed, but the address or a secret does not open. */
interface Sealed {
  readonly type: "sealed"
  readonly now: number
  readonly health: Health
  readonly why: string
}

export type Event =
  | { readonly type: "leased"; readonly now: number; readonly health: Health }
  | Sealed
  | { readonly type: "renewed"; readonly now: number }
  /** The database did not answer. */
  | { readonly type: "unrenewed"; readonly now: number }
  /** Another process has the lease, or the subscription is gone. */
  | { readonly type: "taken" }
  | Answered
  | Failed
  /** The receiver was not asked, for want of something of our own: descriptors, memory, a name server. */
  | { readonly type: "unasked" }
  /** Nothing more is to be sent, and nothing on its way. */
  | { readonly type: "done" }

/** What came of one try. */
export interface Settled {
  readonly id: DeliveryId
  readonly status: DeliveryStatus
  readonly tries: number
  readonly dueAt: string
  readonly deliveredAt: string | null
  readonly attempt: Attempt
}

/** What is to be written. */
export interface Entry {
  readonly settled: ReadonlyArray<Settled>
  readonly health: Health
  readonly pausedUntil: string | null
  /** Gives the lease back. */
  readonly release: boolean
}

export interface Step {
  readonly state: State
  readonly entry: Entry | null
}

export interface Rules {
  /** WEBHOOK_RETRY_SCALE. */
  readonly scale: number
  /** 0 to below 1: the jitter. */
  readonly random: number
}

const iso = (millis: number) => new Date(millis).toISOString()

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && !isFailure(status))
    return `The receiver answered ${status}; redirects are not followed.`
  return `The receiver answered ${status}${status === 410 ? " (gone)" : ""}.`
}

const attemptOf = (event: Answered | Failed): Attempt => {
  const { at, durationMs } = event
  return event.type === "failed"
    ? { at, durationMs, status: null, error: event.error, response: null }
    : { at, durationMs, status: event.status, error: errorOf(event.status), response: event.response }
}

const retryAfterOf = (event: Answered | Failed) => (event.type === "answered" ? event.retryAfter : null)

/** What becomes of the delivery. A test is sent once, and what is gone is not asked again. */
const settle = (event: Answered | Failed, { random, scale }: Rules): Settled => {
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

const entryOf = ({ health, pausedUntil }: Held, more: Partial<Entry>): Entry => ({
  settled: [],
  health,
  pausedUntil: pausedUntil === null ? null : iso(pausedUntil),
  release: false,
  ...more
})

const tried = (state: Held & State, event: Answered | Failed, rules: Rules): Step => {
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

const over = (state: Held): State => ({ ...state, is: "over" })

/** What can't be opened can't be sent: the lease goes back with the reason, to be tried again in a while. */
const sealed = (state: Held, { now, why }: Sealed): State => {
  const health = { ...state.health, lastError: `Its address or secret can't be read: ${why}` }
  return over({ ...state, health, pausedUntil: now + sealedMillis })
}

const begin = (event: Event): State => {
  if (event.type !== "leased" && event.type !== "sealed") return free
  const { health, now } = event
  const held = { health, leasedUntil: now + leaseMillis, pausedUntil: null }
  return event.type === "sealed" ? sealed(held, event) : { ...held, is: "sending" }
}

export const free: State = { is: "free" }

/** What follows when something happens: the state from then on, and what is to be written. */
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
      return tried(state, event, rules)
    case "done":
      return { state: free, entry: entryOf(state, { release: true }) }
  }
}

/** Whether another try may begin. */
export const maySend = (state: State): boolean => state.is === "sending"

/** Whether the lease is held, and to be renewed. */
export const isHeld = (state: State): boolean => state.is === "sending" || state.is === "finishing"

/** Whether the last try succeeded; those who fail, or have yet to succeed, share half of what is sent at once. */
export const isSteady = (state: State): boolean =>
  state.is !== "free" && state.health.failingSince === null && state.health.lastDeliveredAt !== null
