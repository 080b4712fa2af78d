/** Upgrades from an older version to this one while both serve: `npm run system -- rolling [--from REF]` (docs/operations/upgrade.md). */
import { parseArgs } from "node:util"
import * as Release from "./Release.ts"
import { upgrade } from "./Upgrade.ts"

const { values: options } = parseArgs({
  options: {
    from: { type: "string", default: Release.last.ref },
    citus: { type: "string" },
    rate: { type: "string", default: "40" },
    beside: { type: "string", default: "10" }
  }
})

const main = async () => {
  const lacks = Release.lacks(options.from)
  if (lacks !== undefined) {
    console.error(`The upgrade can't be run: ${lacks}`)
    return 2
  }
  console.log(
    `From ${options.from}, ${options.rate} requests/s, both versions for ${options.beside} s each time`
  )
  const { broken } = await upgrade({
    ref: options.from,
    citus: options.citus,
    rate: Number(options.rate),
    beside: Number(options.beside),
    tell: console.log
  })
  for (const promise of broken) console.error(`broken: ${promise}`)
  console.log(
    broken.length === 0
      ? "No request failed, and nothing was lost."
      : `${broken.length} promises were broken.`
  )
  return broken.length === 0 ? 0 : 1
}

process.exitCode = await main()
