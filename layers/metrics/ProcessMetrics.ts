/** Metrics of this process and machine. The names are those of other Node services, so that existing dashboards fit. */
import { Effect, Layer } from "effect"
import { readdirSync, statfsSync } from "node:fs"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Settings } from "../settings/Settings.ts"
import { commit, version } from "../runtime/Version.ts"
import * as ObservableMetrics from "./ObservableMetrics.ts"

/** Minimum length of a window of event-loop delays, in milliseconds, so that several scrapers see the same one. */
const window = 10_000

const nanos = 1e9

const delays = Effect.gen(function* () {
  // Each sample is the actual interval of a timer of this many milliseconds.
  const resolution = 10
  const histogram = yield* Effect.acquireRelease(
    Effect.sync(() => monitorEventLoopDelay({ resolution })),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  histogram.enable()
  const late = (value: number) => Math.max(0, value / nanos - resolution / 1e3)
  let latest = { p50: 0, p99: 0, max: 0 }
  let since = -Infinity
  const read = () => {
    const now = performance.now()
    if (histogram.count > 0 && now - since >= window) {
      const { max } = histogram
      latest = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        max: late(max)
      }
      histogram.reset()
      since = now
    }
    return latest
  }
  const about = "how late the event loop ran timers since the last look, at least 10 s ago"
  yield* ObservableMetrics.gauge(
    { name: "nodejs_eventloop_lag_p50_seconds", description: `Median of ${about}` },
    () => read().p50
  )
  yield* ObservableMetrics.gauge(
    { name: "nodejs_eventloop_lag_p99_seconds", description: `99th percentile of ${about}` },
    () => read().p99
  )
  yield* ObservableMetrics.gauge(
    { name: "nodejs_eventloop_lag_max_seconds", description: `Longest of ${about}` },
    () => read().max
  )
})

const usage = Effect.gen(function* () {
  yield* ObservableMetrics.counter(
    { name: "process_cpu_seconds_total", description: "Seconds of processor time that this process used" },
    () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1e6
    }
  )
  yield* ObservableMetrics.gauge(
    { name: "process_resident_memory_bytes", description: "Memory of this process, all threads included" },
    () => process.memoryUsage.rss()
  )
  yield* ObservableMetrics.gauge(
    { name: "nodejs_heap_used_bytes", description: "JavaScript objects of the main thread" },
    () => process.memoryUsage().heapUsed
  )
  const started = Math.round(performance.timeOrigin) / 1e3
  yield* ObservableMetrics.gauge(
    { name: "process_start_time_seconds", description: "When this process started, in Unix seconds" },
    () => started
  )
  if (process.platform !== "linux") return
  yield* ObservableMetrics.gauge({ name: "process_open_fds", description: "Open file descriptors" }, () => {
    return readdirSync("/proc/self/fd").length
  })
})

/** Disk space of DATA_DIR only: an external database has its own monitoring. */
const disk = Effect.gen(function* () {
  const { dataDir } = yield* Settings
  const of = (pick: "bavail" | "blocks") => () => {
    const stats = statfsSync(dataDir)
    return stats[pick] * stats.bsize
  }
  yield* ObservableMetrics.gauge(
    { name: "data_dir_free_bytes", description: "Free space where DATA_DIR is, in bytes" },
    of("bavail")
  )
  yield* ObservableMetrics.gauge(
    { name: "data_dir_size_bytes", description: "All space where DATA_DIR is, in bytes" },
    of("blocks")
  )
})

const build = ObservableMetrics.gauge(
  {
    name: "build_info",
    description: "1; its labels say which version and commit run",
    attributes: { version, commit, node: process.versions.node }
  },
  () => 1
)

export const layer = Layer.effectDiscard(Effect.all([delays, usage, disk, build], { discard: true }))
