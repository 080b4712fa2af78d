/** Prints figures as a plain-text table that is valid Markdown. */
import { type Comparison, median } from "./Compare.ts"

const digits = (value: number, count: number) => (Number.isNaN(value) ? "?" : value.toFixed(count))

/** The first column holds names, the others numbers. */
export const of = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(" | ")} |`
  const rule = `|${widths.map((width, column) => `${"-".repeat(width + 1)}${column === 0 ? "-" : ":"}`).join("|")}|`
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join("\n")
}

const pair = ([a, b]: readonly [number, number], count: number) => `${digits(a, count)} / ${digits(b, count)}`

/** One line for each scenario: the ratio is the median of the rounds, with the lowest and highest. */
export const comparisons = (names: readonly [string, string], all: ReadonlyArray<Comparison>) => {
  const [a, b] = names
  const rows = all.map(({ figures: [first, second], ratios, scenario }) => [
    scenario,
    pair([first.perSecond, second.perSecond], 0),
    digits(median(ratios), 2),
    `${digits(ratios[0]!, 2)}–${digits(ratios.at(-1)!, 2)}`,
    pair([first.p50, second.p50], 2),
    pair([first.p99, second.p99], 1),
    pair([first.cpu, second.cpu], 3),
    pair([first.databaseCpu, second.databaseCpu], 3)
  ])
  const head = [
    `${a} / ${b}`,
    "requests/s",
    "ratio",
    "range",
    "p50 ms",
    "p99 ms",
    "CPU ms/request",
    "PostgreSQL CPU"
  ]
  return of([head, ...rows])
}
