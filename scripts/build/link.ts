/** Does ahead of the first start what the embedded PostgreSQL needs in node_modules: an image's files may be read-only later. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import * as Binaries from "../../layers/postgres/Binaries.ts"

await Effect.runPromise(Effect.provide(Binaries.find(), NodeServices.layer))
