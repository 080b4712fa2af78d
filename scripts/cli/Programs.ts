/** The bundled programs. They appear in the list of commands; `scripts/cli.ts` runs them before it parses commands. */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { usage } from "./Failed.ts"

const program = (name: string, about: string) =>
  Command.make(name, {}, () =>
    Effect.fail(
      usage(
        `${name} takes no flags${name === "start" ? " but --ephemeral and those that go with it" : ""}: its settings are environment variables.`
      )
    )
  ).pipe(Command.withDescription(about))

const start = program(
  "start",
  "Runs the service, with a demo workspace on its first start. Settings are environment variables, such as PORT and DATA_DIR."
)

const mcp = program(
  "mcp",
  "A local MCP server over stdio, for clients that start a process. It has the right of whoever signed in (login), or of SALES_PIPELINE_API_KEY."
)

const admin = Command.make("admin", { words: Argument.String("words").pipe(Argument.variadic()) }).pipe(
  Command.withDescription("The operator's commands, on the service's database: admin --help.")
)

export const commands = [start, mcp, admin] as const
