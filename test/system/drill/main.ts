/**
 * Loses the machine and restores the service: what is gone, and how long does it take?
 *
 *     npm run system -- drill                    a small database, 15 s of load before and after the backup
 *     npm run system -- drill --deals 100000     fills that many deals first
 *     npm run system -- drill --seconds 60       a longer load, before and after the backup
 *
 * Everything is in a temporary directory: data, log, backups, and what is restored. Writes go on while the backup is made,
 * until service and database are killed and the data is deleted. Exits non-zero if more was lost than 5 s of writes.
 */
import { Effect, Layer, Redacted } from "effect"
import { mkdtempSync, readFileSync, rmSync, chmodSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Database } from "../../../layers/database/Database.ts"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"
import { load } from "../../support/bench/load.ts"
import { send } from "../rig/Http.ts"
import { repositories } from "../rig/Repositories.ts"
import { admin, Service, unlimited } from "../rig/Service.ts"
import { sleep } from "../rig/Wait.ts"

/** Seconds of acknowledged writes that may be lost with the machine. */
const most = 5

const { values } = parseArgs({
  options: {
    deals: { type: "string", default: "1000" },
    seconds: { type: "string", default: "15" }
  }
})
const [deals, seconds] = [Number(values.deals), Number(values.seconds)]
if (!(Number.isInteger(deals) && deals > 0 && seconds > 0)) {
  process.stderr.write("--deals and --seconds are numbers above 0.\n")
  process.exit(1)
}

const directory = mkdtempSync(join(tmpdir(), "pipeline-drill-"))
chmodSync(directory, 0o755)
const [data, wal, backups, restored] = ["data", "log", "backups", "restored"].map((name) =>
  join(directory, name)
)

const settings = {
  BACKUP_WAL_TO: wal!,
  BACKUP_PASSPHRASE: "a passphrase for the drill",
  DEMO: "false",
  ...unlimited
}

const operate = (dataDir: string, ...words: ReadonlyArray<string>) =>
  admin({ ...settings, DATA_DIR: dataDir }, words)

const fill = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.make({ dataDir: data! })
  const ground = Layer.provideMerge(Database.operator, repositories(Redacted.value(url), data!))
  return yield* Effect.provide(load({ deals }), ground)
}).pipe(Effect.scoped) as Effect.Effect<Effect.Success<ReturnType<typeof load>>, unknown>

/** A write that the service acknowledged, and when. */
interface Written {
  readonly id: string
  readonly at: number
}

/** Creates deals, four at a time, until told to stop or the service is gone. */
const write = (url: string, token: string, boardId: string) => {
  const written: Array<Written> = []
  const over = { now: false }
  const writer = async () => {
    while (!over.now) {
      const body = { boardId, name: `Drill ${written.length}` }
      const answer = await send(undefined, { method: "POST", url: `${url}/v1/deals`, token, body })
      if (answer.status === undefined) return
      if (answer.status !== 201) throw new Error(`A write was refused: ${answer.status} ${answer.text}`)
      written.push({ id: JSON.parse(answer.text).id, at: performance.now() })
    }
  }
  const writers = Promise.all([writer(), writer(), writer(), writer()])
  return { written, stop: () => ((over.now = true), writers) }
}

const exists = async (url: string, token: string, id: string) =>
  (await send(undefined, { method: "GET", url: `${url}/v1/deals/${id}`, token })).status === 200

const say = (what: string, value: string) => process.stdout.write(`${what.padEnd(44)} ${value}\n`)
const inSeconds = (millis: number) => `${(millis / 1_000).toFixed(1)} s`

const drill = async () => {
  const loaded = await Effect.runPromise(fill)
  const { token } = loaded.apiKey
  const service = await Service.start({ ...settings, DATA_DIR: data! })
  const load = write(service.url, token, loaded.boards[0]!.id)
  await sleep(seconds)
  const began = performance.now()
  const made = await operate(data!, "backup", "create", "--to", backups!)
  const took = performance.now() - began
  const before = load.written.length
  await sleep(seconds)

  const postmaster = Number(readFileSync(join(data!, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  service.kill("SIGKILL")
  process.kill(postmaster, "SIGKILL")
  const killed = performance.now()
  await service.ended()
  await load.stop()
  rmSync(data!, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

  const restoring = performance.now()
  const reached = await operate(restored!, "backup", "restore", join(backups!, made.name))
  const ready = performance.now()
  const again = await Service.start({ ...settings, DATA_DIR: restored! })
  const serving = performance.now()

  const lost: Array<Written> = []
  for (const one of load.written) if (!(await exists(again.url, token, one.id))) lost.push(one)
  // Both fail if anything is wrong.
  await operate(restored!, "totals", "verify")
  await operate(restored!, "audit", "verify")
  await again.end()
  const since = lost.length === 0 ? 0 : killed - Math.min(...lost.map(({ at }) => at))
  say("Deals when the load began", deals.toLocaleString("en"))
  say(
    "Backup, made under load",
    `${(statSync(join(backups!, made.name)).size / 2 ** 20).toFixed(1)} MiB in ${inSeconds(took)}`
  )
  say("Writes acknowledged, after the backup", `${load.written.length}, ${load.written.length - before}`)
  say("Acknowledged writes lost", `${lost.length}, of the last ${inSeconds(since)}`)
  say("Totals and audit log of what was restored", "verified")
  say("Restored to", `${reached.asOf}, on timeline ${reached.timeline}`)
  say(
    "Restore, start, in all",
    `${inSeconds(ready - restoring)}, ${inSeconds(serving - ready)}, ${inSeconds(serving - restoring)}`
  )
  if (since > most * 1_000) throw new Error(`More than ${most} s of acknowledged writes were lost.`)
}

try {
  await drill()
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
