/** The series of one metric, each made when it is first needed; their labels must have few values. */
import { Metric } from "effect"

type Labels = Metric.Metric.AttributeSet

/** Finds the series of some labels; a key is compared faster than labels, and is the same on every call. */
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
