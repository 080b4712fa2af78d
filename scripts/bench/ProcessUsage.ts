/** Processor time and memory of processes, read from /proc (Linux only). */
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds in one tick of /proc/<pid>/stat. */
const tick = 10

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const fieldsOf = (pid: number | string) => read(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ")

const sum = (fields: ReadonlyArray<string>, from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0)

/** Processor time of a process and its children, including ended ones, in milliseconds. */
export const cpu = (pid: number) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(fieldsOf)
    .filter((fields) => fields[1] === String(pid))
    .reduce((total, fields) => total + sum(fields, 11, 13) * tick, sum(fieldsOf(pid), 11, 15) * tick)

/** Resident memory, in MiB. */
export const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/u.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / 1024
