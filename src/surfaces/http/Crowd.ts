/**
 * How many connections callers may have at once. Each takes a descriptor, of which a process has a limited number
 * (`ulimit -n`), and what serves them needs some too: the database, webhooks on their way, files.
 */
import type { Server } from "node:http"

/** Descriptors kept for the service's own work. */
const own = 192

/** A process with few descriptors gives callers a quarter of them at least. */
export const roomFor = (descriptors: number): number =>
  Math.max(Math.floor(descriptors / 4), descriptors - own)

/** How many descriptors this process may have; undefined where there is no limit (Windows). */
const descriptors = (): number | undefined => {
  // Else a report looks the names of all peers up.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } }
  }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : undefined
}

/** Beyond the limit a connection is closed as it comes; `turnedAway` hears of each, with the limit. */
export const limit = (server: Server, turnedAway: (limit: number) => void): void => {
  const all = descriptors()
  if (all === undefined) return
  const limit = roomFor(all)
  server.maxConnections = limit
  server.on("drop", () => turnedAway(limit))
}
