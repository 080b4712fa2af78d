/** What processes computed, and how long they waited for a processor that others had (Linux). */
import { readdirSync, readFileSync } from "node:fs"
import * as Usage from "../bench/Usage.ts"

/** Milliseconds. */
interface Reading {
  /** Of all threads, and of processes that have ended. */
  readonly cpu: number
  /** Of main threads: running, and ready to run. */
  readonly run: number
  readonly wait: number
}

interface Spent {
  readonly cpu: number
  readonly run: number
  /** How much longer everything took than on an idle machine, at least 1. */
  readonly stretch: number
}

const scheduled = (pid: number | string) => {
  try {
    const [run, wait] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")
    return { run: Number(run) / 1e6, wait: Number(wait) / 1e6 }
  } catch {
    return { run: 0, wait: 0 }
  }
}

const parentOf = (pid: string) => {
  try {
    return Number(/^PPid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
  } catch {
    return undefined
  }
}

export const process = (pid: number) => (): Reading => ({ cpu: Usage.cpu(pid), ...scheduled(pid) })

/** A process and its children: PostgreSQL by its first process. */
export const tree = (pid: number) => (): Reading => {
  const children = readdirSync("/proc").filter((name) => /^\d+$/u.test(name) && parentOf(name) === pid)
  const all = [String(pid), ...children].map(scheduled)
  const sum = (of: "run" | "wait") => all.reduce((total, one) => total + one[of], 0)
  return { cpu: Usage.cpuOfTree(pid), run: sum("run"), wait: sum("wait") }
}

/** Starts to measure, and returns what was spent since. */
export const begin = (read: () => Reading) => {
  const before = read()
  return (): Spent => {
    const after = read()
    const run = Math.max(0, after.run - before.run)
    // A process that ended took its waits with it.
    const wait = Math.max(0, after.wait - before.wait)
    return { cpu: after.cpu - before.cpu, run, stretch: run === 0 ? 1 : 1 + wait / run }
  }
}
