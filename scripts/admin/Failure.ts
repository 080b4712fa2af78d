/** A failure as it is printed: a code that programs read, and one line that says what to do. */
import { Cause } from "effect"
import { CliError, type Command } from "effect/cli"

interface Failure {
  readonly code: string
  readonly message: string
}

const nearest = (suggestions: ReadonlyArray<string>) =>
  suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""

/** The words that may follow those of a call: the commands of a group, or the groups themselves. */
const wordsAfter = (command: Command.Command.Any, path: ReadonlyArray<string>): string => {
  const within = command.subcommands.flatMap(({ commands }) => commands)
  const next = within.find(({ name }) => name === path[0])
  return next === undefined ? within.map(({ name }) => name).join(", ") : wordsAfter(next, path.slice(1))
}

const sentenceOf = (error: CliError.NonShowHelpErrors, words: string): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no flag ${error.option}.${nearest(error.suggestions)}`
    case "UnknownSubcommand":
      return `There is no command ${error.subcommand}.${nearest(error.suggestions) || ` Say one of: ${words}.`}`
    case "InvalidValue":
      if (error.kind === "flag" && error.value === "") {
        return `The flag --${error.option} needs a value; write one that begins with a dash as --${error.option}=-….`
      }
  }
  return `${error.message.replace("Expected: Schema validation failed: ", "").replace(/[.\s]+$/u, "")}.`
}

const usage = (
  { commandPath: [, ...path], errors }: CliError.ShowHelp,
  root: Command.Command.Any
): Failure => {
  const words = wordsAfter(root, path)
  const said =
    errors.length > 0
      ? errors.map((error) => sentenceOf(error, words)).join(" ")
      : `Say which command: ${words}.`
  return { code: "usage", message: `${said} Help: ${["npm run -s admin --", ...path, "--help"].join(" ")}` }
}

export const ofCause = (cause: Cause.Cause<unknown>, root: Command.Command.Any): Failure => {
  const error = Cause.squash(cause)
  if (CliError.isCliError(error) && error._tag === "ShowHelp") return usage(error, root)
  const { code, message } = error as { readonly code?: unknown; readonly message?: string }
  return { code: typeof code === "string" ? code : "failed", message: message ?? String(error) }
}
