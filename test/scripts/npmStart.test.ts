import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

/** Writes the exit code of every Node process that ends by itself to a file named after its process id. */
const witness = (directory: string) => `import { writeFileSync } from "node:fs"
process.on("exit", (code) => writeFileSync(${JSON.stringify(directory)} + "/exit-" + process.pid, String(code)))`

const descendants = (pid: number): ReadonlyArray<number> =>
  Process.childrenOf(pid).flatMap((child) => [child, ...descendants(child)])

/** `npm start` as typed in a shell, in its own process group, killed with the scope. */
const npmStart = Effect.gen(function* () {
  const { url } = yield* TestDatabase
  const directory = yield* temporaryDirectory
  const data = yield* temporaryDirectory
  const noting = join(directory, "witness.mjs")
  writeFileSync(noting, witness(directory))
  const { HOME = "", PATH = "" } = process.env
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn("npm", ["start"], {
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          HOME,
          PATH,
          PORT: "0",
          DATA_DIR: data,
          DATABASE_URL: url,
          NODE_OPTIONS: `--import=${pathToFileURL(noting)}`
        }
      })
    ),
    ({ pid }) =>
      Effect.sync(() => {
        try {
          process.kill(-pid!, "SIGKILL")
        } catch (error) {
          assert.strictEqual((error as NodeJS.ErrnoException).code, "ESRCH")
        }
      })
  )
  let said = ""
  child.stdout.on("data", (chunk) => (said += chunk))
  child.stderr.on("data", (chunk) => (said += chunk))
  // The service holds the pipe open, so this waits for its end too.
  const closed = once(child, "close")
  const [base, npm] = yield* Effect.promise(async () => {
    for (;;) {
      const url = /is ready at (\S+)/u.exec(said)?.[1]
      if (url !== undefined && said.includes("API reference")) break
      await Promise.race([once(child.stdout, "data"), closed.then(() => Promise.reject(new Error(said)))])
    }
    return [/is ready at (\S+)/u.exec(said)![1]!, child.pid!] as const
  })
  const service = descendants(npm).at(-1)!
  const codeOf = (pid: number) =>
    readdirSync(directory).includes(`exit-${pid}`)
      ? readFileSync(join(directory, `exit-${pid}`), "utf8")
      : undefined
  return { base, closed, codeOf, pid: { npm, service } }
})

const ends = (signal: NodeJS.Signals, who: "npm" | "service") =>
  Effect.gen(function* () {
    const { base, closed, codeOf, pid } = yield* npmStart
    const { status } = yield* Effect.promise(() => fetch(`${base}/healthz`))
    assert.strictEqual(status, 200)
    process.kill(pid[who], signal)
    const [code] = yield* Effect.promise(() => closed).pipe(Effect.timeout("20 seconds"))
    assert.deepStrictEqual([codeOf(pid.service), code], ["0", 0])
  }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, TestDatabase.layer]))

describe("npm start", { timeout: 60_000 }, () => {
  it.live("ends the service cleanly when npm is terminated", () => ends("SIGTERM", "npm"))
  it.live("ends the service cleanly when npm is interrupted", () => ends("SIGINT", "npm"))
  it.live("ends the service cleanly when its terminal is closed", () => ends("SIGHUP", "service"))
})
