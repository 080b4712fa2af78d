/** Runs one command line of a user and prints its result, help or failure. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect } from "effect"
import { CliError, Command } from "effect/cli"
import { version } from "../../layers/runtime/Version.ts"
import * as Output from "../admin/command/Output.ts"
import * as Presenter from "../admin/command/Presenter.ts"
import * as CommandUsage from "../admin/command/CommandUsage.ts"
import { Service } from "./Account.ts"
import { exits, Failed } from "./Failed.ts"
import * as Operations from "./Operations.ts"
import { listen } from "./listen.ts"
import * as Programs from "./Programs.ts"
import * as Session from "./Session.ts"
import { tail } from "./tail.ts"

const program = "sales-pipeline"

/** Groups named in the arguments are built with all commands; completions need all groups. */
const rootFor = (args: ReadonlyArray<string>) => {
  const isAll = args.some((word) => word.startsWith("--completions"))
  return Command.make(program).pipe(
    Command.withDescription("A sales pipeline: the service, and all that can be done in it."),
    Command.withSubcommands([
      { group: "The service", commands: Programs.commands },
      { group: "Your sign-in", commands: Session.commands },
      { group: "As it happens", commands: [tail, listen] },
      {
        group: "The pipeline",
        commands: Operations.groups.map((name) => Operations.group(name, isAll || args.includes(name)))
      }
    ]),
    Command.withGlobalFlags([Operations.Json, Service])
  )
}

const failureOf = (cause: Cause.Cause<unknown>, root: Command.Command.Any): Failed => {
  const error = Cause.squash(cause)
  if (error instanceof Failed) return error
  if (CliError.isCliError(error) && error._tag === "ShowHelp") {
    return new Failed({ ...CommandUsage.of(error, root, program), exit: exits.usage })
  }
  return new Failed({ code: "failed", message: Cause.pretty(cause), exit: exits.refused })
}

/** Returns the exit code. A failure goes to standard error, and with `--json` also to standard output as a document. */
export const run = (args: ReadonlyArray<string>): Effect.Effect<number> => {
  const isJson = args.includes("--json")
  const root = rootFor(args)
  const fail = Effect.fnUntraced(function* ({ code, error, message }: Failed) {
    if (message === "") return
    if (isJson) yield* Presenter.print({ error: error ?? { code, message } })
    yield* Console.error(`${Output.plain(code)}: ${Output.plain(message).replaceAll(/\s+/gu, " ")}`)
  })
  // The types of derived commands don't show that they need the global flags, which `root` has.
  const called = Command.runWith(root, { version })(args) as Effect.Effect<void, unknown, Command.Environment>
  return called.pipe(
    Effect.as(exits.done as number),
    Effect.catchCause((cause) => {
      const failed = failureOf(cause, root)
      return Effect.as(fail(failed), failed.exit)
    }),
    Presenter.provide(isJson),
    Effect.provide(NodeServices.layer)
  )
}
