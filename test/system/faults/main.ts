/** Breaks the service's dependencies under load, and checks its promises (docs/faults.md). */
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { faults } from "./faults/index.ts"
import { run } from "./Run.ts"
import * as Site from "../rig/Site.ts"
import { secondsSince } from "../rig/Wait.ts"

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    rate: { type: "string" }
  }
})

const names = options.only?.split(",")
const chosen = faults.filter(({ isShort, name }) =>
  names === undefined ? !options.short || isShort : names.includes(name)
)

const list = () => {
  for (const { isShort, name, promise } of chosen)
    console.log(`${name.padEnd(20)} ${isShort ? "short" : "     "}  ${promise}`)
}

const main = async () => {
  const unknown = names?.filter((name) => faults.every((fault) => fault.name !== name)) ?? []
  if (unknown.length > 0) {
    console.error(
      `There is no fault named ${unknown.join(", ")}: npm run system -- faults --list names them all`
    )
    return 2
  }
  const began = performance.now()
  const rate = Number(options.rate ?? (options.short ? 25 : 50))
  const form = options.short ? "short form: what is late is told, not judged" : "long form"
  console.log(
    `${chosen.length} faults, seed ${options.seed}, ${rate} requests/s, ${form}, load of the machine ${loadavg()[0]!.toFixed(1)}`
  )
  const site = await Site.open()
  const broken: Array<string> = []
  let [isStopped, tried] = [false, 0]
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => (isStopped = true))
  try {
    for (const fault of chosen) {
      if (isStopped) break
      const isKept = await run(site, fault, Number(options.seed), { rate, isShort: options.short })
      if (!isKept) broken.push(fault.name)
      tried++
    }
  } finally {
    await site.close()
  }
  console.log(
    `${tried - broken.length} of ${tried} faults kept every promise, in ${secondsSince(began).toFixed(0)} s (load of the machine ${loadavg()[0]!.toFixed(1)})`
  )
  if (broken.length > 0)
    console.log(
      `Again: npm run system -- faults ${options.short ? "--short " : ""}--seed ${options.seed} --only ${broken.join(",")}`
    )
  return broken.length === 0 && !isStopped ? 0 : 1
}

if (options.list) list()
else process.exitCode = await main()
