/**
 * A rolling upgrade under load: two nodes of an older version serve on its schema; nodes of this version start one after the
 * other, the first of which migrates, and the old ones stop. The load is that of `npm run system -- faults`, behind a balancer that asks
 * /readyz and repeats what may be repeated; no request may fail, and the same checks look for what was lost.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { makeBalancer } from "../faults/Balancer.ts"
import { countsOf } from "../faults/Figures.ts"
import { expectUnharmed } from "../faults/Fleet.ts"
import { Postgres } from "../faults/Postgres.ts"
import { Receiver } from "../faults/Receiver.ts"
import { Service } from "../rig/Service.ts"
import { directoryIn, operate, place, root, type Site } from "../faults/Site.ts"
import { Trial } from "../faults/Trial.ts"
import * as Sums from "../faults/checks/Sums.ts"
import { verify } from "../faults/Verify.ts"
import { secondsSince, sleep } from "../rig/Wait.ts"
import * as Release from "./Release.ts"

export interface Options {
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

/** A server with a database that the older version has made, distributed by it if it is on a cluster. */
const siteOf = async (code: string, directory: string, citus: string | undefined) => {
  const postgres = await Postgres.make(directoryIn(directory, "postgres"))
  const database = citus ?? postgres.url()
  const environment = { DATABASE_URL: database, DATA_DIR: directoryIn(directory, "operator") }
  const places = {
    main: await place(environment, "standard", "standard", code),
    capped: await place(environment, "free", "free", code)
  }
  if (citus !== undefined) await operate(environment, ["database", "distribute"], code)
  const receiver = await Receiver.start()
  const close = async () => {
    await receiver.close()
    await postgres.stop("SIGQUIT")
  }
  const site: Site = { directory, postgres, receiver, places, close }
  return { site, database }
}

/** The line with which a start is refused. */
const refusalOf = async (service: Service): Promise<string> => {
  service.launch()
  const { code } = await service.ended(60)
  const lines = service.said.trim().split("\n")
  if (code !== 1 || lines.length !== 1) throw new Error(`it was not refused in one line: ${service.said}`)
  return lines[0]!
}

const run = async (trial: Trial, code: string, { beside, rate, ref, tell }: Options) => {
  const make = async (folder?: string) =>
    new Service(await trial.environment({ SHUTDOWN_DELAY: delay }), { code: folder })
  const old = [await make(code), await make(code)]
  const new_ = [await make(), await make()]
  for (const service of [...old, ...new_]) trial.defer(() => service.ended(0))
  for (const service of old) service.launch()
  await Promise.all(old.map((service) => service.ready()))
  trial.services.push(...old)
  const balancer = await makeBalancer(
    "both",
    [...old, ...new_].map(({ url }) => url)
  )
  trial.defer(balancer.close)
  const said = (what: string, began: number) => tell(`${what} (${secondsSince(began).toFixed(1)} s)`)
  const replace = async (before: Service, after: Service) => {
    let began = performance.now()
    after.launch()
    await after.ready()
    trial.services.unshift(after)
    said("a node of this version is ready", began)
    await sleep(beside)
    began = performance.now()
    const { code: ended } = await before.end()
    trial.expect(ended === 0, `an old node ended with ${ended}`)
    said("a node of the old version has stopped", began)
  }
  const strike = async () => {
    for (const [index, before] of old.entries()) await replace(before, new_[index]!)
  }
  await trial.load({ url: () => balancer.url, strike, rate, before: 3, after: 3 })
  const counts = countsOf(trial.ledger.tries)
  tell(
    `${counts.tries} requests, ${counts.ok} done, ${counts.shed} shed, ${trial.ledger.failed.length} failed`
  )
  expectUnharmed(trial)
  // As docs/operations/upgrade.md says, once no node of the old version is left.
  await Sums.mend(trial)
  await verify(trial)
  // Later versions know from the database that they work with its schema, and start.
  if (ref === Release.last.ref) tell(`the old version, started again: ${await refusalOf(await make(code))}`)
  await trial.query("INSERT INTO schema_migrations VALUES (9999, now(), 'later', '99.0.0', 9999)")
  const refusal = await refusalOf(await make())
  tell(`this version on a schema of 99.0.0: ${refusal}`)
  trial.expect(refusal.includes("99.0.0"), "the refusal does not name the version to start")
  await trial.end()
  return { counts, broken: trial.broken }
}

/** Returns the figures, and the promises that were broken. */
export const upgrade = async (options: Options) => {
  const directory = mkdtempSync(join(root(), "pipeline-rolling-"))
  try {
    const code = join(directory, "code")
    Release.checkOut(options.ref, code)
    const { database, site } = await siteOf(code, directory, options.citus)
    const trial = new Trial(site, "rolling-upgrade", 1, { rate: options.rate, isShort: false })
    trial.database = database
    try {
      return await run(trial, code, options)
    } finally {
      await trial.close()
      await site.close()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
