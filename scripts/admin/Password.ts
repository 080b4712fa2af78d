/** `--password P`; for `--password -` it is asked for, or read from the first line of standard input. */
import { Effect, Option, Redacted, Stdio, Stream, Terminal } from "effect"
import { CliError, Flag, Prompt } from "effect/cli"

/** What is asked goes to stderr: stdout is for the answer alone. */
const asked = Effect.gen(function* () {
  const terminal = yield* Terminal.Terminal
  const stdio = yield* Stdio.Stdio
  const display = (text: string) => Stream.run(Stream.make(text), stdio.stderr())
  const password = yield* Effect.provideService(
    Prompt.run(Prompt.Password({ message: "The new password" })),
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

const given = Effect.gen(function* () {
  const { stdinIsTerminal } = yield* Stdio.Stdio
  return yield* (yield* stdinIsTerminal) ? asked : firstLine
}).pipe(
  Effect.mapError(() => new CliError.ValidationError({ message: "No password was given on standard input." }))
)

export const password = Flag.String("password").pipe(
  Flag.withDescription("The new password; - reads it from standard input, or asks for it at a terminal"),
  Flag.mapEffect((value) => (value === "-" ? given : Effect.succeed(value)))
)
