/** A process that uses the embedded server in the given directory until it is told to end; prints the port. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { EmbeddedPostgres } from "../../../layers/database/EmbeddedPostgres.ts"

const dataDir = process.argv[2] ?? ""

EmbeddedPostgres.make({ dataDir, durable: false }).pipe(
  Effect.tap(({ port }) => Console.log(port)),
  Effect.andThen(Effect.never),
  Effect.scoped,
  NodeRuntime.runMain
)
