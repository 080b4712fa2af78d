/** The error for a call that can't be parsed, on one line with the available words and flags. */
import type { CliError, Command } from "effect/cli"

const nearest = (suggestions: ReadonlyArray<string>) =>
  suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""

/** The words that can follow `path`: the commands of a group, or the groups. */
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
      return `There is no command ${error.subcommand}.${nearest(error.suggestions) || ` Use one of: ${words}.`}`
    case "InvalidValue":
      if (error.kind === "flag" && error.value === "") {
        return `The flag --${error.option} needs a value; write a value that begins with a dash as --${error.option}=-….`
      }
  }
  return `${error.message.replace("Expected: Schema validation failed: ", "").replace(/[.\s]+$/u, "")}.`
}

/** `program` is the command that the message shows. */
export const of = (
  { commandPath: [, ...path], errors }: CliError.ShowHelp,
  root: Command.Command.Any,
  program: string
) => {
  const words = wordsAfter(root, path)
  const message =
    errors.length > 0
      ? errors.map((error) => sentenceOf(error, words)).join(" ")
      : `Name a command: ${words}.`
  return { code: "usage", message: `${message} Help: ${[program, ...path, "--help"].join(" ")}` }
}
