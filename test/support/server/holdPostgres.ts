/** A process that uses the embedded server on the given directory, and prints its port, until it is told to end. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { EmbeddedPostgres } from "../../../layers/platform/database/EmbeddedPostgres.ts"

const dataDir = process.argv[2] ?? ""

EmbeddedPostgres.make({ dataDir, durable: false }).pipe(
  Effect.tap(({ port }) => Console.log(port)),
  Effect.andThen(Effect.never),
  Effect.scoped,
  NodeRuntime.runMain
)
