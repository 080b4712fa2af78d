/**
 * The operator's commands: `npm run -s admin -- <command> [--flag value …] [--json]`. They print lines and tables for people, or with
 * `--json` one JSON document on stdout. On failure the exit code is 1, with one line on stderr, or `{error: {code, message}}` on stdout.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import * as Cli from "./admin/command/Cli.ts"

Cli.run(process.argv.slice(2)).pipe(
  Effect.map((code) => (process.exitCode = code)),
  NodeRuntime.runMain
)
