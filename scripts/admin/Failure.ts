/** A failure as printed: a code for programs, and one line that says what to do. */
import { Cause, Data } from "effect"
import { CliError, type Command } from "effect/cli"
import { SqlError } from "effect/sql"
import * as Sql from "../../layers/platform/database/Sql.ts"

interface Failure {
  readonly code: string
  readonly message: string
}

/** The command has said itself what is wrong: the exit code is 1, and nothing more is printed. */
export class Said extends Data.TaggedError("Said") {}

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

const usage = (
  { commandPath: [, ...path], errors }: CliError.ShowHelp,
  root: Command.Command.Any
): Failure => {
  const words = wordsAfter(root, path)
  const said =
    errors.length > 0
      ? errors.map((error) => sentenceOf(error, words)).join(" ")
      : `Name a command: ${words}.`
  return { code: "usage", message: `${said} Help: ${["npm run -s admin --", ...path, "--help"].join(" ")}` }
}

export const ofCause = (cause: Cause.Cause<unknown>, root: Command.Command.Any): Failure => {
  const error = Cause.squash(cause)
  if (CliError.isCliError(error) && error._tag === "ShowHelp") return usage(error, root)
  if (SqlError.isSqlError(error)) {
    return { code: "failed", message: `The database could not do it: ${Sql.reasonOf(error)}` }
  }
  const { code, message } = error as { readonly code?: unknown; readonly message?: string }
  return { code: typeof code === "string" ? code : "failed", message: message ?? String(error) }
}
