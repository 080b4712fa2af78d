/** Metrics that are only read when they are scraped. */
import { Effect, Metric } from "effect"

interface MetricOptions {
  readonly name: string
  readonly description: string
  readonly attributes?: Metric.Metric.AttributeSet
}

const register = <State>(metric: Metric.Metric<number, State>, get: () => State) =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.map(Effect.context<never>(), (context) =>
        Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} })
      ),
      (registration) => Effect.sync(() => registration.remove())
    )
  )

/** Registers a gauge with the value of `read` until the scope closes. */
export const gauge = ({ name, ...options }: MetricOptions, read: () => number) =>
  register(Metric.gauge(name, options), () => ({ value: read() }))

/** Like `gauge`, for a counter. Its name ends in `_total`. */
export const counter = ({ name, ...options }: MetricOptions, read: () => number) =>
  register(Metric.counter(name, { ...options, incremental: true }), () => ({
    count: read(),
    incremental: true
  }))
