/** Processor time and memory of processes, read from /proc (Linux only). */
import { existsSync, readdirSync, readFileSync } from "node:fs"

/** Milliseconds in one tick of /proc/<pid>/stat. */
const tick = 10

const fieldsOf = (pid: number | string): ReadonlyArray<string> => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return []
  }
}

const sum = (fields: ReadonlyArray<string>, from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0)

/** Processor time a process has used, in milliseconds. */
export const cpu = (pid: number) => sum(fieldsOf(pid), 11, 13) * tick

/** The same including its children, even those that have ended. */
export const cpuOfTree = (pid: number) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(fieldsOf)
    .filter((fields) => fields[1] === String(pid))
    .reduce((total, fields) => total + sum(fields, 11, 13) * tick, sum(fieldsOf(pid), 11, 15) * tick)

/** Resident memory, in MiB. */
export const memory = (pid: number) => {
  const path = `/proc/${pid}/status`
  const found = existsSync(path) ? /VmRSS:\s+(\d+) kB/u.exec(readFileSync(path, "utf8")) : null
  return found === null ? Number.NaN : Number(found[1]) / 1024
}
