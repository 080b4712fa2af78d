/** The examples of docs/examples, run as programs, as their READMEs say. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"

type Environment = Readonly<Record<string, string>>

/** What every example takes the service and its key from. */
export const environment = (url: string, key: string): Environment => ({
  SALES_PIPELINE_URL: url,
  SALES_PIPELINE_API_KEY: key
})

const launch = (args: ReadonlyArray<string>, env: Environment) => {
  const { HOME = "", PATH = "" } = process.env
  const child = spawn(process.execPath, args, {
    env: { HOME, PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const read = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (read.stdout += chunk))
  child.stderr.on("data", (chunk) => (read.stderr += chunk))
  const exit = once(child, "close").then(([code, signal]) => ({ code, signal, ...read }))
  return { child, read, exit }
}

/** Runs an example to its end. */
export const run = (args: ReadonlyArray<string>, env: Environment) => launch(args, env).exit

/** Starts an example that goes on until the scope closes. */
export const start = (args: ReadonlyArray<string>, env: Environment) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { child, exit, read } = launch(args, env)
      const said = () => read.stdout + read.stderr
      /** Waits until it has printed a text, and returns all that it printed. */
      const says = async (text: string) => {
        const ended = exit.then(() => Promise.reject(new Error(`it ended: ${said()}`)))
        ended.catch(() => {})
        while (!said().includes(text))
          await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), ended])
        return said()
      }
      return { exit, kill: (signal: NodeJS.Signals) => child.kill(signal), said, says }
    }),
    ({ exit, kill }) => Effect.promise(() => (kill("SIGKILL"), exit))
  )
