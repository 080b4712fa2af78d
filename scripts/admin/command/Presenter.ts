/** Prints help and versions. An invalid call prints one line as its failure (Usage.ts). */
import { Console, Effect, Option } from "effect"
import { CliConfig, CliOutput, GlobalFlag, type HelpDoc } from "effect/cli"

export const print = (document: unknown) => Console.log(JSON.stringify(document, null, 2))

/** Adds which flags are required, since the library's help doesn't show that. */
const helpOf = (doc: HelpDoc.HelpDoc) =>
  CliOutput.defaultFormatter().formatHelpDoc({
    ...doc,
    flags: doc.flags.map((flag) =>
      flag.required
        ? { ...flag, description: Option.map(flag.description, (text) => `${text} (required)`) }
        : flag
    )
  })

/** A call without a command also prints the list of commands. */
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

export const provide =
  (isJson: boolean) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(
      Effect.provideService(CliOutput.Presenter, presenter(isJson)),
      Effect.provideService(CliConfig.CliConfig, {
        builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]
      })
    )
