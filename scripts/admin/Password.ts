/** `--password P`. `--password -` asks at a terminal, and else reads the first line of standard input. */
import { Effect, Option, Redacted, Stdio, Stream, Terminal } from "effect"
import { CliError, Flag, Prompt } from "effect/cli"

/** The question goes to stderr: stdout is only for the answer. */
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
  Flag.withDescription(
    "The new password; - asks for it at a terminal, and else reads it from standard input"
  ),
  Flag.mapEffect((value) => (value === "-" ? given : Effect.succeed(value)))
)
