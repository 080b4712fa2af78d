/** Declares a command. Its result is printed for people or as JSON. */
import { Console, Context, Effect, type Layer } from "effect"
import { Command, GlobalFlag } from "effect/cli"
import * as Sealing from "../../../src/jobs/audit/Sealing.ts"
import * as Flags from "./Flags.ts"
import * as Output from "./Output.ts"
import * as Services from "./Services.ts"

/** The services of a command, built only when it runs, so that help and invalid flags need no database. */
export const CommandServices: Context.Reference<Layer.Layer<Services.Services, unknown>> = Context.Reference<
  Layer.Layer<Services.Services, unknown>
>("scripts/admin/Command/Ground", {
  defaultValue: () => Services.layer
})

export const Json = GlobalFlag.Setting("json")({
  flag: Flags.toggle("json", "Prints one JSON document; for a failure, {error: {code, message}}")
})

/** A command with its own services; `name` is its name within its group, and `summary` appears in its help. */
export const makeOn = <const Name extends string, const Config extends Command.Command.Config, A, E, R>(
  ground: Effect.Effect<Layer.Layer<R, unknown>>,
  name: Name,
  summary: string,
  config: Config,
  run: (given: Command.Command.Config.Infer<Config>) => Effect.Effect<A, E, R>
) =>
  Command.make(
    name,
    config,
    Effect.fnUntraced(function* (input) {
      const document = yield* Effect.provide(run(input), yield* ground)
      // Undefined if the command wrote to standard output itself.
      if (document !== undefined) yield* Console.log(Output.format(document, yield* Json))
    })
  ).pipe(Command.withDescription(summary))

/** A command on the service's database and repositories. */
export const make = <const Name extends string, const Config extends Command.Command.Config, A, E>(
  name: Name,
  summary: string,
  config: Config,
  run: (given: Command.Command.Config.Infer<Config>) => Effect.Effect<A, E, Services.Services>
) =>
  // Audit entries are sealed before the command ends, because the service may not run for days.
  makeOn(CommandServices, name, summary, config, (input) => Effect.tap(run(input), Sealing.turn))

/** Commands with the same first word. */
export const group = <const Name extends string, const Within extends ReadonlyArray<Command.Command.Any>>(
  name: Name,
  summary: string,
  within: Within
) => Command.make(name).pipe(Command.withDescription(summary), Command.withSubcommands(within))
