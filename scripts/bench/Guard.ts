/**
 * Compares what a request costs the service with committed figures, and fails if it costs over a tenth more: bytes
 * allocated, which are steady on a busy machine, and processor time, told in that of the floor in the same round.
 */
import { readFileSync, writeFileSync } from "node:fs"
import * as Allocated from "./Allocated.ts"
import { type Contestant, median } from "./Compare.ts"
import * as Drive from "./Drive.ts"
import { scenarios } from "./Scenarios.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

const file = new URL("guard.json", import.meta.url)
const guarded = ["list", "get", "create", "move", "search rare"] as const

/** The share by which a figure may exceed the committed one, and by which its median may be off. */
const bar = 0.1

/** Rounds of a try, tries, and seconds of a turn: a minute in all if the first try is steady. */
const rounds = 5
const tries = 3
const seconds = 0.8
const connections = 8

export interface Figures {
  /** Kilobytes that a request allocates. */
  readonly kilobytes: number
  /** Processor time, in that of the floor; undefined where only bytes were asked for. */
  readonly cpu?: number
}

const turn = async ({ server }: Contestant, next: () => Drive.Request): Promise<number> => {
  const before = Usage.cpu(server.pid)
  const { requests } = await Drive.drive({ url: server.url, connections, seconds, next })
  return (Usage.cpu(server.pid) - before) / requests
}

/** By how much the median of these may be off: the middle half's width, narrowed by the number of rounds. */
export const doubt = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]!
  return (at(0.75) - at(0.25)) / Math.sqrt(sorted.length) / median(sorted)
}

/** Processor time of both, round by round, until their ratio is steady. */
const timed = async (name: string, service: Contestant, floor: Contestant) => {
  const nexts = [scenarios[name]!(service.subject), scenarios[name]!(floor.subject)] as const
  await Drive.drive({ url: service.server.url, connections, seconds: 1, next: nexts[0] })
  await Drive.drive({ url: floor.server.url, connections, seconds: 1, next: nexts[1] })
  const ratios: Array<number> = []
  for (let attempt = 0; attempt < tries; attempt++) {
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? await turn(service, nexts[0]) : undefined
      const base = await turn(floor, nexts[1])
      ratios.push((first ?? (await turn(service, nexts[0]))) / base)
    }
    if (doubt(ratios) <= bar) break
  }
  return { cpu: median(ratios), doubt: doubt(ratios) }
}

/** Why a scenario does not pass; undefined if it does. */
export const failure = (figures: Figures, committed: Figures | undefined, doubt = 0): string | undefined => {
  if (committed === undefined) return "no committed figures: --guard --renew writes them"
  const above = (now: number, then: number, what: string) =>
    now > then * (1 + bar)
      ? `${((now / then - 1) * 100).toFixed(0)} % more ${what} than committed`
      : undefined
  const more = above(figures.kilobytes, committed.kilobytes, "bytes")
  if (more !== undefined || figures.cpu === undefined || committed.cpu === undefined) return more
  if (doubt > bar) return `too noisy to tell: ±${(doubt * 100).toFixed(0)} %`
  return above(figures.cpu, committed.cpu, "processor time")
}

interface Guarded {
  /** Processes with a young generation that is large (`Allocated.flags`): V8 compiles each a little differently. */
  readonly allocating: ReadonlyArray<Contestant>
  /** The service as it is started, and the floor; undefined if processor time isn't asked for. */
  readonly timing: readonly [service: Contestant, floor: Contestant] | undefined
}

/** The least of all, as often as it takes to pass: on a busy machine V8 compiles late, and code that isn't compiled allocates more. */
const allocated = async (name: string, allocating: Guarded["allocating"], most: number) => {
  let least = Infinity
  for (let attempt = 0; attempt < tries && least > most; attempt++) {
    for (const { server, subject } of allocating)
      least = Math.min(least, await Allocated.measure(server, scenarios[name]!(subject)))
  }
  return least
}

const measure = async (name: string, { allocating, timing }: Guarded, committed: Figures | undefined) => {
  const kilobytes = await allocated(name, allocating, (committed?.kilobytes ?? 0) * (1 + bar))
  const time = timing === undefined ? undefined : await timed(name, ...timing)
  const figures: Figures = {
    kilobytes: Math.round(kilobytes * 10) / 10,
    ...(time !== undefined && { cpu: Math.round(time.cpu * 100) / 100 })
  }
  return { name, figures, doubt: time?.doubt ?? 0 }
}

/** Prints the table; whether all passed. */
export const run = async (servers: Guarded, renew: boolean): Promise<boolean> => {
  const all: Array<Awaited<ReturnType<typeof measure>>> = []
  const committed = JSON.parse(readFileSync(file, "utf8")) as { readonly [name in string]?: Figures }
  for (const name of guarded) all.push(await measure(name, servers, renew ? undefined : committed[name]))
  if (renew) {
    if (all.some(({ doubt }) => doubt > bar))
      throw new Error("Too noisy to write figures: run it on an idle machine")
    // Figures that were not measured this time stay.
    const next = all.map(({ figures, name }) => [name, { ...committed[name], ...figures }])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
  }
  const now = renew ? (JSON.parse(readFileSync(file, "utf8")) as typeof committed) : committed
  const verdicts = all.map(({ doubt, figures, name }) => failure(figures, now[name], doubt))
  console.log(
    Table.of([
      ["scenario", "kB allocated", "committed", "processor time / floor's", "committed", "±", "verdict"],
      ...all.map(({ doubt, figures, name }, index) => [
        name,
        figures.kilobytes.toFixed(1),
        now[name]?.kilobytes.toFixed(1) ?? "",
        figures.cpu?.toFixed(2) ?? "",
        now[name]?.cpu?.toFixed(2) ?? "",
        figures.cpu === undefined ? "" : `${(doubt * 100).toFixed(0)} %`,
        verdicts[index] ?? "ok"
      ])
    ])
  )
  return verdicts.every((one) => one === undefined)
}
