/** What breaks, in which order, as the load grows: limits that the forecast of some multiple reaches. */
import type { Costs, Load } from "./Inputs.ts"
import * as Model from "./Model.ts"

interface Limit {
  readonly what: string
  readonly unit: string
  readonly most: (load: Load) => number
  /** Null where nothing is known of it. */
  readonly demand: (forecast: Model.Forecast, load: Load) => number | null
  readonly sum: string
  readonly remedy: string
}

/** `RATE_LIMIT_PER_WORKSPACE`, unless it is set. */
export const requestsPerMinute = 2000

/** Deliveries to one subscription that are on their way at once (`Drain.ts`). */
const atOnce = 2

const limits: ReadonlyArray<Limit> = [
  {
    what: "one process",
    unit: "threads",
    most: (load) => load.busyAtMost,
    demand: ({ service }) => service.threads,
    sum: "Σ calls/s × main thread's ms ÷ 1000",
    remedy: "WORKERS, a processor each"
  },
  {
    what: "one service machine",
    unit: "processors",
    most: ({ busyAtMost, machines }) => machines.service.processors * busyAtMost,
    demand: ({ service }) => service.processors,
    sum: "Σ calls/s × service's ms ÷ 1000",
    remedy: "more nodes behind a balancer"
  },
  {
    what: "the largest workspace's rate limit",
    unit: "requests/min",
    most: () => requestsPerMinute,
    demand: ({ largest, requests }) => requests * largest * 60,
    sum: "requests/s × its share × 60",
    remedy: "429 by design; raise RATE_LIMIT_PER_WORKSPACE if it may"
  },
  {
    what: "one webhook of the largest workspace",
    unit: "deliveries/s",
    most: ({ receiverSeconds }) => atOnce / receiverSeconds,
    demand: ({ largest, perSecond }, { subscriptionsPerWorkspace }) =>
      (perSecond.delivery * largest) / subscriptionsPerWorkspace,
    sum: "deliveries/s × its share ÷ its subscriptions; 2 at a time",
    remedy: "deliveries of the busiest hour come late; the receiver must answer faster"
  },
  {
    what: "connections of one database server",
    unit: "connections",
    most: ({ machines }) => machines.database.connections,
    demand: ({ database }) => database.connections,
    sum: "processes × (DATABASE_POOL + 12) + 20",
    remedy: "a pooler"
  },
  {
    what: "processors of one database server",
    unit: "processors",
    most: ({ busyAtMost, machines }) => machines.database.processors * busyAtMost,
    demand: ({ database }) => database.processors,
    sum: "Σ calls/s × PostgreSQL's ms ÷ 1000",
    remedy: "replicas for reads, then Citus"
  },
  {
    what: "disk of one database server after a year",
    unit: "GB",
    most: ({ busyAtMost, machines }) => machines.database.diskGB * busyAtMost,
    demand: ({ storage }) => storage.afterYearGB,
    sum: "what is there + Σ per day × days kept (365 at most)",
    remedy: "a larger disk, or Citus"
  },
  {
    what: "write-ahead log of one database server",
    unit: "MB/s",
    most: ({ busyAtMost, machines }) => machines.database.walMBPerSecond * busyAtMost,
    demand: ({ database }) => database.walPerSecond,
    sum: "Σ calls/s × bytes of log",
    remedy: "Citus: each worker has a log of its own"
  },
  {
    what: "processors of the Citus coordinator",
    unit: "processors",
    most: ({ busyAtMost, machines }) => machines.database.processors * busyAtMost,
    demand: ({ cluster }) => cluster?.coordinator ?? null,
    sum: "Σ calls/s × coordinator's ms ÷ 1000",
    remedy: "a coordinator with more processors"
  },
  {
    what: "the largest workspace on one Citus worker",
    unit: "processors",
    most: ({ busyAtMost, machines }) => machines.database.processors * busyAtMost,
    demand: ({ cluster }) => cluster?.largest ?? null,
    sum: "workers' processors × its share",
    remedy: "a workspace can't be divided: a larger machine for it, and its rate limit"
  },
  {
    what: "the largest workspace's disk on one Citus worker",
    unit: "GB",
    most: ({ busyAtMost, machines }) => machines.database.diskGB * busyAtMost,
    demand: ({ cluster, largest, storage }) => (cluster === null ? null : storage.afterYearGB * largest),
    sum: "GB after a year × its share",
    remedy: "a larger disk for it"
  },
  {
    what: "one Redis",
    unit: "processors",
    most: (load) => load.busyAtMost,
    demand: ({ redis }) => redis,
    sum: "requests/s × Redis's ms ÷ 1000",
    remedy: "without REDIS_URL each process allows its share of the limits"
  }
]

export interface Rung extends Omit<Limit, "most" | "demand"> {
  readonly most: number
  /** At today's load. */
  readonly today: number
  /** The multiple of today's load at which it breaks. */
  readonly breaksAt: number
}

const farthest = 1e6

/** The first to break first. Demand only grows with the load, so the multiple is found by halving. */
export const climb = (costs: Costs, load: Load, onCluster: Costs | null): ReadonlyArray<Rung> => {
  const known = new Map<number, Model.Forecast>()
  const at = (times: number) => {
    const forecast = known.get(times) ?? Model.forecast(costs, load, times, onCluster)
    known.set(times, forecast)
    return forecast
  }
  return limits
    .flatMap(({ demand, most: mostOf, ...limit }) => {
      const of = (times: number) => demand(at(times), load)
      const today = of(1)
      if (today === null) return []
      const most = mostOf(load)
      let [low, high] = [1e-6, farthest]
      for (let step = 0; step < 40; step++) {
        const middle = Math.sqrt(low * high)
        if ((of(middle) ?? 0) > most) high = middle
        else low = middle
      }
      return [{ ...limit, most, today, breaksAt: high }]
    })
    .sort((a, b) => a.breaksAt - b.breaksAt)
}
