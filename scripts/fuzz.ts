/**
 * Sends the service hostile requests for some time, wherever it listens, and holds it to its promises: no 5xx, no
 * answer over 1 MiB, no turn of the event loop over 100 ms, memory back to where it was. docs/testing.md has the flags.
 */
import { parseArgs } from "node:util"
import * as Random from "./fuzz/Random.ts"
import * as Shot from "./fuzz/Shot.ts"
import * as Site from "./fuzz/Site.ts"
import * as Targets from "./fuzz/Targets.ts"

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
    /** Targets whose name contains this. */
    only: { type: "string", default: "" },
    /** One request of a run, by its number. */
    at: { type: "string" }
  }
})

const seed = options.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(options.seed)
const seconds = Number(options.seconds)

/** Bytes of an answer, milliseconds of a turn of the loop, bytes of memory kept. */
const limits = { answer: 1_048_576, block: 100, memory: 50 * 1_048_576 }

const site = await Site.make()
const all = Targets.of(site)
const targets = all.filter(({ name }) => name.includes(options.only))
console.log(`Fuzzing ${targets.length} of ${all.length} targets for ${seconds} s, seed ${seed}`)

const shotOf = (index: number): Shot.Shot => {
  const random = Random.of(seed, index)
  // Each target in turn, so that each has its share however short the run.
  const target = targets[index % targets.length]!
  return { target: target.name, ...target.shot(random) }
}

/** The shortest of three tries alone: what is due to the request, and not to the machine or to a first time. */
const blockOf = async (shot: Shot.Shot): Promise<number> => {
  const blocks: Array<number> = []
  for (let n = 0; n < 3; n++) {
    await site.block()
    await Shot.send(site.url, shot)
    blocks.push(await site.block())
  }
  return Math.min(...blocks)
}

/** Tools and calls of RPC tell of a failure of ours within a 200. */
const ours = /internal_error|"_tag":"Defect"/u

const complaintOf = ({ failure, size, start, status }: Shot.Outcome): string | undefined => {
  if (failure !== undefined) return `was not answered: ${failure}`
  if (status >= 500 || ours.test(start)) return `was answered ${status} with a failure of ours`
  return size > limits.answer ? `was answered with ${size} bytes` : undefined
}

let failed = 0
const told = new Set<string>()
const answered: Record<number, number> = {}
const slowest = { block: 0, target: "" }

/** What the service logged of the request that was answered so. */
const logOf = (start: string): string => {
  const id = /req_[0-9a-f]{32}/u.exec(start)?.[0]
  const at = id === undefined ? -1 : site.log().indexOf(id)
  return at < 0 ? "" : `\nLog: ${site.log().slice(Math.max(0, at - 1_000), at + 200)}`
}

const report = (shot: Shot.Shot, index: number, complaint: string, start = "") => {
  failed++
  // One of a kind for each target: the first is mended first.
  const kind = `${shot.target} ${complaint.replaceAll(/\d+/gu, "")}`
  if (told.has(kind)) return
  told.add(kind)
  const only = options.only === "" ? "" : ` --only "${options.only}"`
  console.log(`\nFAIL ${shot.target} ${complaint}\n${start}\n${Shot.print(shot)}${logOf(start)}`)
  console.log(`Again: npm run fuzz -- --seed ${seed}${only} --at ${index}`)
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
    // What is loaded when it is first needed is there after everything was asked for once.
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
  // Not signed in any more, or without its key, the rest of the run would have shown nothing.
  const me = await fetch(`${site.url}/v1/me`, { headers: { authorization: `Bearer ${site.token}` } })
  const page = await site.browser.send("/account")
  if (me.status !== 200 || page.status !== 200) {
    failed++
    console.log(`FAIL the fuzzer's own credentials were lost on the way (${me.status}, ${page.status})`)
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
