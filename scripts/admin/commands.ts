/** All commands of the operator. */
import { Command } from "effect/cli"
import { Json } from "./command/Command.ts"
import { audit } from "./audit.ts"
import { backup } from "./backup.ts"
import { database } from "./database.ts"
import { doctor } from "./doctor/command.ts"
import { form, inbound } from "./intake.ts"
import { imports } from "./imports.ts"
import { job } from "./jobs.ts"
import { migrate } from "./migrate.ts"
import { app, keys, user } from "./people.ts"
import { person } from "./persons.ts"
import { rules } from "./rules.ts"
import { totals } from "./totals.ts"
import { version } from "./version.ts"
import { key, member, workspace } from "./workspaces.ts"

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
    imports,
    job,
    totals,
    audit,
    person,
    rules,
    backup,
    doctor,
    migrate,
    database,
    version
  ]),
  Command.withGlobalFlags([Json])
)
