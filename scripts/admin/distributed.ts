/** Commands for a database distributed by Citus (docs/operations/citus.md). */
import { Console, Effect, type Layer } from "effect"
import { Command } from "effect/cli"
import * as Distribute from "../../layers/database/citus/Distribute.ts"
import * as Shards from "../../layers/database/citus/Shards.ts"
import * as Status from "../../layers/database/citus/Status.ts"
import * as SchemaHistory from "../../layers/database/migration/SchemaHistory.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { migrations } from "../../migrations/index.ts"
import { Json } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import * as Output from "./command/Output.ts"
import * as Services from "./command/Services.ts"

const external = Effect.gen(function* () {
  const { databaseUrl } = yield* Settings
  if (databaseUrl !== undefined) return
  return yield* Effect.fail({
    code: "embedded",
    message: "The embedded PostgreSQL is one server: set DATABASE_URL to the coordinator of a Citus cluster."
  })
}).pipe(Effect.provide(Services.settings))

/** Doesn't use `make`, which migrates first, because the nodes may run another version. */
const command = <const Name extends string, const Config extends Command.Command.Config, A, E>(
  name: Name,
  summary: string,
  config: Config,
  run: (
    given: Command.Command.Config.Infer<Config>
  ) => Effect.Effect<A, E, Layer.Success<typeof Services.unmigrated>>
) =>
  Command.make(
    name,
    config,
    Effect.fnUntraced(function* (input) {
      yield* external
      const document = yield* Effect.provide(run(input), Services.unmigrated)
      yield* Console.log(Output.format(document, yield* Json))
    })
  ).pipe(Command.withDescription(summary))

const plan = (what: string) => Flags.toggle("plan", `Changes nothing: prints ${what}`)

const distribute = command(
  "distribute",
  "Spreads the tables over the nodes of a Citus cluster, also beside the running service: writes wait meanwhile.",
  { plan: plan("the tables, how each is spread, and how long writes would wait") },
  Effect.fnUntraced(function* (input) {
    if (input.plan) return yield* Distribute.plan
    return yield* Distribute.run((yield* Settings).lockTimeout)
  })
)

const status = command(
  "status",
  "Shows nodes, shards, how even they are, the largest workspaces, and statements on several shards.",
  {},
  () => Effect.flatMap(SchemaHistory.pending(migrations), Status.make)
)

const isolate = command(
  "isolate",
  "Gives a workspace shards of its own, on another worker if there is one; writes wait at the end.",
  { workspace: Flags.workspace },
  ({ workspace }) => Shards.isolate(workspace)
)

const rebalance = command(
  "rebalance",
  "Moves shards until all nodes hold about the same, while the service goes on.",
  { plan: plan("the moves") },
  Effect.fnUntraced(function* (input) {
    return input.plan ? { moves: yield* Shards.moves } : yield* Shards.rebalance
  })
)

export const distributed = [distribute, status, isolate, rebalance] as const
