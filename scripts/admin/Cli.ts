/** Runs one command line, and prints its answer, help or failure. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Option } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag, type HelpDoc } from "effect/cli"
import { version } from "../../layers/platform/Version.ts"
import { admin } from "./commands.ts"
import * as Failure from "./Failure.ts"

const print = (document: unknown) => Console.log(JSON.stringify(document, null, 2))

/** The library's help does not say which flags are required. */
const helpOf = (doc: HelpDoc.HelpDoc) =>
  CliOutput.defaultFormatter().formatHelpDoc({
    ...doc,
    flags: doc.flags.map((flag) =>
      flag.required
        ? { ...flag, description: Option.map(flag.description, (text) => `${text} (required)`) }
        : flag
    )
  })

/** A wrong call prints one line as its failure; a call without a command prints the list of commands as well. */
const presenter = (isJson: boolean): CliOutput.Presenter => ({
  present: (event) => {
    if (event._tag === "InvalidInvocation") return Effect.void
    if (event._tag === "Version")
      return isJson ? print({ version: event.version }) : Console.log(event.version)
    const help = helpOf(event.helpDoc)
    if (event.reason === "Implicit") return isJson ? Effect.void : Console.error(help)
    return isJson ? print({ help }) : Console.log(help)
  }
})

/** Returns the exit code. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number> => {
  // A call that can't be parsed has no flags to ask.
  const isJson = args.includes("--json")
  const fail = (cause: Cause.Cause<unknown>) => {
    if (Cause.squash(cause) instanceof Failure.Said) return Effect.void
    const error = Failure.ofCause(cause, admin)
    return isJson ? print({ error }) : Console.error(error.message.replaceAll(/\s+/gu, " "))
  }
  return Command.runWith(admin, { version })(args).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => Effect.as(fail(cause), 1)),
    Effect.provideService(CliOutput.Presenter, presenter(isJson)),
    Effect.provideService(CliConfig.CliConfig, {
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]
    }),
    Effect.provide(NodeServices.layer)
  )
}
