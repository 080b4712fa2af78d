/**
 * What a request allocates on the heap of the service: a figure that other work on the machine hardly changes, and that
 * processor time follows, since what is allocated has to be filled and collected.
 */
import { median } from "./Compare.ts"
import * as Drive from "./Drive.ts"
import type { Server } from "./Server.ts"

/** MiB of each half of the young generation: room for a turn without a collection in most cases. */
const half = 256

/** For the process that is measured. */
export const flags = [`--min-semi-space-size=${half}`, `--max-semi-space-size=${half}`]

/** Seconds until V8 has compiled what runs often, and of a turn; turns that count, and that may be tried. */
const warm = 4
const seconds = 0.3
const wanted = 5
const most = 30
const connections = 4

const heap = async (url: string) => {
  const answer = await fetch(`${url}/metrics`)
  const found = /^nodejs_heap_used_bytes\S* (\S+)/mu.exec(await answer.text())
  if (found === null) throw new Error("/metrics has no nodejs_heap_used_bytes")
  return Number(found[1])
}

/** Kilobytes a request; undefined if a collection fell into the turn. */
const turn = async (url: string, next: () => Drive.Request): Promise<number | undefined> => {
  const first = await heap(url)
  const before = await heap(url)
  const { requests } = await Drive.drive({ url, connections, seconds, next })
  const after = await heap(url)
  // Reading the figure allocates too.
  const reading = before - first
  return after < before || reading < 0 ? undefined : (after - before - reading) / requests / 1000
}

export const measure = async ({ url }: Server, next: () => Drive.Request): Promise<number> => {
  await Drive.drive({ url, connections, seconds: warm, next })
  const turns: Array<number> = []
  for (let tried = 0; turns.length < wanted; tried++) {
    if (tried === most) throw new Error(`A collection fell into all but ${turns.length} of ${most} turns`)
    const one = await turn(url, next)
    if (one !== undefined) turns.push(one)
  }
  return median(turns)
}
