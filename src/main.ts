/**
 * Starts the service. Loading it takes a while; a signal that arrives during that time ends the process at once
 * with code 0, since nothing has started.
 */
import cluster from "node:cluster"
import * as Built from "./service/Built.ts"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** A worker is ended by its primary only. */
const early = () => {
  if (!cluster.isWorker) process.exit(0)
}

for (const signal of signals) process.on(signal, early)
// Workers have the words of their primary, which has looked at them.
if (process.argv.length > 2 && !cluster.isWorker) (await import("./ephemeral/Prepared.ts")).prepare()
const built = Built.service()
await (built === undefined ? import("./service/Service.ts") : import(built))
// By now the service listens for them itself.
for (const signal of signals) process.off(signal, early)
