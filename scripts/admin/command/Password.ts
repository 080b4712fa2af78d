/** Secrets as flags: `--password P`. With `--password -` it prompts on a terminal, or else reads the first line of standard input. */
import { Effect, Option, Redacted, Stdio, Stream, Terminal } from "effect"
import { CliError, Flag, Prompt } from "effect/cli"

/** The prompt goes to standard error, because standard output is reserved for the result. */
const prompt = Effect.fnUntraced(function* (what: string) {
  const terminal = yield* Terminal.Terminal
  const stdio = yield* Stdio.Stdio
  const display = (text: string) => Stream.run(Stream.make(text), stdio.stderr())
  const password = yield* Effect.provideService(
    Prompt.run(Prompt.Password({ message: what })),
    Terminal.Terminal,
    Terminal.make({ ...terminal, display })
  )
  return Redacted.value(password)
})

const firstLine = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const line = yield* stdin.pipe(Stream.decodeText, Stream.splitLines, Stream.runHead)
  return Option.getOrElse(line, () => "")
})

const readSecret = (what: string) =>
  Effect.gen(function* () {
    const { stdinIsTerminal } = yield* Stdio.Stdio
    return yield* (yield* stdinIsTerminal) ? prompt(what) : firstLine
  }).pipe(
    Effect.mapError(
      () => new CliError.ValidationError({ message: `${what} was not given on standard input.` })
    )
  )

const secret = (flag: string, what: string) =>
  Flag.String(flag).pipe(
    Flag.withDescription(`${what}; - asks for it at a terminal, and else reads it from standard input`),
    Flag.mapEffect((value) => (value === "-" ? readSecret(what) : Effect.succeed(value)))
  )

/** A secret that other processes can't see, because arguments appear in process lists. */
const unseen = (flag: string, setting: string, what: string) =>
  Flag.String(flag).pipe(
    Flag.withDescription(
      `${what}; only -, which asks for it at a terminal, and else reads it from standard input`
    ),
    Flag.mapEffect((value) =>
      value === "-"
        ? readSecret(what)
        : Effect.fail(
            new CliError.ValidationError({
              message: `--${flag} takes only -, since what stands in a command can be seen by others. Give --${flag} -, and type it or pipe it into standard input; or set ${setting} or ${setting}_FILE.`
            })
          )
    )
  )

export const password = secret("password", "The new password")
export const passphrase = unseen(
  "passphrase",
  "BACKUP_PASSPHRASE",
  "The passphrase that seals the encryption key in a backup"
)
export const passphraseOfExport = unseen(
  "passphrase",
  "WORKSPACE_PASSPHRASE",
  "The passphrase that seals webhook URLs, secrets and passwords"
)
