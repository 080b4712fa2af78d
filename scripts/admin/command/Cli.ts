/** Runs one command line and prints its result, help or failure. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { build } from "../../../layers/runtime/Version.ts"
import { admin } from "../commands.ts"
import * as Failure from "./Failure.ts"
import * as Presenter from "./Presenter.ts"
import * as Services from "./Services.ts"

/** Returns the exit code; `program` is the command that the help shows. */
export const run = (args: ReadonlyArray<string>, program = "npm run -s admin --"): Effect.Effect<number> => {
  // Flags of a call that can't be parsed are unknown, so the arguments are searched.
  const isJson = args.includes("--json")
  const fail = (cause: Cause.Cause<unknown>) => {
    if (Cause.squash(cause) instanceof Failure.Said) return Effect.void
    const error = Failure.ofCause(cause, admin, program)
    return isJson ? Presenter.print({ error }) : Console.error(error.message.replaceAll(/\s+/gu, " "))
  }
  return Command.runWith(admin, { version: build })(args).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => Effect.as(fail(cause), 1)),
    Presenter.provide(isJson),
    // Applies to the commands themselves, whichever services they use.
    Effect.provide(Services.quiet),
    Effect.provide(NodeServices.layer)
  )
}
