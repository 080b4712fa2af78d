/** What a load needs: an analytic model, so that each figure can be checked by hand. */
import { type Cost, type Costs, type Load, type Operation } from "./Inputs.ts"
import * as Queues from "./Queues.ts"
import * as Tenants from "./Tenants.ts"

const secondsOfHour = 3600
const GB = 1e9

/** Seconds for which a process remembers a credential (`Auth.ts`). */
const remembered = 0.9

/** Connections of a process: for requests, and for everything else (docs/operations/scale.md). */
export const connections = { requests: 12, others: 12 }

type Did = keyof Load["perWorkspaceAndDay"]

export interface Forecast {
  readonly times: number
  /** Calls a second in the busiest hour, by kind. */
  readonly perSecond: Readonly<Record<Operation, number>>
  /** Requests a second: all of the above that come over HTTP. */
  readonly requests: number
  /** The part of everything that the largest workspace does and has. */
  readonly largest: number
  readonly service: {
    /** Processors, and those of the main threads alone. */
    readonly processors: number
    readonly threads: number
    readonly processes: number
    readonly nodes: number
    /** How busy a process's thread is, and milliseconds that 95 of 100 requests take there. */
    readonly busy: number
    readonly p95: number
    /** How many connections a process's requests hold, and the share of requests that waits for one. */
    readonly held: number
    readonly waits: number
  }
  readonly database: {
    readonly processors: number
    readonly p95: number
    readonly connections: number
    /** Megabytes of write-ahead log a second, and gigabytes a day. */
    readonly walPerSecond: number
    readonly walPerDay: number
  }
  readonly storage: {
    readonly nowGB: number
    readonly perDayGB: number
    readonly afterYearGB: number
    /** Gigabytes after a year, the largest tables first. */
    readonly tables: ReadonlyArray<readonly [string, number]>
  }
  /** Null if no costs of a cluster are known. */
  readonly cluster: {
    readonly processors: number
    readonly coordinator: number
    readonly workers: number
    readonly shards: number
    /** Workspaces larger than an average shard: isolate them. */
    readonly alone: number
    /** Processors that the largest workspace needs on its worker. */
    readonly largest: number
  } | null
  readonly redis: number | null
  /** Seconds that one run of every job takes, workspace by workspace. */
  readonly jobs: number
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

const weighted = (perSecond: Forecast["perSecond"], costs: Costs, of: (cost: Cost) => number) =>
  sum(Object.entries(perSecond).map(([name, rate]) => rate * of(costs.operations[name as Operation])))

/** Milliseconds a second are thousandths of a processor. */
const processorsOf = (perSecond: Forecast["perSecond"], costs: Costs, of: (cost: Cost) => number) =>
  weighted(perSecond, costs, of) / 1000

/** Calls a second whose credential the process doesn't remember: of a key used r times a second, 1 in 1 + 0.9 r. */
export const unknown = (requests: number, shares: Float64Array, keys: number, processes: number) => {
  let total = 0
  for (const share of shares)
    total += (share * requests) / (1 + (share * requests * remembered) / (keys * processes))
  return total
}

/** Rows that `deals` make of a board's totals, of which there are about 1,600: some share one. */
export const totalsRows = (deals: number) => 1600 * (1 - Math.exp((-2.9 * deals) / 1600))

export const bytesOf = (costs: Costs, table: string) => {
  const row = costs.rows[table]
  return row === undefined ? 0 : row.table + row.indexes
}

/** Bytes of the deals that are there before the day begins, with what belongs to them. */
export const initialBytes = (
  costs: Costs,
  load: Pick<Load, "deals" | "notesPerDeal" | "workspaces" | "zipf">
) => ({
  workspaces: load.workspaces * costs.workspaceBytes,
  deals: load.deals * bytesOf(costs, "deals"),
  notes: load.deals * load.notesPerDeal * bytesOf(costs, "notes"),
  deal_totals:
    sum(Tenants.shares(load.workspaces, load.zipf).map((share) => totalsRows(share * load.deals))) *
    bytesOf(costs, "deal_totals")
})

const storageOf = (costs: Costs, load: Load, times: number): Forecast["storage"] => {
  const now = initialBytes(costs, load)
  const daily = new Map<string, number>()
  for (const [name, count] of Object.entries(load.perWorkspaceAndDay)) {
    for (const [table, rows] of Object.entries(costs.operations[name as Did].rows)) {
      const bytes = load.workspaces * count * times * rows * bytesOf(costs, table)
      daily.set(table, (daily.get(table) ?? 0) + bytes)
    }
  }
  const after = new Map<string, number>(Object.entries(now))
  for (const [table, bytes] of daily) {
    const days = Math.min(365, load.keptDays[table] ?? 365)
    after.set(table, (after.get(table) ?? 0) + bytes * days)
  }
  const tables = [...after].map(([name, bytes]) => [name, bytes / GB] as const).sort((a, b) => b[1] - a[1])
  return {
    nowGB: sum(Object.values(now)) / GB,
    perDayGB: sum(daily.values()) / GB,
    afterYearGB: sum(after.values()) / GB,
    tables
  }
}

const ratesOf = (load: Load, times: number) =>
  Object.fromEntries(
    Object.entries(load.perWorkspaceAndDay).map(([name, count]) => [
      name,
      (load.workspaces * count * times * load.busiestHour) / secondsOfHour
    ])
  ) as Record<Did, number>

const powerOfTwo = (value: number) => 2 ** Math.ceil(Math.log2(value))

const clusterOf = (
  costs: Costs,
  load: Load,
  perSecond: Forecast["perSecond"],
  shares: Float64Array,
  storage: number
): Forecast["cluster"] => {
  const { diskGB, processors } = load.machines.database
  const all = processorsOf(perSecond, costs, ({ database }) => database)
  const coordinator = processorsOf(perSecond, costs, ({ coordinator }) => coordinator ?? 0)
  const workers = Math.max(
    2,
    Math.ceil((all - coordinator) / (processors * load.busyAtMost)),
    Math.ceil(storage / (diskGB * load.busyAtMost))
  )
  // Eight for each worker can be spread evenly, and later over more workers.
  const shards = Math.max(32, powerOfTwo(workers * 8))
  return {
    processors: all,
    coordinator,
    workers,
    shards,
    alone: shares.filter((share) => share > 1 / shards).length,
    largest: (all - coordinator) * shares[0]!
  }
}

export const forecast = (
  costs: Costs,
  load: Load,
  times: number,
  onCluster: Costs | null = null
): Forecast => {
  const rates = ratesOf(load, times)
  const { delivery, ...calls } = rates
  const requests = sum(Object.values(calls))
  const shares = Tenants.shares(load.workspaces, load.zipf)
  const { idle } = costs.process
  let processes = 1
  let perSecond: Forecast["perSecond"] = { ...rates, authenticate: 0 }
  let threads = 0
  // More processes remember less each; a few rounds settle it.
  for (let round = 0; round < 5; round++) {
    perSecond = { ...rates, authenticate: unknown(requests, shares, load.keysPerWorkspace, processes) }
    threads = processorsOf(perSecond, costs, ({ thread }) => thread)
    processes = Math.max(processes, Math.ceil(threads / (load.busyAtMost - idle.thread / 1000)))
  }
  const all = processorsOf(perSecond, costs, ({ service }) => service) + (processes * idle.service) / 1000
  const database =
    processorsOf(perSecond, costs, (cost) => cost.database) + (processes * idle.database) / 1000
  const node = load.machines.service.processors
  const busy = threads / processes + idle.thread / 1000
  const each = (threads / requests) * 1000
  const databaseEach = (database / requests) * 1000
  const held = ((requests / processes) * (each / (1 - Math.min(busy, 0.99)) + databaseEach)) / 1000
  const wal = weighted(perSecond, costs, (cost) => cost.wal)
  const storage = storageOf(costs, load, times)
  return {
    times,
    perSecond,
    requests,
    largest: shares[0]!,
    service: {
      processors: all,
      threads,
      processes,
      nodes: Math.max(Math.ceil(processes / node), Math.ceil(all / (node * load.busyAtMost))),
      busy,
      p95: Queues.p95(1, busy, each),
      held,
      waits: Queues.waiting(connections.requests, held)
    },
    database: {
      processors: database,
      p95: Queues.p95(load.machines.database.processors, database, databaseEach),
      connections: processes * (connections.requests + connections.others) + 20,
      walPerSecond: wal / 1e6,
      walPerDay: (wal * secondsOfHour) / load.busiestHour / GB
    },
    storage,
    cluster: onCluster && clusterOf(onCluster, load, perSecond, shares, storage.afterYearGB),
    redis: costs.redis === null ? null : (requests * costs.redis) / 1000,
    jobs: (load.workspaces * (costs.process.jobs.thread + costs.process.jobs.database)) / 1000
  }
}
