/** A bar chart over time, rendered on the server. It has no text, because a table next to it gives the numbers. */
import type { Series } from "../rules/UsageSeries.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"

const height = 200

/** One path for all bars of a kind, one unit apart. Each bar goes from one count to another. */
const bars = (counts: ReadonlyArray<readonly [from: number, to: number]>, ceiling: number): string => {
  // Even a small count is visible.
  const y = (count: number) =>
    count === 0 ? height : Math.round(Math.min(height - 3, height * (1 - count / ceiling)))
  return counts.map(([from, to], x) => (from === to ? "" : `M${x} ${y(from)}V${y(to)}`)).join("")
}

/** Stacks refused requests on accepted ones. The limit is a dashed line. */
export const chart = (
  { refused, requests }: Series,
  limit: number | undefined,
  size: "large" | "small"
): Html => {
  const spans = requests.map((count, index) => [count, count + (refused[index] ?? 0)] as const)
  const ceiling = Math.max(1, limit ?? 0, ...spans.map(([, whole]) => whole)) * 1.08
  const through = bars(
    spans.map(([count]) => [0, count]),
    ceiling
  )
  const line = limit === undefined ? undefined : Math.round(height * (1 - limit / ceiling))
  return html`<svg
    class="chart ${size}"
    viewBox="-0.5 0 ${spans.length} ${height}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path class="through" d="${through}" />
    <path class="refused" d="${bars(spans, ceiling)}" />
    ${line !== undefined && html`<path class="limit" d="M-0.5 ${line}h${spans.length}" />`}
  </svg>`
}
