/** Metrics that are read only when someone asks for them: they cost nothing until then. */
import { Effect, Metric } from "effect"

interface Shown {
  readonly name: string
  readonly description: string
  readonly attributes?: Metric.Metric.AttributeSet
}

const registered = <State>(metric: Metric.Metric<number, State>, get: () => State) =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.map(Effect.context<never>(), (context) =>
        Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} })
      ),
      (registration) => Effect.sync(() => registration.remove())
    )
  )

/** Shows what `read` returns, for as long as the scope is open. */
export const gauge = ({ name, ...options }: Shown, read: () => number) =>
  registered(Metric.gauge(name, options), () => ({ value: read() }))

/** The same for a number that only grows; its name ends in `_total`. */
export const counter = ({ name, ...options }: Shown, read: () => number) =>
  registered(Metric.counter(name, { ...options, incremental: true }), () => ({
    count: read(),
    incremental: true
  }))
