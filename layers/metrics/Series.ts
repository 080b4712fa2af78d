/** Series of a metric, created on first use. Labels must have few values. */
import { Metric } from "effect"

type Labels = Metric.Metric.AttributeSet

/** Looks a series up by a string key of its label values, which is faster than comparing labels. */
const series = <M>(make: (attributes: Labels) => M) => {
  const made = new Map<string, M>()
  return (attributes: Labels): M => {
    const key = Object.values(attributes).join("\u0000")
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(attributes)
    made.set(key, fresh)
    return fresh
  }
}

export const counter = (name: string, description: string) =>
  series((attributes) => Metric.counter(name, { description, attributes, incremental: true }))

export const gauge = (name: string, description: string) =>
  series((attributes) => Metric.gauge(name, { description, attributes }))

export const histogram = (name: string, description: string, boundaries: ReadonlyArray<number>) =>
  series((attributes) => Metric.histogram(name, { description, attributes, boundaries }))
