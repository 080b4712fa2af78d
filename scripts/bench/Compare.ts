/** Drives two servers in turn and compares them. */
import * as Drive from "./Drive.ts"
import type { Scenario, Subject } from "./Scenarios.ts"
import type { Server } from "./Server.ts"
import * as Usage from "./Usage.ts"

export interface Contestant {
  readonly server: Server
  readonly subject: Subject
}

export interface Plan {
  readonly rounds: number
  /** The length of each round. */
  readonly seconds: number
  /** Seconds of each server's own before the rounds: V8 compiles what runs often for as long as this. */
  readonly warm: number
  readonly connections: number
  /** PostgreSQL's first process, if it runs on this machine. */
  readonly postmaster: number | undefined
}

/** Figures of one round; `cpu` is milliseconds of processor time per request. */
interface Turn extends Drive.Outcome {
  readonly cpu: number
  readonly databaseCpu: number
}

export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
  readonly databaseCpu: number
}

export interface Comparison {
  readonly scenario: string
  readonly figures: readonly [Figures, Figures]
  /** Requests per second of the first over the second, round by round, in ascending order. */
  readonly ratios: ReadonlyArray<number>
}

export const median = (values: ReadonlyArray<number>) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const turn = async (plan: Plan, { server }: Contestant, next: () => Drive.Request): Promise<Turn> => {
  const used = () => [
    Usage.cpuOfTree(server.pid),
    plan.postmaster === undefined ? Number.NaN : Usage.cpuOfTree(plan.postmaster)
  ]
  const before = used()
  const outcome = await Drive.drive({ ...plan, url: server.url, next })
  const [cpu, databaseCpu] = used().map((value, index) => (value - before[index]!) / outcome.requests)
  return { ...outcome, cpu: cpu!, databaseCpu: databaseCpu! }
}

const figuresOf = (turns: ReadonlyArray<Turn>): Figures => {
  const of = (name: keyof Figures) => median(turns.map((turn) => turn[name]))
  return {
    perSecond: of("perSecond"),
    p50: of("p50"),
    p99: of("p99"),
    cpu: of("cpu"),
    databaseCpu: of("databaseCpu")
  }
}

/** Both are warmed up, then take turns; which server goes first alternates from round to round. */
export const compare = async (
  plan: Plan,
  name: string,
  scenario: Scenario,
  contestants: readonly [Contestant, Contestant]
): Promise<Comparison> => {
  const nexts = contestants.map(({ subject }) => scenario(subject))
  const turns: readonly [Array<Turn>, Array<Turn>] = [[], []]
  for (const [index, { server }] of contestants.entries()) {
    await Drive.drive({ ...plan, seconds: plan.warm, url: server.url, next: nexts[index]! })
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      turns[index].push(await turn(plan, contestants[index], nexts[index]!))
    }
  }
  const ratios = turns[0].map((one, round) => one.perSecond / turns[1][round]!.perSecond)
  return {
    scenario: name,
    figures: [figuresOf(turns[0]), figuresOf(turns[1])],
    ratios: ratios.sort((a, b) => a - b)
  }
}
