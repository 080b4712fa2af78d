/**
 * Sends hostile requests to everything the service listens on, and checks its promises: no 5xx, no answer over 1 MiB,
 * no turn of the event loop over 100 ms, memory back to where it was. docs/testing.md has the flags.
 */
import { parseArgs } from "node:util"
import * as Shot from "./Shot.ts"
import * as Site from "./Site.ts"
import * as Operations from "./targets/Operations.ts"
import * as Routes from "./targets/Routes.ts"
import * as Wire from "./targets/Wire.ts"
import * as Random from "../rig/Random.ts"

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
    /** Only targets whose name contains this. */
    only: { type: "string", default: "" },
    /** Sends one request of a run, by its number. */
    at: { type: "string" }
  }
})

const seed = options.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(options.seed)
const seconds = Number(options.seconds)

/** Bytes of an answer, milliseconds of a turn of the event loop, bytes of growth in memory. */
const limits = { answer: 1_048_576, block: 100, memory: 50 * 1_048_576 }

const site = await Site.make()
const all = [Operations, Routes, Wire].flatMap((one) => one.of(site))
const targets = all.filter(({ name }) => name.includes(options.only))
console.log(`Fuzzing ${targets.length} of ${all.length} targets for ${seconds} s, seed ${seed}`)

const shotOf = (index: number): Shot.Shot => {
  // The choices of one request are independent of those before it.
  const random = Random.make(Math.imul(seed ^ 0x9e3779b9, 31) + index * 7919)
  // Targets take turns, so that even a short run covers all of them.
  const target = targets[index % targets.length]!
  return { target: target.name, ...target.shot(random) }
}

/** The shortest of three tries: the part due to the request, not to the machine or to code that runs for the first time. */
const blockOf = async (shot: Shot.Shot): Promise<number> => {
  const blocks: Array<number> = []
  for (let n = 0; n < 3; n++) {
    await site.block()
    await Shot.send(site.url, shot)
    blocks.push(await site.block())
  }
  return Math.min(...blocks)
}

/** MCP tools and RPC calls report an internal failure in a 200. */
const ours = /internal_error|"_tag":"Defect"/u

const complaintOf = ({ failure, size, start, status }: Shot.Outcome): string | undefined => {
  if (failure !== undefined) return `was not answered: ${failure}`
  if (status >= 500 || ours.test(start)) return `was answered ${status} with an internal failure`
  return size > limits.answer ? `was answered with ${size} bytes` : undefined
}

let failed = 0
const told = new Set<string>()
const answered: Record<number, number> = {}
const slowest = { block: 0, target: "" }

/** The service's log around the request id of an answer. */
const logOf = (start: string): string => {
  const id = /req_[0-9a-f]{32}/u.exec(start)?.[0]
  const at = id === undefined ? -1 : site.log().indexOf(id)
  return at < 0 ? "" : `\nLog: ${site.log().slice(Math.max(0, at - 1_000), at + 200)}`
}

const report = (shot: Shot.Shot, index: number, complaint: string, start = "") => {
  failed++
  // One report of each kind for each target is enough.
  const kind = `${shot.target} ${complaint.replaceAll(/\d+/gu, "")}`
  if (told.has(kind)) return
  told.add(kind)
  const only = options.only === "" ? "" : ` --only "${options.only}"`
  console.log(`\nFAIL ${shot.target} ${complaint}\n${start}\n${Shot.print(shot)}${logOf(start)}`)
  console.log(`Again: npm run system -- fuzz --seed ${seed}${only} --at ${index}`)
}

const fire = async (index: number) => {
  const shot = shotOf(index)
  const outcome = await Shot.send(site.url, shot)
  answered[outcome.status] = (answered[outcome.status] ?? 0) + 1
  const complaint = complaintOf(outcome)
  if (complaint !== undefined) report(shot, index, complaint, outcome.start)
  if (site.exited()) return
  const block = await site.block()
  const confirmed = block > limits.block ? await blockOf(shot) : block
  if (confirmed > slowest.block) Object.assign(slowest, { block: confirmed, target: shot.target })
  if (confirmed > limits.block) report(shot, index, `held the event loop for ${Math.round(confirmed)} ms`)
}

const MiB = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`

const run = async () => {
  const end = performance.now() + seconds * 1_000
  let before: Site.Memory | undefined
  let index = 0
  for (; performance.now() < end && !site.exited(); index++) {
    // Measured after each target has had one request: modules loaded on demand are no leak.
    if (index === targets.length || (before === undefined && performance.now() > end - seconds * 500)) {
      before ??= await site.memory()
    }
    await fire(index)
  }
  if (site.exited()) {
    failed++
    console.log(`\nFAIL the service ended\n${site.log().slice(-3_000)}`)
    return
  }
  const after = await site.memory()
  // If the fuzzer lost its session or key, the rest of the run tested nothing.
  const me = await fetch(`${site.url}/v1/me`, { headers: { authorization: `Bearer ${site.token}` } })
  const page = await site.browser.send("/account")
  if (me.status !== 200 || page.status !== 200) {
    failed++
    console.log(`FAIL the fuzzer lost its own credentials during the run (${me.status}, ${page.status})`)
  }
  const grown = after.used - (before ?? after).used
  console.log(
    `\n${index} requests, answered ${JSON.stringify(answered)}; the longest turn of the loop ${slowest.block.toFixed(0)} ms (${slowest.target}); ` +
      `memory in use ${MiB((before ?? after).used)} before, ${MiB(after.used)} after (resident ${MiB(after.rss)})`
  )
  if (grown > limits.memory) {
    failed++
    console.log(`FAIL memory grew by ${MiB(grown)} and did not come back`)
  }
}

try {
  await (options.at === undefined ? run() : fire(Number(options.at)))
} finally {
  await site.stop()
}
console.log(failed === 0 ? "Nothing was found" : `${failed} failures, seed ${seed}`)
process.exit(failed === 0 ? 0 : 1)
