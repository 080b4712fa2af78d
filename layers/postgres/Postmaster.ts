/** Reads the server's `postmaster.pid`, which a dead server may have left. */
import { Effect, FileSystem, Option } from "effect"
import { join } from "node:path"
import * as OsUser from "./OsUser.ts"

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: string
}

/** Lines: PID, directory, start time, port, socket directory, address, shared memory, status. */
const parse = (text: string): Postmaster | undefined => {
  const lines = text.split("\n").map((line) => line.trim())
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 ? { pid, port, status: lines[7] ?? "" } : undefined
}

const exists = (pid: number) =>
  Effect.try(() => process.kill(pid, 0)).pipe(
    Effect.as(true),
    Effect.catch(({ cause }) =>
      Effect.succeed(typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EPERM")
    )
  )

const plain: OsUser.OsUser = { uid: undefined, gid: undefined, launcher: [] }

/** The program and state of a process, because PIDs are reused and zombies still have one. */
const describe = Effect.fnUntraced(function* (pid: number) {
  const fs = yield* FileSystem.FileSystem
  if (process.platform === "linux") {
    const stat = Option.getOrElse(yield* Effect.option(fs.readFileString(`/proc/${pid}/stat`)), () => "")
    return stat.slice(0, stat.lastIndexOf(")") + 3)
  }
  const { output } = yield* OsUser.run(plain, {
    program: "ps",
    args: ["-o", "comm=,stat=", "-p", String(pid)]
  })
  return output.trim()
})

const isPostgres = Effect.fnUntraced(function* (pid: number) {
  if (!(yield* exists(pid))) return false
  if (process.platform === "win32") return true
  const described = yield* describe(pid)
  return described.includes("postgres") && !/\s[ZX]\S*$/u.test(described)
})

/** The running server of this directory, if any. Removes the file that a dead server left. */
export const find = Effect.fn("Postmaster.find")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const file = join(directory, "postmaster.pid")
  const text = yield* Effect.option(fs.readFileString(file))
  if (Option.isNone(text)) return undefined
  const postmaster = parse(text.value)
  if (postmaster === undefined) return undefined
  if (yield* isPostgres(postmaster.pid)) return postmaster
  yield* fs.remove(file, { force: true })
  return undefined
})
