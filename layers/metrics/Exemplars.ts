/** The latest traced request of each histogram bucket, so that a slow bucket links to a trace. */
import type { Metric, Tracer } from "effect"

interface Exemplar {
  readonly traceId: string
  readonly spanId: string
  readonly value: number
  /** Unix seconds. */
  readonly at: number
}

interface ExemplarSeries {
  readonly boundaries: ReadonlyArray<number>
  /** By bucket. The last is for values above all boundaries. */
  readonly buckets: Array<Exemplar | undefined>
}

const allSeries = new Map<string, ExemplarSeries>()

/** Excludes the worker label, which all metrics of a worker have. */
const keyOf = (name: string, { worker: _, ...own }: Metric.Metric.AttributeSet) =>
  JSON.stringify([name, Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1))])

/** Stores exemplars of one series. */
export const of = (
  name: string,
  attributes: Metric.Metric.AttributeSet,
  boundaries: ReadonlyArray<number>
) => {
  const series: ExemplarSeries = { boundaries, buckets: [] }
  allSeries.set(keyOf(name, attributes), series)
  return (value: number, span: Tracer.AnySpan, at: number) => {
    if (!span.sampled) return
    const bucket = boundaries.findIndex((boundary) => value <= boundary)
    series.buckets[bucket < 0 ? boundaries.length : bucket] = {
      traceId: span.traceId,
      spanId: span.spanId,
      value,
      at
    }
  }
}

/** The exemplar of a bucket, identified by its upper boundary. */
export const find = (
  name: string,
  attributes: Metric.Metric.AttributeSet | undefined,
  boundary: number
): Exemplar | undefined => {
  const series = allSeries.get(keyOf(name, attributes ?? {}))
  if (series === undefined) return undefined
  const index = series.boundaries.indexOf(boundary)
  return series.buckets[index < 0 ? series.boundaries.length : index]
}
