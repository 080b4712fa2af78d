/** Holds what the model predicts against real runs at two sizes. */
import { Effect } from "effect"
import * as Inputs from "./Inputs.ts"
import * as Model from "./Model.ts"
import * as Queues from "./Queues.ts"
import { picker, random, requests } from "./Requests.ts"
import * as Stand from "./Stand.ts"
import * as Tenants from "./Tenants.ts"

interface Size {
  readonly workspaces: number
  readonly deals: number
}

export const sizes: ReadonlyArray<Size> = [
  { workspaces: 200, deals: 20_000 },
  { workspaces: 1000, deals: 100_000 }
]

/** How far a measured figure may be from the predicted one, as a part of it. */
export const bounds = { storage: 0.25, processor: 0.5, throughput: 0.4, p50: 0.4 } as const

export interface Row {
  readonly size: Size
  readonly what: string
  readonly bound: keyof typeof bounds
  readonly predicted: number
  readonly measured: number
}

export const isWithin = ({ bound, measured, predicted }: Row) =>
  Math.abs(measured - predicted) <= bounds[bound] * predicted

type Share = readonly [call: Inputs.Call, share: number]

/** The calls of a day, as parts of one. */
export const mixOf = (load: Inputs.Load): ReadonlyArray<Share> => {
  const total = Inputs.calls.reduce((sum, call) => sum + load.perWorkspaceAndDay[call], 0)
  return Inputs.calls.map((call) => [call, load.perWorkspaceAndDay[call] / total])
}

interface Demand extends Inputs.Work {
  readonly rest: number
}

/** Milliseconds of an average request, when `unknown` of all requests come with a credential to look up. */
export const demandOf = (
  costs: Inputs.Costs,
  mix: ReadonlyArray<Share>,
  unknown: number,
  clients: "one" | "many"
): Demand => {
  const of = (call: Inputs.Call): Demand => {
    const { alone, ...busy } = costs.operations[call]
    return clients === "one" ? alone! : { ...busy, rest: alone?.rest ?? 0 }
  }
  const { authenticate } = costs.operations
  const mean = (part: keyof Demand) => mix.reduce((sum, [call, share]) => sum + share * of(call)[part], 0)
  return {
    service: mean("service") + unknown * authenticate.service,
    thread: mean("thread") + unknown * authenticate.thread,
    database: mean("database") + unknown * authenticate.database,
    rest: mean("rest")
  }
}

/** Where a request of a run spends its time, as this machine's other work lets it. */
const stationsOf = (demand: Demand, { generator, stretch }: Stand.Figures) => [
  { demand: demand.thread * stretch.service, servers: 1 },
  { demand: generator * stretch.generator, servers: 1 },
  { demand: demand.database * stretch.database, servers: Model.connections.requests },
  { demand: demand.rest, servers: null }
]

/** Half of the requests of one client are of calls that take no longer than this. */
const medianOf = (costs: Inputs.Costs, mix: ReadonlyArray<Share>, figures: Stand.Figures) => {
  const each = mix.map(([call, share]) => {
    const stations = stationsOf(demandOf(costs, [[call, 1]], 0, "one"), figures)
    return { share, millis: stations.reduce((sum, { demand }) => sum + demand, 0) }
  })
  let passed = 0
  return each.sort((a, b) => a.millis - b.millis).find(({ share }) => (passed += share) >= 0.5)!.millis
}

const clients = 16

const isWrite = (costs: Inputs.Costs, call: Inputs.Call) =>
  Object.keys(costs.operations[call].rows).length > 0

/** The round in which other work on this machine disturbed the least. */
const calmest = async (rounds: number, round: () => Promise<Stand.Figures>) => {
  const all: Array<Stand.Figures> = []
  for (let n = 0; n < rounds; n++) all.push(await round())
  return all.reduce((best, one) => (one.stretch.service < best.stretch.service ? one : best))
}

export const run = Effect.fnUntraced(function* (
  where: Stand.Where,
  costs: Inputs.Costs,
  load: Inputs.Load,
  seconds: number,
  size: Size
) {
  const stand = yield* Stand.open(where, { ...size, zipf: load.zipf })
  return yield* Effect.promise(async (): Promise<ReadonlyArray<Row>> => {
    const mix = mixOf(load)
    const shares = Tenants.shares(size.workspaces, load.zipf)
    const draw = random(7)
    const call = picker(
      mix.map(([, share]) => share),
      draw
    )
    const place = picker(shares, draw)
    const next = () => requests[mix[call()]![0]](stand.places[place()]!)
    await Stand.drive(stand, clients, 2, next)
    const alone = await calmest(seconds, () => Stand.drive(stand, 1, 1, next))
    const busy = await calmest(seconds, () => Stand.drive(stand, clients, 2, next))
    const predict = (figures: Stand.Figures) => {
      let throughput = figures.perSecond
      let demand = demandOf(costs, mix, 0, "many")
      // How many credentials are unknown depends on the throughput, and it on them.
      for (let round = 0; round < 8; round++) {
        const unknown = Model.unknown(throughput, shares, 1, 1) / throughput
        demand = demandOf(costs, mix, unknown, "many")
        throughput = Queues.closed(clients, stationsOf(demand, figures)) * 1000
      }
      return { ...demand, throughput }
    }
    const lone = medianOf(costs, mix, alone)
    const many = predict(busy)

    const written = mix.filter(([call]) => isWrite(costs, call))
    const write = picker(
      written.map(([, share]) => share),
      draw
    )
    const before = await stand.inside(Stand.size)
    const writes = await Stand.drive(stand, clients, seconds * 4, () =>
      requests[written[write()]![0]](stand.places[place()]!)
    )
    const after = await stand.inside(Stand.size)
    const initial = Model.initialBytes(costs, { ...load, ...size, notesPerDeal: 1 })
    const all = written.reduce((sum, [, share]) => sum + share, 0)
    const grown = written.reduce((sum, [one, share]) => {
      const rows = Object.entries(costs.operations[one].rows)
      const bytes = rows.reduce((total, [table, count]) => total + count * Model.bytesOf(costs, table), 0)
      return sum + (share / all) * bytes
    }, 0)
    const MB = 2 ** 20
    return [
      {
        size,
        what: "storage of the workspaces, MB",
        bound: "storage",
        predicted: Object.values(initial).reduce((sum, bytes) => sum + bytes, 0) / MB,
        measured: (stand.bytes.filled - stand.bytes.empty) / MB
      },
      {
        size,
        what: `storage that ${writes.requests} writes added, MB`,
        bound: "storage",
        predicted: (grown * writes.requests) / MB,
        measured: (after - before) / MB
      },
      {
        size,
        what: `requests/s of ${clients} clients`,
        bound: "throughput",
        predicted: many.throughput,
        measured: busy.perSecond
      },
      {
        size,
        what: "processor time of a request: service, ms",
        bound: "processor",
        predicted: many.service,
        measured: busy.service
      },
      {
        size,
        what: "processor time of a request: PostgreSQL, ms",
        bound: "processor",
        predicted: many.database,
        measured: busy.database
      },
      {
        size,
        what: `p50 of ${clients} clients, ms`,
        bound: "p50",
        predicted: (clients / many.throughput) * 1000,
        measured: busy.p50
      },
      {
        size,
        what: "p50 of one client, ms",
        bound: "p50",
        predicted: lone,
        measured: alone.p50
      }
    ]
  })
})

export const text = (rows: ReadonlyArray<Row>) =>
  rows
    .map((row) => {
      const off = (row.measured / row.predicted - 1) * 100
      const { deals, workspaces } = row.size
      return `${isWithin(row) ? "ok  " : "FAIL"} ${workspaces} workspaces, ${deals} deals: ${row.what}: predicted ${row.predicted.toFixed(1)}, measured ${row.measured.toFixed(1)} (${off > 0 ? "+" : ""}${off.toFixed(0)} %, ±${bounds[row.bound] * 100} % allowed)`
    })
    .join("\n")
