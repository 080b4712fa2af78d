/**
 * Releases memory after load, once the process is idle. V8 keeps freed pages and collects old objects rarely, so an idle process would stay
 * at its peak size. Collecting also drops compiled code, which halves the initial speed, hence the delay. V8's own reduction is disabled by
 * `--no-memory-reducer`, which can't be changed here.
 */
import { Effect, Layer } from "effect"
import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Loop from "./Loop.ts"

/** Measurements of a process, and its garbage collector. */
interface Machine {
  /** CPU time used so far, in milliseconds. */
  readonly cpu: () => number
  /** Current time in milliseconds. */
  readonly now: () => number
  /** Resident memory in bytes. */
  readonly held: () => number
  readonly collect: () => void
}

/** Interval between checks. It is shorter after the start, when a third of the memory is garbage, until memory is first released. */
const interval = "10 seconds"
const first = { every: "1 second", times: 10 } as const

/** Consecutive idle checks required: half a minute, within which agents and people usually continue. */
export const patience = 3

/** CPU share below which a process is idle. Polls and timers take less than a hundredth. */
const idleCpuShare = 0.03

/** Minimum bytes above the idle size for a collection, which takes 100 to 200 ms of CPU time. */
const minReleasableBytes = 67_108_864

/** Checks whether the process has been idle for that many checks and has memory to release. Returns whether it was released. */
export const make = (machine: Machine) => {
  let cpu = machine.cpu()
  let at = machine.now()
  let idleChecks = 0
  /** Memory after the last release; 0 until the first, so that any size is worth a try. */
  let least = 0
  return (requiredChecks: number) =>
    Effect.sync(() => {
      const [usedCpu, elapsed] = [machine.cpu() - cpu, machine.now() - at]
      cpu += usedCpu
      at += elapsed
      idleChecks = usedCpu > elapsed * idleCpuShare ? 0 : idleChecks + 1
      if (idleChecks < requiredChecks || machine.held() - least < minReleasableBytes) return false
      machine.collect()
      least = machine.held()
      return true
    })
}

interface Options {
  readonly type: "major"
  readonly execution: "sync"
  readonly flavor: "last-resort"
}

/** The process's garbage collector, which Node only exposes with a flag. Other code can't access it. */
const collector = () => {
  setFlagsFromString("--expose-gc")
  const collect: (options: Options) => void = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  return collect
}

/** This process, with its collector. */
export const ofProcess = (): Machine => {
  const collect = collector()
  return {
    cpu: () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1e3
    },
    now: () => performance.now(),
    held: () => process.memoryUsage.rss(),
    // Only this kind of collection releases freed pages.
    collect: () => collect({ type: "major", execution: "sync", flavor: "last-resort" })
  }
}

export const layer = Layer.effectDiscard(
  Effect.suspend(() => {
    const look = make(ofProcess())
    const afterStart = Effect.repeat(Effect.delay(look(1), first.every), {
      until: (gaveBack) => gaveBack,
      times: first.times
    })
    const always = Loop.forever("Giving back memory", () => look(patience), { every: interval })
    return Effect.forkScoped(Effect.andThen(afterStart, always))
  })
)
