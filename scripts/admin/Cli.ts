/** Runs the command that a call names, and prints what it answers, its help, or its failure. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { type Cause, Console, Effect, Option } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag, type HelpDoc } from "effect/cli"
import manifest from "../../package.json" with { type: "json" }
import { admin } from "./commands.ts"
import * as Failure from "./Failure.ts"

const print = (document: unknown) => Console.log(JSON.stringify(document, null, 2))

/** The library's help, which leaves out which flags a command can't do without. */
const helpOf = (doc: HelpDoc.HelpDoc) =>
  CliOutput.defaultFormatter().formatHelpDoc({
    ...doc,
    flags: doc.flags.map((flag) =>
      flag.required
        ? { ...flag, description: Option.map(flag.description, (text) => `${text} (required)`) }
        : flag
    )
  })

/** A wrong call is told as a failure, in one line; one that names no command is shown which there are. */
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

/** Answers the exit code. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number> => {
  // The flag's own value is not known of a call that can't be read.
  const isJson = args.includes("--json")
  const fail = (cause: Cause.Cause<unknown>) => {
    const error = Failure.ofCause(cause, admin)
    return isJson ? print({ error }) : Console.error(error.message.replaceAll(/\s+/gu, " "))
  }
  return Command.runWith(admin, { version: manifest.version })(args).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => Effect.as(fail(cause), 1)),
    Effect.provideService(CliOutput.Presenter, presenter(isJson)),
    Effect.provideService(CliConfig.CliConfig, {
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]
    }),
    Effect.provide(NodeServices.layer)
  )
}
