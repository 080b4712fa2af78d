/** Runs the admin commands in this process, on the services of a test. */
import { Console, type Context, Effect, Layer, Redacted } from "effect"
import * as Cli from "../../../scripts/admin/command/Cli.ts"
import { CommandServices } from "../../../scripts/admin/command/Command.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import type { Services } from "../../../scripts/admin/command/Services.ts"

const none = Layer.effectContext(
  Effect.fail(new Error("The command used the database.")) as Effect.Effect<Context.Context<Services>, Error>
)

/** Returns what a call prints, and its exit code; without `ground` it has no database. */
export const call = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  ground: typeof CommandServices.Service = none
) {
  const printed = { stdout: "", stderr: "" }
  const code = yield* Cli.run(args).pipe(
    Effect.provideService(CommandServices, ground),
    Effect.provideService(Console.Console, {
      ...console,
      log: (text: string) => (printed.stdout += `${text}\n`),
      error: (text: string) => (printed.stderr += `${text}\n`)
    })
  )
  return { code, ...printed }
})

/** The same, on the database of the test's service. */
export const callHere = (args: ReadonlyArray<string>) =>
  Effect.flatMap(Effect.context<Services>(), (services) => call(args, Layer.succeedContext(services)))

const flagOf = ([field, value]: [string, string]) =>
  `--${field.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}=${value}`

interface Failure {
  readonly code: string
  readonly message: string
}

/** The passphrase is no flag that takes a value, so it comes from the settings. */
const withPassphrase = (passphrase: string | undefined) =>
  Effect.updateService(Settings, (settings) => ({
    ...settings,
    workspacePassphrase: passphrase === undefined ? undefined : Redacted.make(passphrase)
  }))

/** Returns the document that a command prints with `--json`; flags have camelCase names. */
export const run = (
  words: string,
  { passphrase, ...flags }: Readonly<Record<string, string>> = {}
): Effect.Effect<any, Failure, Services> =>
  Effect.gen(function* () {
    const args = [...words.split(" "), ...Object.entries(flags).map(flagOf), "--json"]
    const { stdout } = yield* withPassphrase(passphrase)(callHere(args))
    const document = JSON.parse(stdout)
    return yield* document.error === undefined ? Effect.succeed(document) : Effect.fail(document.error)
  })
