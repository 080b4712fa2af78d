/**
 * Compares the bytes allocated per request with committed figures, and fails if they grew by more than a tenth. Other load on the machine
 * hardly changes them, and processor time follows them, since garbage must be collected.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { type Contestant, loadOf, median, tableOf } from "./Compare.ts"
import { scenarios } from "./Scenarios.ts"

const file = new URL("./guard.json", import.meta.url)
const guarded = ["list", "get", "create", "move", "search rare"] as const

/** The ratio by which a figure may exceed the committed one. */
const bar = 0.1

/** The maximum number of attempts per scenario. */
const maxAttempts = 3

/** MiB of each semi-space of the young generation, which usually fits a round without a collection. */
const half = 256

/** Node flags for a service whose allocations are measured. */
export const flags = [`--min-semi-space-size=${half}`, `--max-semi-space-size=${half}`]

/** The number of rounds that count, the maximum number of rounds, and connections. */
const [wanted, most, connections] = [5, 30, 4]

/** Kilobytes allocated per request, by scenario. */
const read = (): Readonly<Partial<Record<string, number>>> => JSON.parse(readFileSync(file, "utf8"))

/** The reason why a scenario fails; undefined if it passes. */
export const failure = (kilobytes: number, committed: number | undefined): string | undefined => {
  if (committed === undefined) return "no committed figure: --guard --bytes --renew writes it"
  return kilobytes > committed * (1 + bar)
    ? `${((kilobytes / committed - 1) * 100).toFixed(0)} % more bytes than committed`
    : undefined
}

const heap = async (url: string) => {
  const found = /^nodejs_heap_used_bytes\S* (\S+)/mu.exec(await (await fetch(`${url}/metrics`)).text())
  if (found === null) throw new Error("/metrics has no nodejs_heap_used_bytes")
  return Number(found[1])
}

/** Kilobytes allocated on the heap per request, from rounds without a garbage collection. */
const allocated = async (contestant: Contestant, name: string): Promise<number> => {
  const { url } = contestant.service
  const load = loadOf(contestant, scenarios[name]!)
  // Warms up, so that V8 compiles frequent code.
  await load({ connections, seconds: 4 })
  const turns: Array<number> = []
  for (let tried = 0; turns.length < wanted; tried++) {
    if (tried === most) throw new Error(`A collection fell into all but ${turns.length} of ${most} turns`)
    const first = await heap(url)
    const before = await heap(url)
    const { requests } = await load({ connections, seconds: 0.3 })
    const after = await heap(url)
    // Reading the heap size allocates too.
    const reading = before - first
    if (after >= before && reading >= 0) turns.push((after - before - reading) / requests / 1000)
  }
  return median(turns)
}

/** The minimum over repeated attempts: on a busy machine V8 compiles late, and uncompiled code allocates more. */
const minimumOf = async (allocating: ReadonlyArray<Contestant>, name: string, enough: number) => {
  let least = Infinity
  for (let attempt = 0; attempt < maxAttempts && least > enough; attempt++) {
    for (const one of allocating) least = Math.min(least, await allocated(one, name))
  }
  return least
}

/**
 * Prints the table and returns whether all scenarios passed. It measures several processes, since V8 compiles each slightly differently.
 */
export const run = async (allocating: ReadonlyArray<Contestant>, renew: boolean): Promise<boolean> => {
  const before = read()
  const figures: Record<string, number> = {}
  for (const name of guarded) {
    const enough = renew ? 0 : (before[name] ?? 0) * (1 + bar)
    figures[name] = Math.round((await minimumOf(allocating, name, enough)) * 10) / 10
  }
  if (renew) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
  const committed = read()
  const rows = Object.entries(figures).map(([name, kilobytes]) => [
    name,
    kilobytes.toFixed(1),
    committed[name]?.toFixed(1) ?? "",
    failure(kilobytes, committed[name]) ?? "ok"
  ])
  console.log(tableOf([["scenario", "kB allocated", "committed", "verdict"], ...rows]))
  return rows.every((row) => row.at(-1) === "ok")
}
