/** Bars over time, drawn on the server: shapes alone, since what they say stands beside them in words. */
import type { Series } from "../../../domain/UsageSeries.ts"
import { html, type Html } from "../Html.ts"

const width = 600
const height = 100

/** One path for all bars of a kind; each goes from one height up to another. */
const bars = (spans: ReadonlyArray<readonly [from: number, to: number]>, ceiling: number): string => {
  const step = width / spans.length
  const gap = step / 5
  // What is there is seen, however little it is.
  const y = (value: number) => (value === 0 ? height : Math.min(height - 1.5, height * (1 - value / ceiling)))
  return spans
    .map(([from, to], index) => {
      if (from === to) return ""
      const [left, right] = [index * step + gap / 2, (index + 1) * step - gap / 2]
      const [bottom, top] = [y(from).toFixed(1), y(to).toFixed(1)]
      return `M${left.toFixed(1)} ${bottom}V${top}H${right.toFixed(1)}V${bottom}Z`
    })
    .join("")
}

/** Requests let through and, on top of them, those refused; the limit is a dashed line. */
export const chart = (
  { refused, requests }: Series,
  limit: number | undefined,
  size: "large" | "small"
): Html => {
  const whole = requests.map((count, index) => count + (refused[index] ?? 0))
  const ceiling = Math.max(1, limit ?? 0, ...whole) * 1.08
  const line = limit === undefined ? undefined : (height * (1 - limit / ceiling)).toFixed(1)
  return html`<svg
    class="chart ${size}"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path
      class="through"
      d="${bars(
        requests.map((count) => [0, count]),
        ceiling
      )}"
    />
    <path
      class="refused"
      d="${bars(
        requests.map((count, index) => [count, whole[index] ?? count]),
        ceiling
      )}"
    />
    ${
      line !== undefined &&
      html`<path
        class="limit"
        d="M0 ${line}H${width}"
        vector-effect="non-scaling-stroke"
        stroke-dasharray="6 4"
      />`
    }
  </svg>`
}
