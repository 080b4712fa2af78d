/** One try to deliver: signed, sent through the way out, and what came of it. */
import { Clock, Effect, Result } from "effect"
import { isFailure } from "../../../schema/Fault.ts"
import type { Due, Target } from "../../../layers/webhooks/DeliveryQueue.ts"
import { Egress, type EgressFailure, type Reply } from "../../../layers/platform/egress/Egress.ts"
import { Outages } from "../../../layers/platform/Outages.ts"
import * as Shortage from "../../../layers/platform/Shortage.ts"
import { Signer } from "../../../layers/webhooks/Signer.ts"
import type { Attempt } from "../../../schema/Webhook.ts"
import * as RetrySchedule from "../../domain/webhooks/RetrySchedule.ts"

const limits = {
  method: "POST",
  connectTimeout: "5 seconds",
  totalTimeout: "15 seconds",
  maxResponseBytes: 16_384,
  whenTooLarge: "cut",
  redirects: 0
} as const

const kept = 1024

/** Said without the host: the URL is a secret. */
const reasons: Readonly<Record<Exclude<EgressFailure["kind"], "ours">, string>> = {
  refused: "The URL leads to an address that is not public.",
  dns: "The host name of the URL has no address.",
  connect: "The receiver did not accept the connection.",
  tls: "The receiver's TLS certificate or handshake was not accepted.",
  timeout: "The receiver did not answer within 15 s.",
  protocol: "The receiver did not answer in plain HTTP.",
  aborted: "The receiver closed the connection before its response was complete.",
  too_large: "The receiver's response was too large.",
  redirects: "The receiver redirected; redirects are not followed."
}

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && !isFailure(status))
    return `The receiver answered ${status}; redirects are not followed.`
  return `The receiver answered ${status}${status === 410 ? " (gone)" : ""}.`
}

/** The first 1 kB as text the database can hold; half a character at the end is left out. */
const excerptOf = ({ body }: Reply): string =>
  new TextDecoder().decode(body.subarray(0, kept), { stream: true }).replaceAll("\u0000", "\uFFFD")

/** Undefined where the receiver was not asked, for want of something of our own. */
const outcomeOf = (outcome: Result.Result<Reply, EgressFailure>) => {
  if (Result.isSuccess(outcome)) {
    const { success } = outcome
    return { status: success.status, error: errorOf(success.status), response: excerptOf(success) }
  }
  const { kind } = outcome.failure
  return kind === "ours" ? undefined : { status: null, error: reasons[kind], response: null }
}

const iso = (millis: number) => new Date(millis).toISOString()

export interface Outcome {
  readonly attempt: Attempt
  /** Unix milliseconds. */
  readonly ended: number
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfter: number | null
}

/** One try; undefined where the receiver was not asked, so that it is none. */
export const send = Effect.fn("webhooks.send")(function* (target: Target, due: Due) {
  const egress = yield* Egress
  const signer = yield* Signer
  const began = yield* Clock.currentTimeMillis
  const body = Buffer.from(due.body)
  const [secret, ...others] = target.secrets
  const message = { id: due.id, timestamp: Math.floor(began / 1000), body }
  const signed = secret === undefined ? {} : signer.headers({ ...message, secrets: [secret, ...others] })
  const headers = { "content-type": "application/json", ...signed }
  const outcome = yield* Effect.result(egress.request({ ...limits, url: target.url, headers, body }))
  const ended = yield* Clock.currentTimeMillis
  const came = outcomeOf(outcome)
  if (came === undefined) {
    const { note } = yield* Outages
    const lacking = Result.isFailure(outcome) ? Shortage.codeOf(outcome.failure) : undefined
    yield* note("Webhooks wait", `this service is short of resources (${lacking ?? "no name server"})`)
    return undefined
  }
  const header = Result.isSuccess(outcome) ? outcome.success.headers["retry-after"] : undefined
  return {
    attempt: { at: iso(began), durationMs: Math.round(ended - began), ...came },
    ended,
    retryAfter: RetrySchedule.parseRetryAfter(header, ended)
  } satisfies Outcome
})
