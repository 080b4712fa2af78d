/** The forecasts as text, each figure with its arithmetic. */
import type { Costs, Load } from "./Inputs.ts"
import type { Rung } from "./Ladder.ts"
import type { Forecast } from "./Model.ts"

const number = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString("en-US", { maximumFractionDigits: 3 })

const percent = (value: number) => `${number(value * 100)} %`

const rungs = (all: ReadonlyArray<Rung>) =>
  all.map(
    ({ breaksAt, most, remedy, sum, today, unit, what }) =>
      `    at ${number(breaksAt)} ×: ${what} (today ${number(today)} of ${number(most)} ${unit}: ${sum}); then: ${remedy}`
  )

const one = (forecast: Forecast, costs: Costs, load: Load, ladder: ReadonlyArray<Rung>, since: number) => {
  const { cluster, database, requests, service, storage, times } = forecast
  const each = (service.threads / requests) * 1000
  const eachDatabase = (database.processors / requests) * 1000
  const { machines } = load
  const first = ladder.filter(({ breaksAt }) => breaksAt > since && breaksAt <= times)
  const next = ladder.find(({ breaksAt }) => breaksAt > times)
  return [
    `${times} × today's load`,
    `  requests    ${number(requests)}/s in the busiest hour = ${load.workspaces} workspaces × calls a day × ${times} × ${load.busiestHour} ÷ 3,600`,
    `  processes   ${service.processes} = ${number(requests)}/s × ${number(each)} ms ÷ 1,000 ÷ (${load.busyAtMost} − ${costs.process.idle.thread} ms/s idle); ${percent(service.busy)} busy, p95 there ${number(service.p95)} ms`,
    `  nodes       ${service.nodes} of ${machines.service.processors} processors: ${number(service.processors)} processors at ${percent(load.busyAtMost)}`,
    `  pool        ${number(service.held)} connections of each process held by requests; ${percent(service.waits)} of requests wait for one (Erlang C)`,
    `  connections ${database.connections} = ${service.processes} × (12 + 12) + 20`,
    `  database    ${number(database.processors)} processors = ${number(requests)}/s × ${number(eachDatabase)} ms ÷ 1,000; p95 ${number(database.p95)} ms on ${machines.database.processors}`,
    `  log         ${number(database.walPerSecond)} MB/s, ${number(database.walPerDay)} GB a day`,
    `  storage     ${number(storage.nowGB)} GB now, ${number(storage.perDayGB)} GB more a day, ${number(storage.afterYearGB)} GB after a year: ${storage.tables
      .slice(0, 5)
      .map(([name, gb]) => `${name} ${number(gb)}`)
      .join(", ")}`,
    `  jobs        ${number(forecast.jobs)} s of processors for one run of each = ${load.workspaces} workspaces × ${number((forecast.jobs / load.workspaces) * 1000)} ms`,
    ...(cluster === null
      ? []
      : [
          `  on Citus    ${cluster.workers} workers, ${cluster.shards} shards, ${number(cluster.processors)} processors, ${number(cluster.coordinator)} of them the coordinator's; ${cluster.alone} workspaces larger than a shard (isolate them); the largest needs ${number(cluster.largest)}`
        ]),
    ...(forecast.redis === null ? [] : [`  Redis       ${percent(forecast.redis)} of a processor`]),
    ...(first.length === 0 ? [] : ["  broken on the way, in this order:", ...rungs(first)]),
    ...(next === undefined ? [] : ["  next:", ...rungs([next])])
  ]
}

export const text = (
  forecasts: ReadonlyArray<Forecast>,
  costs: Costs,
  load: Load,
  ladder: ReadonlyArray<Rung>
) =>
  [
    `${load.workspaces} workspaces, ${number(load.deals)} deals; the largest workspace has ${percent(forecasts[0]!.largest)} of everything (Zipf, s = ${load.zipf}).`,
    `Costs of ${costs.measured.at} on ${costs.measured.machine}, ${costs.measured.database}.`,
    ...forecasts.flatMap((forecast, index) => [
      "",
      ...one(forecast, costs, load, ladder, forecasts[index - 1]?.times ?? 0)
    ])
  ].join("\n")
