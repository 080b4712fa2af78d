/**
 * Compares what a request costs the service with committed figures, and fails if it costs over a tenth more. Processor time is
 * told in that of the floor in the same round, so that machines compare; instructions, where `perf` counts them, as they are.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { type Contestant, median } from "./Compare.ts"
import * as Drive from "./Drive.ts"
import { scenarios } from "./Scenarios.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

const file = new URL("guard.json", import.meta.url)
const guarded = ["list", "get", "create", "move", "search rare", "search common"] as const

/** The share by which a figure may exceed the committed one, and by which its median may be off. */
const bar = 0.1

/** Rounds of a try, tries, and seconds of a turn: a minute in all if the first try is steady. */
const rounds = 5
const tries = 3
const seconds = 0.8
const connections = 8

interface Cost {
  readonly cpu: number
  readonly instructions: number | undefined
}

/** Figures of a scenario: the first is relative to the floor, the second per request. */
export interface Figures {
  readonly cpu: number
  readonly instructions?: number
}

/** Counts the instructions of a process while `work` runs; undefined where `perf` can't. */
const counting = async <A>(pid: number, work: () => Promise<A>): Promise<[A, number | undefined]> => {
  const perf = spawn("perf", ["stat", "-x", ",", "-e", "instructions:u", "-p", String(pid)], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  let said = ""
  perf.stderr.on("data", (chunk) => (said += chunk))
  const ended = Promise.race([once(perf, "close"), once(perf, "error")]).then(
    () => undefined,
    () => undefined
  )
  const done = await work()
  perf.kill("SIGINT")
  await ended
  const count = /^(\d+),/mu.exec(said)
  return [done, count === null ? undefined : Number(count[1])]
}

const turn = async ({ server }: Contestant, next: () => Drive.Request): Promise<Cost> => {
  const before = Usage.cpu(server.pid)
  const load = { url: server.url, connections, seconds, next }
  const [{ requests }, instructions] = await counting(server.pid, () => Drive.drive(load))
  return {
    cpu: (Usage.cpu(server.pid) - before) / requests,
    instructions: instructions === undefined ? undefined : instructions / requests
  }
}

/** By how much the median of these may be off: the middle half's width, narrowed by the number of rounds. */
export const doubt = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]!
  return (at(0.75) - at(0.25)) / Math.sqrt(sorted.length) / median(sorted)
}

const measure = async (name: (typeof guarded)[number], service: Contestant, floor: Contestant) => {
  const nexts = [scenarios[name]!(service.subject), scenarios[name]!(floor.subject)] as const
  await Drive.drive({ url: service.server.url, connections, seconds: 1, next: nexts[0] })
  await Drive.drive({ url: floor.server.url, connections, seconds: 1, next: nexts[1] })
  const ratios: Array<number> = []
  const instructions: Array<number> = []
  for (let attempt = 0; attempt < tries; attempt++) {
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? await turn(service, nexts[0]) : undefined
      const base = await turn(floor, nexts[1])
      const own = first ?? (await turn(service, nexts[0]))
      ratios.push(own.cpu / base.cpu)
      if (own.instructions !== undefined) instructions.push(own.instructions)
    }
    if (doubt(ratios) <= bar) break
  }
  const counted = instructions.length === ratios.length
  return {
    name,
    doubt: doubt(ratios),
    figures: { cpu: median(ratios), ...(counted && { instructions: median(instructions) }) } satisfies Figures
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

/** Why a scenario does not pass; undefined if it does. */
export const failure = (
  { doubt, figures }: Pick<Measured, "doubt" | "figures">,
  committed: Figures | undefined
) => {
  if (committed === undefined) return "no committed figures: --guard --renew writes them"
  // Instructions are steady on a busy machine, too, and decide alone where both have them.
  const [now, then] =
    figures.instructions !== undefined && committed.instructions !== undefined
      ? [figures.instructions, committed.instructions]
      : [figures.cpu, committed.cpu]
  if (now === figures.cpu && doubt > bar) return `too noisy to tell: ±${(doubt * 100).toFixed(0)} %`
  return now > then * (1 + bar)
    ? `${((now / then - 1) * 100).toFixed(0)} % above the committed figure`
    : undefined
}

/** Prints the table; whether all passed. */
export const run = async (service: Contestant, floor: Contestant, renew: boolean): Promise<boolean> => {
  const all: Array<Measured> = []
  for (const name of guarded) all.push(await measure(name, service, floor))
  if (renew) {
    if (all.some(({ doubt }) => doubt > bar))
      throw new Error("Too noisy to write figures: run it on an idle machine")
    writeFileSync(
      file,
      `${JSON.stringify(Object.fromEntries(all.map(({ figures, name }) => [name, figures])), null, 2)}\n`
    )
  }
  const committed = JSON.parse(readFileSync(file, "utf8")) as { readonly [name in string]?: Figures }
  const verdicts = all.map((one) => failure(one, committed[one.name]))
  console.log(
    Table.of([
      ["scenario", "processor time / floor's", "committed", "±", "verdict"],
      ...all.map(({ doubt, figures, name }, index) => [
        name,
        figures.cpu.toFixed(2),
        committed[name]?.cpu.toFixed(2) ?? "",
        `${(doubt * 100).toFixed(0)} %`,
        verdicts[index] ?? "ok"
      ])
    ])
  )
  return verdicts.every((one) => one === undefined)
}
