/** One delivery attempt: signs and sends the request, and returns the outcome. */
import { Clock, Effect, Metric, Result } from "effect"
import type { Due, Target } from "../../../layers/webhooks/DeliveryQueue.ts"
import { Egress, type EgressFailure, type Reply } from "../../../layers/egress/Egress.ts"
import * as Series from "../../../layers/metrics/Series.ts"
import { Outages } from "../../../layers/runtime/Outages.ts"
import * as ResourceShortage from "../../../layers/runtime/ResourceShortage.ts"
import * as TraceContext from "../../../layers/runtime/TraceContext.ts"
import { Signer } from "../../../layers/webhooks/Signer.ts"
import type * as DeliveryStates from "../../webhooks/rules/DeliveryStates.ts"
import * as RetrySchedule from "../../webhooks/rules/RetrySchedule.ts"

const limits = {
  method: "POST",
  connectTimeout: "5 seconds",
  totalTimeout: "15 seconds",
  maxResponseBytes: 16_384,
  whenTooLarge: "cut",
  redirects: 0
} as const

const excerptBytes = 1024

/** Bucket boundaries in seconds. An attempt ends after 15 s. */
const boundaries = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

const durations = Series.histogram(
  "webhook_attempt_duration_seconds",
  "Seconds a try to deliver a webhook took, by its result: the receiver's kind of status, or why there is none",
  boundaries
)

/** Reasons don't contain the host, because the URL is a secret. */
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

/** The first kilobyte as text that the database can store, without an incomplete character at the end. */
const excerptOf = ({ body }: Reply): string =>
  new TextDecoder().decode(body.subarray(0, excerptBytes), { stream: true }).replaceAll("\u0000", "\uFFFD")

/** `unasked`: the request wasn't sent, for a reason other than the receiver. */
type Outcome = Extract<DeliveryStates.Event, { readonly type: "answered" | "failed" | "unasked" }>

const resultOf = (outcome: Result.Result<Reply, EgressFailure>): string =>
  Result.isSuccess(outcome) ? `${Math.floor(outcome.success.status / 100)}xx` : outcome.failure.kind

/** Sends a delivery once. */
export const send = Effect.fn("webhooks.send")(function* (target: Target, delivery: Due) {
  const egress = yield* Egress
  const signer = yield* Signer
  const began = yield* Clock.currentTimeMillis
  const body = Buffer.from(delivery.body)
  const [secret, ...others] = target.secrets
  const message = { id: delivery.id, timestamp: Math.floor(began / 1000), body }
  const signed = secret === undefined ? {} : signer.headers({ ...message, secrets: [secret, ...others] })
  const headers = { "content-type": "application/json", ...signed }
  const outcome = yield* Effect.result(
    TraceContext.outgoing(delivery.trace, { name: "webhooks.attempt", kind: "client" }, (traced) =>
      egress.request({ ...limits, url: target.url, headers: { ...headers, ...traced }, body })
    )
  )
  const now = yield* Clock.currentTimeMillis
  yield* Metric.update(durations({ result: resultOf(outcome) }), (now - began) / 1000)
  const attempt = { delivery, at: new Date(began).toISOString(), durationMs: Math.round(now - began), now }
  if (Result.isSuccess(outcome)) {
    const { success: reply } = outcome
    const retryAfter = RetrySchedule.parseRetryAfter(reply.headers["retry-after"], now)
    return { ...attempt, type: "answered", status: reply.status, response: excerptOf(reply), retryAfter }
  }
  const { kind } = outcome.failure
  if (kind !== "ours") return { ...attempt, type: "failed", error: reasons[kind] }
  const { note } = yield* Outages
  const lacking = ResourceShortage.codeOf(outcome.failure) ?? "no name server"
  yield* note("Webhooks wait", `this service is short of resources (${lacking})`)
  return { type: "unasked" }
}) satisfies (...args: never) => Effect.Effect<Outcome, never, unknown>
