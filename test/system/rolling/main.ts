/** Upgrades from an older version to this one while both serve: `npm run system -- rolling [--from REF]` (docs/operations/upgrade.md). */
import { parseArgs } from "node:util"
import * as Release from "./Release.ts"
import { upgrade } from "./Upgrade.ts"

const { values } = parseArgs({
  options: {
    from: { type: "string", default: Release.last.ref },
    citus: { type: "string" },
    rate: { type: "string", default: "40" },
    beside: { type: "string", default: "10" }
  }
})

const lacks = Release.lacks(values.from)
if (lacks === undefined) {
  const [rate, beside] = [Number(values.rate), Number(values.beside)]
  console.log(`From ${values.from}, ${rate} requests/s, both versions for ${beside} s each time`)
  const { broken } = await upgrade({ ref: values.from, citus: values.citus, rate, beside, tell: console.log })
  for (const promise of broken) console.error(`broken: ${promise}`)
  const end = "No request failed, and nothing was lost."
  console.log(broken.length === 0 ? end : `${broken.length} promises were broken.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} else {
  console.error(`The upgrade can't be run: ${lacks}`)
  process.exitCode = 2
}
