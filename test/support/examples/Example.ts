/** The examples of docs/examples, run as programs, as their READMEs say. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Fences from "../docs/Fences.ts"

type Environment = Readonly<Record<string, string>>

/** What every example takes the service and its key from. */
export const environment = (url: string, key: string): Environment => ({
  SALES_PIPELINE_URL: url,
  SALES_PIPELINE_API_KEY: key
})

const launch = (program: string, args: ReadonlyArray<string>, env: Environment) => {
  const { HOME = "", PATH = "" } = process.env
  const child = spawn(program, args, {
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
export const run = (args: ReadonlyArray<string>, env: Environment) => launch(process.execPath, args, env).exit

/** Starts an example that goes on until the scope closes. */
export const start = (args: ReadonlyArray<string>, env: Environment) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { child, exit, read } = launch(process.execPath, args, env)
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

/** Runs what a README shows as tested by this file, as one shell in the folder of the sources. */
export const follow = (
  readme: string,
  test: string,
  env: Environment,
  own: Readonly<Record<string, string>> = {}
) => {
  const shown = Fences.of(readme).filter(({ mark }) => mark === `in ${test}`)
  if (shown.length === 0) throw new Error(`${readme} shows nothing that ${test} runs`)
  // The reader's own address, key and Node.
  const script = Object.entries({
    "node_modules/.bin/node": JSON.stringify(process.execPath),
    ...own
  }).reduce((text, [from, to]) => text.replaceAll(from, to), shown.map(({ code }) => code).join("\n"))
  return launch("bash", ["-c", `set -eu -o pipefail\n${script}`], env).exit
}
