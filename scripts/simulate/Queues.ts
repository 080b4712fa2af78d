/** Queueing formulas: one server, several servers, and a closed loop of clients. Times are in one unit, whichever it is. */

/** The probability that an arrival waits at `servers` that are offered `load` (arrivals × time each), by Erlang's C. */
export const waiting = (servers: number, load: number): number => {
  if (load >= servers) return 1
  // Erlang's B by recursion, which stays finite where factorials don't.
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - (load / servers) * (1 - blocked))
}

/** The share of responses that take longer than `t` (M/M/c). */
const longer = (servers: number, load: number, service: number, t: number): number => {
  const spare = servers - load
  const waits = waiting(servers, load)
  const own = Math.exp(-t / service)
  return Math.abs(spare - 1) < 1e-9
    ? own * (1 + (waits * t) / service)
    : own * (1 + (waits * (1 - Math.exp((-t / service) * (spare - 1)))) / (spare - 1))
}

/** The time that 95 of 100 responses stay below: Poisson arrivals, exponential service (M/M/c). Infinite from saturation on. */
export const p95 = (servers: number, load: number, service: number): number => {
  if (load >= servers) return Infinity
  let [low, high] = [0, service]
  while (longer(servers, load, service, high) > 0.05) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (longer(servers, load, service, middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

/** A place that requests pass: with no `servers` nobody waits there for another. */
interface Station {
  /** How long a request keeps it busy. */
  readonly demand: number
  readonly servers: number | null
}

/** Throughput of `clients` that each send the next request when the last is answered: mean value analysis. */
export const closed = (clients: number, stations: ReadonlyArray<Station>): number => {
  // Seidmann: several servers are one that is as much faster, and a delay for the rest.
  const parts = stations.map(({ demand, servers }) =>
    servers === null
      ? { queue: 0, delay: demand }
      : { queue: demand / servers, delay: demand - demand / servers }
  )
  const delay = parts.reduce((total, part) => total + part.delay, 0)
  const lengths = parts.map(() => 0)
  let throughput = 0
  for (let n = 1; n <= clients; n++) {
    const times = parts.map(({ queue }, index) => queue * (1 + lengths[index]!))
    throughput = n / (delay + times.reduce((total, time) => total + time, 0))
    for (const [index, time] of times.entries()) lengths[index] = throughput * time
  }
  return throughput
}
