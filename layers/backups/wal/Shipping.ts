/** Reports whether this process ships the embedded server's WAL to BACKUP_WAL_TO, and how far behind it is. */
import { Context, Effect, Layer, Metric } from "effect"
import { performance } from "node:perf_hooks"
import * as Wal from "../../../src/values/database/Wal.ts"
import { Database } from "../../database/Database.ts"
import * as Loop from "../../runtime/Loop.ts"
import { Settings } from "../../settings/Settings.ts"
import { BackupError } from "../BackupError.ts"
import * as BackupPlaces from "../BackupPlaces.ts"
import { isEmbedded } from "../Embedded.ts"
import * as WalShipping from "./WalShipping.ts"
import * as WalSlot from "./WalSlot.ts"

interface State {
  readonly state: "shipping" | "failing" | "in another process"
  /** Seconds since all known WAL was shipped. */
  readonly secondsBehind: number | null
}

const age = Metric.gauge("wal_shipping_age_seconds", {
  description:
    "Seconds since all that was written to the database was at BACKUP_WAL_TO; left out if another process ships"
})
const gaps = Metric.counter("wal_shipping_gaps_total", {
  description:
    "How often the server removed a part of its log before it was shipped: take a base backup then",
  incremental: true
})

const lost = Effect.fnUntraced(function* (from: bigint, to: bigint) {
  yield* Metric.update(gaps, 1)
  yield* Effect.logError(
    `The log from ${Wal.formatLsn(from)} to ${Wal.formatLsn(to)} was removed before it was shipped, since BACKUP_WAL_TO was away too long: take a backup now (admin backup create), as older ones can only be restored to before it`
  )
})

const start = Effect.fnUntraced(function* (place: string) {
  const { url } = yield* Database
  // Prometheus shows no increase when a counter first appears.
  yield* Metric.update(gaps, 0)
  let state: State["state"] = "failing"
  let caughtUpAt = performance.now()
  const caughtUp = Effect.sync(() => {
    state = "shipping"
    caughtUpAt = performance.now()
  })
  const current = (): State => ({
    state,
    secondsBehind:
      state === "in another process" ? null : Math.round((performance.now() - caughtUpAt) / 100) / 10
  })

  const turn = (works: Effect.Effect<void>) =>
    WalShipping.ship({ url, place, lost, caughtUp: Effect.andThen(caughtUp, works) }).pipe(
      Effect.tap(
        Effect.sync(() => {
          state = "in another process"
        })
      ),
      Effect.onError(() =>
        Effect.sync(() => {
          state = "failing"
        })
      )
    )
  yield* Effect.forkScoped(
    Loop.forever("Shipping the database's log", turn, { every: "1 second", longest: "10 seconds" })
  )
  const tell = Effect.suspend(() => Metric.update(age, current().secondsBehind ?? Number.NaN))
  yield* Effect.forkScoped(
    Loop.forever("Telling how far the database's log is shipped", () => tell, { every: "1 second" })
  )
  return Effect.sync(current)
})

/** `state` is undefined if BACKUP_WAL_TO is not set. */
export class Shipping extends Context.Service<
  Shipping,
  { readonly state: Effect.Effect<State | undefined> }
>()("pipeline/layers/Shipping") {
  static readonly layer = Layer.effect(
    Shipping,
    Effect.gen(function* () {
      const { backupWalTo: place } = yield* Settings
      const embedded = yield* isEmbedded
      if (place === undefined) {
        if (embedded) yield* Effect.ignore(WalSlot.drop, { log: "Warn" })
        return Shipping.of({ state: Effect.succeed(undefined) })
      }
      // An invalid location fails the start.
      yield* BackupPlaces.at(place)
      if (embedded) return Shipping.of({ state: yield* start(place) })
      return yield* new BackupError({
        code: "backup_wal",
        message:
          "BACKUP_WAL_TO is for the embedded database: with DATABASE_URL, unset it, and archive the log by that server's own means"
      })
    })
  )
}
