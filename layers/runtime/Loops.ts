/** State of this process's loops by name, for /metrics and operators. */
import { Context, Effect, Metric } from "effect"
import { now } from "./Now.ts"

/** Loops of the same name are combined, and work if all of them do. */
export interface Loop {
  readonly name: string
  readonly state: "working" | "failing"
  /** When this state began. */
  readonly since: string
  readonly turns: number
  readonly failures: number
  readonly lastFailure: { readonly at: string; readonly reason: string } | null
}

/** The callbacks of a running loop. */
interface LoopHandle {
  readonly turn: Effect.Effect<void>
  readonly fail: (reason: string) => Effect.Effect<void>
  readonly recover: Effect.Effect<void>
  readonly end: Effect.Effect<void>
}

interface Service {
  readonly begin: (name: string) => Effect.Effect<LoopHandle>
  /** The running loops, by name. */
  readonly all: Effect.Effect<ReadonlyArray<Loop>>
}

const turns = Metric.counter("loop_turns_total", {
  description: "Turns that a background loop began",
  incremental: true
})
const failures = Metric.counter("loop_failures_total", {
  description: "Turns of a background loop that failed",
  incremental: true
})
const failing = Metric.gauge("loop_failing", {
  description: "1 while a background loop fails and is tried again, 0 while it works"
})

/** Maximum characters of a reason. The log contains all of it. */
const maxReasonLength = 300

const lineOf = (reason: string) => reason.replaceAll(/\s+/gu, " ").slice(0, maxReasonLength).toWellFormed()

interface Entry {
  running: number
  failing: number
  since: string
  turns: number
  failures: number
  lastFailure: Loop["lastFailure"]
}

const loopOf = (name: string, { failing, failures, lastFailure, since, turns }: Entry): Loop => ({
  name,
  state: failing > 0 ? "failing" : "working",
  since,
  turns,
  failures,
  lastFailure
})

const make = (): Service => {
  const entries = new Map<string, Entry>()

  const begin = Effect.fnUntraced(function* (name: string) {
    const [turned, failed, fails] = [
      Metric.withAttributes(turns, { loop: name }),
      Metric.withAttributes(failures, { loop: name }),
      Metric.withAttributes(failing, { loop: name })
    ]
    const since = yield* now
    const fresh: Entry = { running: 0, failing: 0, since, turns: 0, failures: 0, lastFailure: null }
    const entry = entries.get(name) ?? fresh
    entries.set(name, entry)
    entry.running += 1
    const updateGauge = Effect.suspend(() => Metric.update(fails, entry.failing > 0 ? 1 : 0))
    // Both series exist from the start, because a counter that first appears with a failure shows no increase.
    yield* Metric.update(failed, 0)
    yield* updateGauge

    let isFailing = false
    const setFailing = Effect.fnUntraced(function* (next: boolean) {
      if (isFailing === next) return
      const wasFailing = entry.failing > 0
      isFailing = next
      entry.failing += next ? 1 : -1
      if (wasFailing !== entry.failing > 0) entry.since = yield* now
      yield* updateGauge
    })
    const turn = Effect.suspend(() => {
      entry.turns += 1
      return Metric.update(turned, 1)
    })
    const fail = Effect.fnUntraced(function* (reason: string) {
      entry.failures += 1
      entry.lastFailure = { at: yield* now, reason: lineOf(reason) }
      yield* Metric.update(failed, 1)
      yield* setFailing(true)
    })
    const end = Effect.andThen(
      setFailing(false),
      Effect.sync(() => {
        entry.running -= 1
        if (entry.running === 0) entries.delete(name)
      })
    )
    return { turn, fail, recover: setFailing(false), end }
  })

  const all = Effect.sync(() =>
    [...entries].map(([name, entry]) => loopOf(name, entry)).sort((a, b) => (a.name < b.name ? -1 : 1))
  )
  return { begin, all }
}

/** Shared by the process; tests provide their own. */
export class Loops extends Context.Reference<Service>("pipeline/layers/Loops", { defaultValue: make }) {
  static readonly make = make
}
