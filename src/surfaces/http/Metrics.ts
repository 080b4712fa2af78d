/** HTTP metrics, and the Prometheus text of all metrics. */
import { type Context, Effect, Metric, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"
import * as OpenMetrics from "../../../layers/metrics/OpenMetrics.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as Series from "../../../layers/metrics/Series.ts"
import { Unauthenticated } from "../../../schema/Fault.ts"
import { Exchange } from "./Exchange.ts"

const duration = Series.histogram(
  "http_request_duration_seconds",
  "Seconds from a request to its answer, by surface and status",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)

/** Series by surface and status, of which there are few. */
const series = new Map<string, ReturnType<typeof duration>>()

const seriesOf = (surface: string, status: number) => {
  const name = `${surface} ${status}`
  const known = series.get(name) ?? duration({ surface, status: String(status) })
  series.set(name, known)
  return known
}

/** Counts one response; `nanos` is how long it took. */
export const answered = (
  surface: string,
  status: number,
  nanos: bigint,
  context: Context.Context<never>
): void => seriesOf(surface, status).updateUnsafe(Number(nanos) / 1e9, context)

export const routes = [{ method: "GET", path: "/metrics" }]

const digest = (text: string) => createHash("sha256").update(text).digest()

const unauthorized = new Unauthenticated({
  code: "invalid_credential",
  message: "Send Authorization: Bearer with the METRICS_TOKEN of the service."
})

export const layer = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { metricsToken } = yield* Settings
    if (metricsToken !== undefined) {
      const [scheme, token = ""] = (headers["authorization"] ?? "").split(" ", 2)
      const isToken = timingSafeEqual(digest(token), digest(Redacted.value(metricsToken)))
      if (scheme?.toLowerCase() !== "bearer" || !isToken) {
        const exchange = yield* Exchange
        exchange.headers["www-authenticate"] = 'Bearer realm="metrics"'
        return yield* unauthorized
      }
    }
    const format = OpenMetrics.formatFor(headers["accept"])
    const text = OpenMetrics.write(yield* Metric.snapshot, format)
    return HttpServerResponse.text(text, { contentType: OpenMetrics.contentTypes[format] })
  })
)
