/** A server under test: a child process that prints its address. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { flags } from "../flags.ts"

export interface Server {
  readonly name: string
  readonly pid: number
  readonly url: string
  /** Seconds from the start of the process until it printed its address. */
  readonly readyAfter: number
  readonly stop: () => Promise<void>
}

export interface Command {
  readonly name: string
  readonly entry: string
  readonly directory?: string
  readonly environment: Readonly<Record<string, string>>
  readonly flags?: ReadonlyArray<string>
  /** What follows the entry. */
  readonly args?: ReadonlyArray<string>
}

export const start = ({ args = [], directory = ".", entry, environment, flags = [], name }: Command) =>
  new Promise<Server>((done, fail) => {
    const begun = performance.now()
    const child = spawn(process.execPath, [...flags, join(directory, entry), ...args], {
      env: { PATH: process.env["PATH"], ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const stop = async () => {
      if (child.exitCode !== null) return
      child.kill("SIGTERM")
      await once(child, "exit")
    }
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
      const ready = /ready at (http\S+)/u.exec(output)
      if (ready === null) return
      done({ name, pid: child.pid!, url: ready[1]!, readyAfter: (performance.now() - begun) / 1000, stop })
    }
    child.stdout.on("data", listen)
    child.stderr.on("data", listen)
    child.on("exit", (code) => fail(new Error(`${name} ended with ${code}:\n${output}`)))
  })

/** What `npm start` in package.json says: the service is built if its sources have changed, in the same process. */
export const asStarted = {
  flags,
  entry: "scripts/run.mjs",
  args: ["src/main.ts"]
} satisfies Partial<Command>

/** Runs a server while the scope is open. */
export const open = (command: Command) =>
  Effect.acquireRelease(
    Effect.promise(() => start(command)),
    (server) => Effect.promise(() => server.stop())
  )

/** The service itself on a database, as `npm start` runs it but without limits; its keys are in `directory`. */
export const service = (
  { directory }: { readonly directory: string },
  { url }: { readonly url: string },
  more: Partial<Pick<Command, "name" | "directory" | "flags">> = {},
  settings: Readonly<Record<string, string>> = {}
) =>
  open({
    name: "service",
    ...asStarted,
    ...more,
    environment: {
      DATABASE_URL: url,
      DATA_DIR: directory,
      PORT: "0",
      DEMO: "0",
      RATE_LIMIT_PER_KEY: "1000000000",
      RATE_LIMIT_PER_WORKSPACE: "1000000000",
      RATE_LIMIT_PER_ADDRESS: "1000000000",
      ...settings
    }
  })
