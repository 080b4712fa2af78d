/**
 * A rolling upgrade under load: two nodes of an older version serve on its schema; nodes of this version start one after the
 * other, the first of which migrates, and the old ones stop. The load is that of the faults, behind a balancer that asks
 * /readyz and repeats what may be repeated; no request may fail, and the same checks look for what was lost.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { makeBalancer } from "../rig/Balancer.ts"
import { countsOf } from "../rig/Times.ts"
import { expectUnharmed } from "../rig/Fleet.ts"
import { Service } from "../rig/Service.ts"
import * as Site from "../rig/Site.ts"
import { Trial } from "../rig/Trial.ts"
import { mend } from "../rig/checks/Rows.ts"
import { verify } from "../rig/Verify.ts"
import { secondsSince, sleep } from "../rig/Wait.ts"
import * as Release from "./Release.ts"

interface Options {
  readonly ref: string
  /** An empty database on a Citus coordinator with its nodes; without it a server is started. */
  readonly citus?: string | undefined
  readonly rate: number
  /** Seconds that both versions serve side by side. */
  readonly beside: number
  readonly tell: (line: string) => void
}

/** Seconds that a node goes on listening after SIGTERM: the balancer asks /readyz each second. */
const delay = "3"

/** The line with which a start is refused. */
const refusalOf = async (service: Service): Promise<string> => {
  service.launch()
  const { code } = await service.ended(60)
  const lines = service.said.trim().split("\n")
  if (code !== 1 || lines.length !== 1) throw new Error(`it was not refused in one line: ${service.said}`)
  return lines[0]!
}

const run = async (trial: Trial, code: string, { beside, rate, tell }: Options) => {
  const make = async (folder?: string) => {
    const service = new Service(await trial.environment({ SHUTDOWN_DELAY: delay }), { code: folder })
    trial.defer(() => service.ended(0))
    return service
  }
  const old = [await make(code), await make(code)]
  const next = [await make(), await make()]
  for (const service of old) service.launch()
  await Promise.all(old.map((service) => service.ready()))
  trial.services.push(...old)
  const urls = [...old, ...next].map(({ url }) => url)
  const balancer = await makeBalancer("both", urls)
  trial.defer(balancer.close)
  const replace = async (before: Service, after: Service) => {
    after.launch()
    tell(`a node of this version is ready after ${(await after.ready()).toFixed(1)} s`)
    trial.services.unshift(after)
    await sleep(beside)
    const began = performance.now()
    const { code: ended } = await before.end()
    trial.expect(ended === 0, `an old node ended with ${ended}`)
    tell(`a node of the old version has stopped after ${secondsSince(began).toFixed(1)} s`)
  }
  const strike = async () => {
    for (const [index, before] of old.entries()) await replace(before, next[index]!)
  }
  await trial.load({ url: () => balancer.url, strike, rate, before: 3, after: 3 })
  const counts = countsOf(trial.ledger.tries)
  tell(
    `${counts.tries} requests, ${counts.ok} done, ${counts.shed} shed, ${trial.ledger.failed.length} failed`
  )
  expectUnharmed(trial)
  // As docs/operations/upgrade.md says, once no node of the old version is left.
  await mend(trial)
  await verify(trial)
  const again = await make(code)
  again.launch()
  await again.ready()
  tell("the old version, started again, serves")
  await again.end()
  await trial.query("INSERT INTO schema_migrations VALUES (9999, now(), 'later', '99.0.0', 9999)")
  const refusal = await refusalOf(await make())
  tell(`this version on a schema of 99.0.0: ${refusal}`)
  trial.expect(refusal.includes("99.0.0"), "the refusal does not name the version to start")
  await trial.end()
  return { counts, broken: trial.broken }
}

/** Returns the figures, and the promises that were broken. */
export const upgrade = async (options: Options) => {
  const folder = mkdtempSync(join(Site.root(), "pipeline-rolling-"))
  try {
    const code = join(folder, "code")
    Release.checkOut(options.ref, code)
    const site = await Site.open({ code, citus: options.citus })
    const trial = new Trial(site, "rolling-upgrade", 1, { rate: options.rate, isShort: false })
    try {
      if (options.citus === undefined) await trial.clone()
      else trial.database = options.citus
      return await run(trial, code, options)
    } finally {
      await trial.close()
      await site.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
