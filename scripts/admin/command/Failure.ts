/** A failure as printed: a code for programs, and one line with the fix. */
import { Cause, Data } from "effect"
import { CliError, type Command } from "effect/cli"
import { SqlError } from "effect/sql"
import * as Sql from "../../../layers/database/Sql.ts"
import * as CommandUsage from "./CommandUsage.ts"

interface Failure {
  readonly code: string
  readonly message: string
}

/** The command has already printed what is wrong. The exit code is 1, and nothing more is printed. */
export class Said extends Data.TaggedError("Said") {}

export const ofCause = (cause: Cause.Cause<unknown>, root: Command.Command.Any, program: string): Failure => {
  const error = Cause.squash(cause)
  if (CliError.isCliError(error) && error._tag === "ShowHelp") return CommandUsage.of(error, root, program)
  if (SqlError.isSqlError(error)) {
    return { code: "failed", message: `The database could not do it: ${Sql.reasonOf(error)}` }
  }
  const { code, message } = error as { readonly code?: unknown; readonly message?: string }
  return { code: typeof code === "string" ? code : "failed", message: message ?? String(error) }
}
