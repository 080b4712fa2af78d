/**
 * Writes metrics as text: Prometheus 0.0.4, or OpenMetrics 1.0 with exemplars. Effect's `PrometheusMetrics` supports neither OpenMetrics
 * nor exemplars.
 */
import { Metric } from "effect"
import * as Exemplars from "./Exemplars.ts"

export type Format = "prometheus" | "openmetrics"

export const contentTypes: Readonly<Record<Format, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
}

type Snapshot = Metric.Metric.Snapshot

const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const labelsOf = (attributes: Metric.Metric.AttributeSet | undefined, more = "") => {
  const labels = Object.entries(attributes ?? {}).map(([name, value]) => `${name}="${escaped(value)}"`)
  const all = more === "" ? labels : [...labels, more]
  return all.length === 0 ? "" : `{${all.join(",")}}`
}

const numberOf = (value: number | bigint): string => {
  if (value === Infinity) return "+Inf"
  return value === -Infinity ? "-Inf" : String(value)
}

/** OpenMetrics requires bucket boundaries as floats. */
const boundaryOf = (boundary: number, format: Format) =>
  format === "openmetrics" && Number.isInteger(boundary) ? `${boundary}.0` : numberOf(boundary)

const exemplarOf = (snapshot: Snapshot, boundary: number, format: Format) => {
  if (format === "prometheus") return ""
  const found = Exemplars.find(snapshot.id, snapshot.attributes, boundary)
  if (found === undefined) return ""
  const { at, spanId, traceId, value } = found
  return ` # {trace_id="${traceId}",span_id="${spanId}"} ${value} ${at.toFixed(3)}`
}

const histogramLines = (
  snapshot: Extract<Snapshot, { readonly type: "Histogram" }>,
  format: Format
): ReadonlyArray<string> => {
  const { attributes, id, state } = snapshot
  const bucket = (boundary: number, count: number) =>
    `${id}_bucket${labelsOf(attributes, `le="${boundaryOf(boundary, format)}"`)} ${count}${exemplarOf(snapshot, boundary, format)}`
  const labels = labelsOf(attributes)
  return [
    ...state.buckets.map(([boundary, count]) => bucket(boundary, count)),
    bucket(Infinity, state.count),
    `${id}_sum${labels} ${numberOf(state.sum)}`,
    `${id}_count${labels} ${state.count}`
  ]
}

const linesOf = (snapshot: Snapshot, format: Format): ReadonlyArray<string> => {
  const { attributes, id } = snapshot
  switch (snapshot.type) {
    case "Counter":
      return [`${id}${labelsOf(attributes)} ${numberOf(snapshot.state.count)}`]
    case "Gauge":
      return [`${id}${labelsOf(attributes)} ${numberOf(snapshot.state.value)}`]
    case "Histogram":
      return histogramLines(snapshot, format)
    // The service doesn't use the other kinds.
    case "Summary":
    case "Frequency":
      return []
  }
}

/** In OpenMetrics a counter's family has no `_total` suffix; its sample has it in both formats. */
const familyOf = ({ id, type }: Snapshot, format: Format) =>
  format === "openmetrics" && type === "Counter" ? id.replace(/_total$/u, "") : id

const family = (snapshots: ReadonlyArray<Snapshot>, format: Format): ReadonlyArray<string> => {
  const [first] = snapshots
  const name = familyOf(first!, format)
  const about = first!.description === undefined ? [] : [`# HELP ${name} ${escaped(first!.description)}`]
  return [
    ...about,
    `# TYPE ${name} ${first!.type.toLowerCase()}`,
    ...snapshots.flatMap((one) => linesOf(one, format))
  ]
}

/** A gauge without a value at present. */
const isUnknown = (one: Snapshot) => one.type === "Gauge" && Number.isNaN(Number(one.state.value))

/** Writes all metrics that have a value, grouped by name. */
export const write = (snapshots: ReadonlyArray<Snapshot>, format: Format): string => {
  const known = snapshots.filter((one) => !isUnknown(one))
  const families = [...Map.groupBy(known, ({ id }) => id)].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = families.flatMap(([, some]) => family(some, format))
  return [...lines, ...(format === "openmetrics" ? ["# EOF"] : []), ""].join("\n")
}

/** The format for an `Accept` header. Scrapers that list OpenMetrics prefer it. */
export const formatFor = (accept: string | undefined): Format =>
  (accept ?? "").includes("application/openmetrics-text") ? "openmetrics" : "prometheus"
