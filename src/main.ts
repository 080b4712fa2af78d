/**
 * Starts the service. Loading takes a while, and a signal in that time ends the process immediately with code 0, because nothing has
 * started.
 */
import cluster from "node:cluster"
import * as BuildCache from "./service/BuildCache.ts"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Only the primary ends a worker. */
const early = () => {
  if (!cluster.isWorker) process.exit(0)
}

for (const signal of signals) process.on(signal, early)
// Workers inherit the primary's arguments, which it has checked.
if (process.argv.length > 2 && !cluster.isWorker) (await import("./ephemeral/Prepared.ts")).prepare()
const built = BuildCache.service()
await (built === undefined ? import("./service/Service.ts") : import(built))
// From here on the service handles the signals.
for (const signal of signals) process.off(signal, early)
