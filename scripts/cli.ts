/** The user commands: `sales-pipeline <command> [--flag value …] [--json]` (docs/command-line.md). */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"

const [first, ...rest] = process.argv.slice(2)

/** These programs handle signals themselves, so they don't run in the commands' runtime, which would also listen for them. */
const programs = new Map<string | undefined, () => Promise<unknown>>([
  ["start", () => import("../src/main.ts")],
  [
    "mcp",
    async () => {
      // A signed-in person needs no key.
      const [{ provide }, { signedIn }] = await Promise.all([
        import("../src/SignIn.ts"),
        import("./cli/Account.ts")
      ])
      provide(() => Effect.runPromise(signedIn))
      await import("../src/stdio.ts")
    }
  ]
])

const load = programs.get(first)

const isPlain = rest.length === 0 || (first === "start" && rest.includes("--ephemeral"))

if (load !== undefined && isPlain) await load()
else {
  const run =
    first === "admin"
      ? (await import("./admin/command/Cli.ts")).run(rest, "sales-pipeline admin")
      : (await import("./cli/Cli.ts")).run(process.argv.slice(2))
  run.pipe(
    Effect.map((code) => (process.exitCode = code)),
    NodeRuntime.runMain
  )
}
