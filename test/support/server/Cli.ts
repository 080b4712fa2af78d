/** Runs the commands of users in this process, against a service of a test. */
import { Console, Effect } from "effect"
import * as Cli from "../../../scripts/cli/Cli.ts"
import { Surroundings } from "../../../scripts/cli/Surroundings.ts"

interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Returns what a call prints, and its exit code; `heard` is told of each line. */
export const runner =
  (env: Readonly<Record<string, string>>, heard: (line: string) => void = () => {}) =>
  (...args: ReadonlyArray<string>): Effect.Effect<Printed> =>
    Effect.gen(function* () {
      const printed = { stdout: "", stderr: "" }
      const note = (stream: "stdout" | "stderr") => (text: string) => {
        printed[stream] += `${text}\n`
        heard(text)
      }
      const code = yield* Cli.run(args).pipe(
        Effect.provideService(Surroundings, { env, columns: undefined, colored: false }),
        Effect.provideService(Console.Console, { ...console, log: note("stdout"), error: note("stderr") })
      )
      return { code, ...printed }
    })
