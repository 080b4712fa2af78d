/**
 * Starts the service. Loading it takes most of a second, in which nothing has begun: a signal that comes then ends it at
 * once, and well.
 */
import cluster from "node:cluster"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** A worker heeds its primary alone. */
const early = () => {
  if (!cluster.isWorker) process.exit(0)
}

for (const signal of signals) process.on(signal, early)
await import("./Service.ts")
// By now the service listens for them itself.
for (const signal of signals) process.off(signal, early)
