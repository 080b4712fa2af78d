/** Migrates the database, or shows the pending migrations. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import * as MigrationPlan from "../../layers/database/migration/MigrationPlan.ts"
import * as Sql from "../../layers/database/Sql.ts"
import { migrations, worksFrom } from "../../migrations/index.ts"
import { CommandServices, Json } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import * as Output from "./command/Output.ts"
import * as Services from "./command/Services.ts"

const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Sql.orDie(sql<{ id: number; name: string }>`SELECT migration_id AS id, name
    FROM schema_migrations ORDER BY migration_id`)
  return { migrations: rows.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`) }
})

/** Doesn't use `make`, which migrates the database before the command runs. */
export const migrate = Command.make(
  "migrate",
  {
    plan: Flags.toggle(
      "plan",
      "Changes nothing: prints the pending statements, their locks, whom those hold up, and the estimated time"
    )
  },
  Effect.fnUntraced(function* ({ plan }) {
    const planned = Effect.provide(MigrationPlan.make(migrations, worksFrom), Services.unmigrated)
    const document = yield* plan
      ? Effect.map(planned, (found) => ({ triedOn: "a copy: nothing in the database was changed", ...found }))
      : Effect.provide(applied, yield* CommandServices)
    yield* Console.log(Output.format(document, yield* Json))
  })
).pipe(Command.withDescription("Migrates the database to this version's schema, as every start does."))
