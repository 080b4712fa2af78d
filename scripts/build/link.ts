/** Prepares the embedded PostgreSQL in node_modules before the first start, because an image's files may be read-only later. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import * as Binaries from "../../layers/postgres/Binaries.ts"

await Effect.runPromise(Effect.provide(Binaries.find(), NodeServices.layer))
