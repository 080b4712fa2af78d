/**
 * Limits the number of open client connections. Each takes a file descriptor (`ulimit -n`), and the service needs some itself for the
 * database, webhooks in flight, and files.
 */
import type { Server } from "node:http"

/** Descriptors kept for the service's own work. */
const reserve = 192

/** Callers get at least a quarter of the descriptors, however few there are. */
export const roomFor = (descriptors: number): number =>
  Math.max(Math.floor(descriptors / 4), descriptors - reserve)

/** The number of descriptors this process may open; undefined if there is no limit (Windows). */
const descriptors = (): number | undefined => {
  // Without this, the report resolves the host names of all peers.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } }
  }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : undefined
}

/** Closes connections beyond the limit as they arrive, and calls `turnedAway` with the limit for each. */
export const limit = (server: Server, turnedAway: (limit: number) => void): void => {
  const all = descriptors()
  if (all === undefined) return
  const limit = roomFor(all)
  server.maxConnections = limit
  server.on("drop", () => turnedAway(limit))
}
