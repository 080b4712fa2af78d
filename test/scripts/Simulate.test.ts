import { assert, describe, it } from "@effect/vitest"
import { bounds, demandOf, isWithin, mixOf } from "../../scripts/simulate/Check.ts"
import * as Inputs from "../../scripts/simulate/Inputs.ts"
import * as Ladder from "../../scripts/simulate/Ladder.ts"
import * as Model from "../../scripts/simulate/Model.ts"
import * as Queues from "../../scripts/simulate/Queues.ts"
import * as Report from "../../scripts/simulate/Report.ts"
import { picker, random } from "../../scripts/simulate/Requests.ts"
import * as Tenants from "../../scripts/simulate/Tenants.ts"
import * as Partitioned from "../../layers/platform/database/Partitioned.ts"
import { tables } from "../../layers/platform/Settings.ts"
import { jobs } from "../../src/jobs/Jobs.ts"

const defaults = Object.values(tables).flatMap((table) => Object.values(table))
const said = (name: string) => String(defaults.find((one) => one.name === name)!.shown)
const auditKeepDays = Number(said("AUDIT_KEEP_DAYS"))

const costs = Inputs.costs()
const load = Inputs.load()
const cluster = Inputs.onCluster(costs)
const near = (actual: number, expected: number, part = 1e-6) =>
  assert.closeTo(actual, expected, Math.abs(expected) * part)

describe("queues", () => {
  it("wait as Erlang's tables say", () => {
    near(Queues.waiting(1, 0.6), 0.6)
    near(Queues.waiting(2, 1), 1 / 3)
    near(Queues.waiting(10, 8), 0.4092, 1e-3)
    assert.strictEqual(Queues.waiting(4, 4), 1)
  })

  it("answer 95 of 100 as one server's formula says, and never when it is full", () => {
    near(Queues.p95(1, 0.5, 2), (-Math.log(0.05) * 2) / 0.5)
    near(Queues.p95(1, 0, 2), -Math.log(0.05) * 2)
    near(Queues.p95(1000, 1, 2), -Math.log(0.05) * 2, 1e-3)
    assert.strictEqual(Queues.p95(2, 2, 1), Infinity)
  })

  it("let clients of a closed loop through one by one, up to the slowest station", () => {
    const stations = [
      { demand: 2, servers: 1 },
      { demand: 3, servers: null }
    ]
    near(Queues.closed(1, stations), 1 / 5)
    assert.isBelow(Queues.closed(4, stations), 1 / 2)
    near(Queues.closed(200, stations), 1 / 2)
    near(Queues.closed(1, [{ demand: 4, servers: 8 }]), 1 / 4)
  })
})

describe("tenants", () => {
  it("share everything, each less than the one before", () => {
    const shares = Tenants.shares(10_000, 1)
    near(
      shares.reduce((sum, share) => sum + share, 0),
      1
    )
    near(shares[0]!, 1 / 9.787606, 1e-6)
    near(shares[0]! / shares[9]!, 10)
    const sizes = Tenants.split(20_000, Tenants.shares(200, 1))
    assert.strictEqual(
      sizes.reduce((sum, size) => sum + size, 0),
      20_000
    )
    assert.deepStrictEqual(
      sizes,
      sizes.toSorted((a, b) => b - a)
    )
    assert.isAtLeast(sizes.at(-1)!, 1)
  })

  it("are equal for an exponent of 0", () => {
    assert.deepStrictEqual([...Tenants.shares(4, 0)], [0.25, 0.25, 0.25, 0.25])
  })

  it("are drawn in proportion", () => {
    const pick = picker([3, 0, 1], random(1))
    const counts = [0, 0, 0]
    for (let n = 0; n < 40_000; n++) counts[pick()]! += 1
    near(counts[0]!, 30_000, 0.02)
    assert.strictEqual(counts[1], 0)
  })
})

describe("the model", () => {
  const at = (times: number, changes: Partial<Inputs.Load> = {}) =>
    Model.forecast(costs, { ...load, ...changes }, times, cluster)

  it("counts calls a second from calls a day", () => {
    const { perSecond } = at(1, { workspaces: 2400, busiestHour: 0.15 })
    near(perSecond.get, (2400 * load.perWorkspaceAndDay.get * 0.15) / 3600)
  })

  it("needs more of everything for more load, and as much storage now", () => {
    const figures = (times: number) => {
      const { database, requests, service, storage } = at(times)
      return [requests, service.processes, service.processors, database.processors, storage.perDayGB]
    }
    for (const times of [1, 10, 100]) {
      for (const [index, figure] of figures(times * 10).entries())
        assert.isAbove(figure, figures(times)[index]!)
    }
    near(at(100).storage.nowGB, at(1).storage.nowGB)
    near(at(10).storage.perDayGB, at(1).storage.perDayGB * 10)
  })

  it("keeps processes below the limit, and no more than that takes", () => {
    for (const times of [0.01, 1, 37, 1000]) {
      const { service } = at(times)
      assert.isAtMost(service.busy, load.busyAtMost + 1e-9)
      if (service.processes > 1)
        assert.isAbove(service.busy, (load.busyAtMost * (service.processes - 1)) / service.processes / 1.2)
    }
  })

  it("keeps rows for as long as the jobs do", () => {
    const year = at(1).storage
    const forever = at(1, { keptDays: {} }).storage
    assert.isAbove(forever.afterYearGB, year.afterYearGB)
    near(year.nowGB + year.perDayGB * 365, forever.afterYearGB)
    // Rows go with the last of their span.
    const longest = { day: 1, month: 31 }
    for (const { days, span, table } of Partitioned.all({ auditKeepDays })) {
      assert.strictEqual(load.keptDays[table], Math.ceil(days + longest[span]), table)
    }
    const told = jobs.map(({ description }) => description).join("\n")
    assert.include(told, `changes from the feed after ${load.keptDays["changes"]} days`)
    assert.include(told, `${load.keptDays["idempotency_keys"]! * 24} hours`)
  })

  it("has the defaults of the settings", () => {
    assert.strictEqual(said("RATE_LIMIT_PER_WORKSPACE"), String(Ladder.requestsPerMinute))
    assert.strictEqual(said("DATABASE_POOL"), String(Model.connections.requests))
  })

  it("looks a credential up for each call if it is rarely used, and rarely if it is used all the time", () => {
    const one = Float64Array.of(1)
    near(Model.unknown(0.001, one, 1, 1), 0.001, 1e-3)
    near(Model.unknown(1000, one, 1, 1), 1000 / 901)
    assert.isAbove(Model.unknown(1000, one, 1, 50), Model.unknown(1000, one, 1, 5))
  })

  it("has fewer rows of totals than deals add, and no more than there are", () => {
    assert.isBelow(Model.totalsRows(10), 29)
    near(Model.totalsRows(1e6), 1600)
  })

  it("needs more processors on a cluster, and workers for as much as is stored", () => {
    const { cluster: nodes, database } = at(100)
    assert.isAbove(nodes!.processors, database.processors)
    assert.isBelow(nodes!.coordinator, nodes!.processors)
    assert.isAtLeast(
      nodes!.workers * load.machines.database.diskGB * load.busyAtMost,
      at(100).storage.afterYearGB
    )
    assert.strictEqual(Math.log2(nodes!.shards) % 1, 0)
    assert.isAtLeast(at(1).cluster!.workers, 2)
  })

  it("finds the load at which each limit is reached, the first first", () => {
    const ladder = Ladder.climb(costs, load, cluster)
    assert.isAbove(ladder.length, 8)
    for (const [index, rung] of ladder.entries()) {
      assert.isAbove(rung.breaksAt, 0)
      if (index > 0) assert.isAtLeast(rung.breaksAt, ladder[index - 1]!.breaksAt)
    }
    const rate = ladder.find(({ what }) => what.endsWith("rate limit"))!
    near(rate.today * rate.breaksAt, rate.most, 1e-3)
    const forecasts = [1, 10, 100, 1000].map((times) => Model.forecast(costs, load, times, cluster))
    assert.include(Report.text(forecasts, costs, load, ladder), ladder[0]!.what)
  })
})

describe("the check", () => {
  it("mixes calls as a day does, and averages their costs", () => {
    const mix = mixOf(load)
    near(
      mix.reduce((sum, [, share]) => sum + share, 0),
      1
    )
    assert.strictEqual(demandOf(costs, [["get", 1]], 0, "many").thread, costs.operations.get.thread)
    const half = demandOf(
      costs,
      [
        ["get", 0.5],
        ["create", 0.5]
      ],
      1,
      "many"
    )
    const { authenticate, create, get } = costs.operations
    near(half.database, (get.database + create.database) / 2 + authenticate.database)
  })

  it("fails a figure that is off by more than its bound", () => {
    const row = { size: { workspaces: 1, deals: 1 }, what: "", bound: "storage", predicted: 100 } as const
    assert.isTrue(isWithin({ ...row, measured: 100 * (1 + bounds.storage) }))
    assert.isFalse(isWithin({ ...row, measured: 101 * (1 + bounds.storage) }))
    assert.isFalse(isWithin({ ...row, measured: 99 * (1 - bounds.storage) }))
  })
})
