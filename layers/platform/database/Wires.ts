/** Opens every connection of this process to one database, and decides when to give them up. */
import { Effect, Redacted } from "effect"
import { performance } from "node:perf_hooks"
import type { Duplex } from "node:stream"
import { Linked, Member } from "../Linked.ts"
import * as Observed from "../metrics/Observed.ts"
import { EncryptedWire, Wire } from "./Wire.ts"

/** How often the wires are checked, in milliseconds. */
const interval = 250

/** How long statements that are answered together may wait beyond their patience, once the server was asked to end them: milliseconds. */
const grace = 1_000

const unheard = () => new Error("The connection to the database is dead: newer ones are answered")

const fallenSilent = () => new Error("The database has fallen silent")

export type Pool = "callers" | "background" | "pulse" | "listeners" | "operator" | "replica"

interface Opening {
  /** Milliseconds a connection may wait for an answer: a little longer than the server's own statement timeout. */
  readonly patience: number
  /** Connects even while the database is silent, to notice when it answers again. */
  readonly isPulse?: boolean
  /** What it is for, in the metrics. */
  readonly pool: Pool
}

/** Statements that were sent at once: a wire doesn't tell how many of them were answered. */
interface Waiting {
  /** Since when the next answer is waited for, in milliseconds of the monotonic clock; undefined while idle. */
  readonly waitingSince: number | undefined
  /** Asks the server to end them: each alone may be as fast as it must be, and the last may be a COMMIT that nobody hears of. */
  readonly stop: () => void
  readonly end: (error: Error) => void
}

class Watched extends Member {
  readonly waiting: Waiting
  readonly patience: number

  constructor(waiting: Waiting, patience: number) {
    super()
    this.waiting = waiting
    this.patience = patience
  }
}

export interface Wires {
  /** A connection for the driver, which fails at once while the database is silent. */
  readonly open: (opening: Opening) => Duplex
  /** Stops what waits longer than `patience` milliseconds, and then ends it; the result ends the watch. */
  readonly watch: (waiting: Waiting, patience: number) => () => void
  /** When the server last sent anything, even a refusal: milliseconds of the monotonic clock. */
  readonly heardAt: () => number
  /** Ends every connection, so that their statements fail at once, and fails new ones until `restore`. */
  readonly giveUp: () => void
  readonly restore: () => void
  /** Ends connections that received nothing since `moment`: newer ones are answered, so these are dead. */
  readonly dropUnheard: (moment: number) => void
}

/** The socket to connect to; a host that is a folder holds a Unix socket. */
const targetOf = (url: URL) => {
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/gu, "")
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host: host || "localhost", port }
}

const isEncrypted = (url: URL) => !["disable", null].includes(url.searchParams.get("sslmode"))

/** Watches connections of these pools for as long as the scope is open. Undefined if the address is invalid: the driver reports that best. */
export const make = Effect.fnUntraced(function* (address: Redacted.Redacted, pools: ReadonlyArray<Pool>) {
  const url = URL.parse(Redacted.value(address))
  if (url === null) return undefined
  const target = targetOf(url)
  const wires = new Set<Wire>()
  const watched = new Linked<Watched>()
  let refusedAt = -Infinity
  let isSilent = false

  const open = ({ isPulse = false, patience, pool }: Opening): Duplex => {
    const wire = new Wire(patience, pool)
    wires.add(wire)
    wire.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED" || code === "ECONNRESET") refusedAt = performance.now()
    })
    wire.once("close", () => wires.delete(wire))
    if (isSilent && !isPulse) process.nextTick(() => wire.destroy(fallenSilent()))
    else wire.connect(target)
    return isEncrypted(url) ? new EncryptedWire(wire) : wire
  }

  const late = (patience: number) => new Error(`The database did not answer within ${patience} ms`)

  let lookedAt = performance.now()
  const look = () => {
    const now = performance.now()
    // After being suspended, or too busy to read, the process can't tell that nothing arrived: the next check can.
    const wasAway = now - lookedAt > 2 * interval
    lookedAt = now
    if (wasAway) return
    for (const wire of wires) {
      const most = wire.patience + (wire.isTogether ? grace : 0)
      if (wire.waitingSince !== undefined && now - wire.waitingSince > most) wire.destroy(late(most))
    }
    for (const { patience, waiting } of watched.all()) {
      if (waiting.waitingSince === undefined || now - waiting.waitingSince <= patience) continue
      if (now - waiting.waitingSince > patience + grace) waiting.end(late(patience + grace))
      else waiting.stop()
    }
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => setInterval(look, interval).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )

  for (const pool of pools) {
    const counted = (counts: (wire: Wire) => boolean) => () =>
      [...wires].filter((wire) => wire.pool === pool && counts(wire)).length
    const attributes = { pool }
    yield* Observed.gauge(
      { name: "database_connections_open", description: "Connections to the database, by pool", attributes },
      counted(() => true)
    )
    yield* Observed.gauge(
      {
        name: "database_connections_used",
        description: "Connections that wait for an answer or hold a transaction, by pool",
        attributes
      },
      counted(({ inTransaction, waitingSince }) => inTransaction || waitingSince !== undefined)
    )
  }

  return {
    open,
    watch: (waiting, patience) => {
      const one = new Watched(waiting, patience)
      watched.add(one)
      return () => watched.delete(one)
    },
    heardAt: () => Math.max(refusedAt, ...[...wires].map((wire) => wire.heardAt)),
    giveUp: () => {
      isSilent = true
      for (const wire of wires) wire.destroy(fallenSilent())
    },
    restore: () => {
      isSilent = false
    },
    dropUnheard: (moment) => {
      for (const wire of wires) {
        if (Math.max(wire.openedAt, wire.heardAt) < moment) wire.destroy(unheard())
      }
    }
  } satisfies Wires as Wires
})
