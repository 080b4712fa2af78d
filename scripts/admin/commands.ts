/** All the operator's commands. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import * as Sql from "../../layers/platform/database/Sql.ts"
import { Json, make } from "./Command.ts"
import { audit } from "./audit.ts"
import { form, inbound } from "./intake.ts"
import { job } from "./jobs.ts"
import { app, keys, user } from "./people.ts"
import { rules } from "./rules.ts"
import { totals } from "./totals.ts"
import { key, member, workspace } from "./workspaces.ts"

const migrate = make(
  "migrate",
  "Migrates the database to this version's schema, as every start does.",
  {},
  Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Sql.orDie(sql<{ id: number; name: string }>`SELECT migration_id AS id, name
      FROM schema_migrations ORDER BY migration_id`)
    return { migrations: rows.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`) }
  })
)

export const admin = Command.make("admin").pipe(
  Command.withDescription(
    "The operator's commands. They use the service's settings, and work whether or not it is running."
  ),
  Command.withSubcommands([
    workspace,
    member,
    key,
    user,
    app,
    keys,
    form,
    inbound,
    job,
    totals,
    audit,
    rules,
    migrate
  ]),
  Command.withGlobalFlags([Json])
)
