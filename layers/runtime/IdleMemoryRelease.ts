/**
 * Gives back the memory of a load once it is over for a while. V8 keeps the pages that it freed for the next load, and collects what grew
 * old only when much more is allocated: a process that rests would keep its largest size for as long as it rests. With the memory
 * goes what V8 has compiled for the load, so that the next one begins at half the speed: it is kept between loads that come one after another.
 * V8 would give back by itself after some seconds, which `--no-memory-reducer` forbids: it can't be set from here.
 */
import { Effect, Layer } from "effect"
import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Loop from "./Loop.ts"

/** What is looked at, and how it is collected. */
interface Machine {
  /** Milliseconds of processor time used so far. */
  readonly cpu: () => number
  /** Milliseconds of a clock. */
  readonly now: () => number
  /** Bytes that it takes from the system. */
  readonly held: () => number
  readonly collect: () => void
}

/** How often is looked. In the seconds after a start, of which a third is garbage, more often until it rests for the first time. */
const interval = "10 seconds"
const first = { every: "1 second", times: 10 } as const

/** For how many looks in a row it must have rested: half a minute, within which agents and people mostly go on. */
export const patience = 3

/** The share of a processor below which a process rests. Polls and timers take less than a hundredth. */
const resting = 0.03

/** Bytes beyond what it held at rest that are worth a try: collecting all takes the processor 100 to 200 ms. */
const worth = 67_108_864

/** Looks whether the process has rested for so many looks, and has something to give back; says whether it gave it back. */
export const make = (machine: Machine) => {
  let cpu = machine.cpu()
  let at = machine.now()
  let rests = 0
  /** What it holds when it has given back what it can; before that is known, everything is worth a try. */
  let least = 0
  return (enough: number) =>
    Effect.sync(() => {
      const [usedCpu, elapsed] = [machine.cpu() - cpu, machine.now() - at]
      cpu += usedCpu
      at += elapsed
      rests = usedCpu > elapsed * resting ? 0 : rests + 1
      if (rests < enough || machine.held() - least < worth) return false
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

/** The collector of this process, which Node hands out only by a flag; no other code sees it. */
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
    // Only this kind gives freed pages back.
    collect: () => collect({ type: "major", execution: "sync", flavor: "last-resort" })
  }
}

export const layer = Layer.effectDiscard(
  Effect.suspend(() => {
    const look = make(ofProcess())
    const settled = Effect.repeat(Effect.delay(look(1), first.every), {
      until: (gaveBack) => gaveBack,
      times: first.times
    })
    const always = Loop.forever("Giving back memory", () => look(patience), { every: interval })
    return Effect.forkScoped(Effect.andThen(settled, always))
  })
)
