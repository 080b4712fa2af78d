/** The metrics of HTTP: the number of responses by status, and how long they took. */
import { Effect, Metric } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"

const duration = Metric.histogram("http_request_duration_seconds", {
  description: "Seconds from a request to its answer, by status",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const byStatus = new Map<number, Metric.Histogram<number>>()

const durationOf = (status: number) => {
  const known = byStatus.get(status)
  if (known !== undefined) return known
  const made = Metric.withAttributes(duration, { status: String(status) })
  byStatus.set(status, made)
  return made
}

/** Counts one response; `began` and `ended` are in nanoseconds. */
export const answered = (status: number, began: bigint, ended: bigint): Effect.Effect<void> =>
  Metric.update(durationOf(status), Number(ended - began) / 1e9)

export const routes = [{ method: "GET", path: "/metrics" }]

export const layer = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)
