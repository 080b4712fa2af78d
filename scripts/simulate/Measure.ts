/** Measures what costs.json holds: each call alone and by many clients, rows and their bytes, sign-ins, deliveries, an idle process. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { cpus, release, totalmem } from "node:os"
import { FormBrowser } from "../../test/support/pages/FormBrowser.ts"
import { until } from "../bench/webhooks/Site.ts"
import { listen } from "../bench/webhooks/Receiver.ts"
import { memory } from "../bench/Usage.ts"
import { type Call, calls, type Cost, type Costs, type Operation, type Work } from "./Inputs.ts"
import { requests } from "./Requests.ts"
import * as Stand from "./Stand.ts"
import { password, type Place, type Plan } from "./Tenancy.ts"
import * as Volume from "./Volume.ts"

export const plan: Plan = { workspaces: 1000, deals: 50_000, zipf: 1 }

const clients = 16

const writes: ReadonlySet<string> = new Set(["create", "move", "update", "note"])

const round = (value: number, digits = 3) => Number(value.toFixed(digits))

const rounded = ({ database, service, thread }: Work) => ({
  service: round(service),
  thread: round(thread),
  database: round(database)
})

/** What of a lone request's time was nobody's work: the disk, wake-ups, the loopback. */
const restOf = ({ database, generator, p50, stretch, thread }: Stand.Figures) =>
  Math.max(0, p50 - thread * stretch.service - database * stretch.database - generator * stretch.generator)

interface Taken {
  readonly cost: Cost
  readonly stretch: number
}

const measureCall = async (
  stand: Stand.Stand,
  seconds: number,
  call: Call,
  places: ReadonlyArray<Place>
): Promise<Taken> => {
  let at = 0
  const next = () => requests[call](places[at++ % places.length]!)
  await Stand.drive(stand, clients, 1, next)
  const alone = await Stand.drive(stand, 1, seconds, next)
  const before = await stand.inside(Volume.now(writes.has(call)))
  const busy = await Stand.drive(stand, clients, seconds, next)
  const after = await stand.inside(Volume.now(writes.has(call)))
  const cost: Cost = {
    ...rounded(busy),
    coordinator: busy.coordinator === null ? null : round(busy.coordinator),
    wal: Math.round((after.wal - before.wal) / busy.requests),
    rows: Volume.added(before, after, busy.requests),
    alone: { ...rounded(alone), rest: round(restOf(alone)) }
  }
  return { cost, stretch: busy.stretch.service }
}

const spending = ({ idle, postmasters, server }: Stand.Stand) => Stand.spending(server.pid, postmasters, idle)

/** What came on top of `base`; noise can't make it negative. */
const beyond = (
  whole: Omit<Cost, "wal" | "rows" | "alone">,
  base: Omit<Cost, "wal" | "rows" | "alone">
): Omit<Cost, "wal" | "rows"> => ({
  service: round(Math.max(0, whole.service - base.service)),
  thread: round(Math.max(0, whole.thread - base.thread)),
  database: round(Math.max(0, whole.database - base.database)),
  coordinator:
    whole.coordinator === null ? null : round(Math.max(0, whole.coordinator - (base.coordinator ?? 0))),
  alone: null
})

const nothing = { service: 0, thread: 0, database: 0, coordinator: null }

const measureLogin = async (stand: Stand.Stand): Promise<Cost> => {
  const count = 20
  const before = await stand.inside(Volume.now(true))
  const spent = spending(stand)
  for (let n = 0; n < count; n++)
    await new FormBrowser(stand.server.url).signIn(stand.places[0]!.email, password)
  const used = spent(count)
  const after = await stand.inside(Volume.now(true))
  return {
    ...beyond(used, nothing),
    wal: Math.round((after.wal - before.wal) / count),
    rows: Volume.added(before, after, count)
  }
}

/** Deliveries of created deals to a receiver in this process, all costs of creating them taken off. */
const measureDelivery = async (stand: Stand.Stand, seconds: number, create: Cost): Promise<Cost> => {
  const place = stand.places[0]!
  const receiver = await listen()
  const answer = await fetch(`${stand.server.url}/v1/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${place.token}`, "content-type": "application/json" },
    body: JSON.stringify({ boardId: place.boardId, url: receiver.url, events: ["deal.created"] })
  })
  if (answer.status !== 201) throw new Error(`No webhook: ${await answer.text()}`)
  const before = await stand.inside(Volume.now(true))
  const spent = spending(stand)
  const { requests: sent } = await Stand.drive(stand, clients, seconds * 2, () => requests.create(place))
  if (!(await until(() => receiver.got.length >= sent, 120))) throw new Error("Deliveries did not end")
  const used = spent(sent)
  receiver.close()
  const after = await stand.inside(Volume.now(true))
  const rows = Volume.added(before, after, sent)
  return {
    ...beyond(used, create),
    wal: Math.max(0, Math.round((after.wal - before.wal) / sent) - create.wal),
    rows: { deliveries: rows["deliveries"] ?? 0 }
  }
}

const connections = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'sales-pipeline' AND pid <> pg_backend_pid()`
).pipe(Effect.map(([row]) => row!.count))

export const measure = Effect.fnUntraced(function* (where: Stand.Where, seconds: number, command: string) {
  const stand = yield* Stand.open(where, plan)
  return yield* Effect.promise(async (): Promise<Costs> => {
    const say = (what: string) => process.stderr.write(`  ${what}\n`)
    const connectionsIdle = await stand.inside(connections)
    const costs: Partial<Record<Operation, Cost>> = {}
    const stretches: Array<number> = []
    let sizes: Costs["rows"] = {}
    const order: ReadonlyArray<Call> = ["get", "list", "search", "report", "create", "note", "move", "update"]
    for (const call of order) {
      say(call)
      // Rows that change many times leave room behind them: sizes are taken before.
      if (call === "move") sizes = await stand.inside(Volume.rowSizes)
      const { cost, stretch } = await measureCall(stand, seconds, call, stand.places.slice(0, 1))
      costs[call] = cost
      stretches.push(stretch)
    }
    say("authenticate")
    const many = await measureCall(stand, seconds, "get", stand.places)
    costs.authenticate = { ...beyond(many.cost, costs.get!), wal: 0, rows: {} }
    say("delivery")
    costs.delivery = await measureDelivery(stand, seconds, costs.create!)
    const connectionsBusy = await stand.inside(connections)
    say("login")
    costs.login = await measureLogin(stand)
    const [version] = await stand.inside(Volume.version)
    const operations = Object.fromEntries(
      [...calls, "authenticate", "delivery", "login"].map((name) => [name, costs[name as Operation]!])
    ) as Record<Operation, Cost>
    return {
      measured: {
        at: new Date().toISOString().slice(0, 10),
        command,
        machine: `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.version}`,
        database: version!,
        crowding: round(stretches.reduce((total, one) => total + one - 1, 0) / stretches.length, 2)
      },
      operations,
      rows: { ...(await stand.inside(Volume.rowSizes)), ...sizes },
      workspaceBytes: Math.round((stand.bytes.furnished - stand.bytes.empty) / plan.workspaces),
      process: {
        connectionsIdle,
        connectionsBusy,
        memoryMB: Math.round(memory(stand.server.pid)),
        idle: rounded(stand.idle),
        jobs: rounded(stand.jobs)
      },
      redis: null
    }
  })
})
