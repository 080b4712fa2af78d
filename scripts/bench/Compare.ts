/** Load-tests two servers in turn and compares them. */
import type { Service } from "../../test/system/rig/Service.ts"
import * as Drive from "./Drive.ts"
import type { Scenario, Subject } from "./Scenarios.ts"
import * as ProcessUsage from "./ProcessUsage.ts"

export interface Contestant {
  readonly name: string
  readonly service: Service
  readonly subject: Subject
}

export type Pair = readonly [Contestant, Contestant]

export interface Plan {
  readonly rounds: number
  /** The duration of each round. */
  readonly seconds: number
  /** Warm-up seconds for each server before the rounds, during which V8 compiles frequent code. */
  readonly warm: number
  readonly connections: number
  /** The process id of PostgreSQL's postmaster, if it runs on this machine. */
  readonly postmaster: number | undefined
}

/** `cpu` is the processor time per request, in milliseconds. */
type Turn = Readonly<Record<"perSecond" | "p50" | "p99" | "cpu" | "databaseCpu", number>>

export const median = (values: ReadonlyArray<number>) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Starts a load on a server. */
export const loadOf = ({ service: { url }, subject }: Contestant, scenario: Scenario) => {
  const aim = { url, token: subject.loaded.apiKey.token, next: scenario(subject) }
  return (size: Pick<Drive.Load, "connections" | "seconds">) => Drive.drive({ ...aim, ...size })
}

/** Both servers warm up and then take turns; which goes first alternates between rounds. */
const rounds = async (plan: Plan, scenario: Scenario, pair: Pair) => {
  const loads = pair.map((one) => loadOf(one, scenario))
  for (const load of loads) await load({ connections: plan.connections, seconds: plan.warm })
  const turn = async (index: 0 | 1): Promise<Turn> => {
    const used = () =>
      [pair[index].service.pid, plan.postmaster].map((pid) =>
        pid === undefined ? Number.NaN : ProcessUsage.cpu(pid)
      )
    const before = used()
    const outcome = await loads[index]!(plan)
    const [cpu, databaseCpu] = used().map((value, at) => (value - before[at]!) / outcome.requests)
    return { ...outcome, cpu: cpu!, databaseCpu: databaseCpu! }
  }
  const turns: readonly [Array<Turn>, Array<Turn>] = [[], []]
  for (let round = 0; round < plan.rounds; round++) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      turns[index].push(await turn(index))
  }
  return turns
}

/** A plain-text table that is valid Markdown; the first column holds names, the others numbers. */
export const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(" | ")} |`
  const rule = `|${widths.map((width, column) => `${"-".repeat(width + 1)}${column === 0 ? "-" : ":"}`).join("|")}|`
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join("\n")
}

const digits = (value: number, count: number) => (Number.isNaN(value) ? "?" : value.toFixed(count))

const columns = [
  ["p50 ms", "p50", 2],
  ["p99 ms", "p99", 1],
  ["CPU ms/request", "cpu", 3],
  ["PostgreSQL CPU", "databaseCpu", 3]
] as const

/** A table with one line per scenario: the medians, and for the ratio also the lowest and highest round. */
export const table = async (
  plan: Plan,
  scenarios: ReadonlyArray<readonly [string, Scenario]>,
  pair: Pair
) => {
  const heads = columns.map(([head]) => head)
  const rows = [[pair.map(({ name }) => name).join(" / "), "requests/s", "ratio", "range", ...heads]]
  for (const [name, scenario] of scenarios) {
    console.error(`  ${name}`)
    const turns = await rounds(plan, scenario, pair)
    const cell = (what: keyof Turn, count: number) =>
      turns.map((all) => digits(median(all.map((turn) => turn[what])), count)).join(" / ")
    const ratios = turns[0].map(({ perSecond }, round) => perSecond / turns[1][round]!.perSecond)
    const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => digits(ratio, 2)).join("–")
    const figures = columns.map(([, what, count]) => cell(what, count))
    rows.push([name, cell("perSecond", 0), digits(median(ratios), 2), range, ...figures])
  }
  const memory = pair.map(({ name, service }) => `${name} ${ProcessUsage.memory(service.pid).toFixed(0)} MiB`)
  return `${tableOf(rows)}\n\nMemory after the load: ${memory.join(", ")}`
}
