/** Commands for the database server. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as MajorUpgrade from "../../layers/postgres/MajorUpgrade.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { migrations } from "../../migrations/index.ts"
import { group, Json } from "./command/Command.ts"
import { distributed } from "./distributed.ts"
import * as Flags from "./command/Flags.ts"
import * as Output from "./command/Output.ts"
import * as Services from "./command/Services.ts"

/** Doesn't use `make`, because the service can't start on these files yet. */
const upgrade = Command.make(
  "upgrade",
  {
    binaries: Flags.optional(
      Flag.String("binaries").pipe(
        Flag.withDescription("The directory of the old PostgreSQL's programs; npm fetches them unless given")
      )
    )
  },
  Effect.fnUntraced(function* ({ binaries }) {
    const { databaseUrl, dataDir } = yield* Settings
    if (databaseUrl !== undefined) {
      return yield* Effect.fail({
        code: "not_embedded",
        message: "DATABASE_URL names a server of your own: upgrade that as PostgreSQL's documentation says."
      })
    }
    const document = yield* MajorUpgrade.upgrade(migrations, dataDir, binaries)
    yield* Console.log(Output.format(document, yield* Json))
  }, Effect.provide(Services.settings))
).pipe(
  Command.withDescription(
    "Moves the embedded database to the PostgreSQL of this version. The service must be stopped; the old files stay beside."
  )
)

export const database = group("database", "The embedded PostgreSQL, and a database spread by Citus", [
  upgrade,
  ...distributed
])
