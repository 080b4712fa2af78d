/** The backup commands, in this process, with settings by their environment names. */
import { ConfigProvider, Effect } from "effect"
import { readdirSync } from "node:fs"
import { call } from "./Admin.ts"

export const passphrase = "correct horse battery"

type Environment = Readonly<Record<string, string>>

/** Returns the document of a `backup` command, or fails with its code, message and exit code. */
export const backup = (
  environment: Environment,
  ...args: ReadonlyArray<string>
): Effect.Effect<any, { readonly code: string; readonly message: string; readonly exit: number }> =>
  Effect.gen(function* () {
    const settings = { BACKUP_PASSPHRASE: passphrase, PATH: process.env["PATH"] ?? "", ...environment }
    const printed = Effect.provide(
      call(["backup", ...args, "--json"]),
      ConfigProvider.layer(ConfigProvider.fromUnknown(settings))
    )
    // By itself: the settings of a test's service would be shared with the command otherwise.
    const { code: exit, stdout } = yield* Effect.promise(() => Effect.runPromise(printed))
    const document = JSON.parse(stdout)
    return yield* document.error === undefined
      ? Effect.succeed(document)
      : Effect.fail({ ...document.error, exit })
  })

/** What is in a directory, but for locks. */
export const namesIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory)
    .filter((name) => !/\.(?:lock|users|log)$/u.test(name))
    .sort()
