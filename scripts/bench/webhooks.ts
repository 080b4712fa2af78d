/**
 * Checks the promises of webhooks on real processes: `node scripts/run.mjs scripts/bench/webhooks.ts [crash] [latency]
 * [processes] [throughput]`; without a name, all four. `latency:50:20` measures latency at 50 events a second for 20 seconds;
 * `throughput:1:5`, throughput to one receiver, then to five.
 */
import { crash } from "./webhooks/Crash.ts"
import { latency } from "./webhooks/Latency.ts"
import { processes } from "./webhooks/Processes.ts"
import { throughput } from "./webhooks/Throughput.ts"

const proofs: Record<string, (...numbers: Array<number>) => Promise<unknown>> = {
  crash,
  latency,
  processes,
  throughput
}

const named = process.argv.slice(2)

for (const name of named.length === 0 ? Object.keys(proofs) : named) {
  console.log(name)
  const [proof = "", ...numbers] = name.split(":")
  console.log(JSON.stringify(await proofs[proof]!(...numbers.map(Number)), null, 2))
}
