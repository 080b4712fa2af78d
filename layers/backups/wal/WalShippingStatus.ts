/** Reports whether this process ships the embedded server's WAL to BACKUP_WAL_TO, and how far behind it is. */
import { Context, Effect, Layer, Metric } from "effect"
import { performance } from "node:perf_hooks"
import * as Wal from "../../../src/shared/database/Wal.ts"
import { Database } from "../../database/Database.ts"
import * as Loop from "../../runtime/Loop.ts"
import { Settings } from "../../settings/Settings.ts"
import { BackupError } from "../BackupError.ts"
import * as BackupLocation from "../BackupLocation.ts"
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
    "Seconds since all WAL was last stored at BACKUP_WAL_TO. Not reported if another process ships it."
})
const gaps = Metric.counter("wal_shipping_gaps_total", {
  description: "Number of times WAL was removed before it was shipped. When it increases, take a new backup.",
  incremental: true
})

const lost = Effect.fnUntraced(function* (from: bigint, to: bigint) {
  yield* Metric.update(gaps, 1)
  yield* Effect.logError(
    `WAL from ${Wal.formatLsn(from)} to ${Wal.formatLsn(to)} was removed before it was shipped, because BACKUP_WAL_TO was unreachable for too long. Take a backup now (admin backup create): older backups can only be restored up to ${Wal.formatLsn(from)}.`
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
  yield* Effect.forkScoped(Loop.forever("Ship WAL", turn, { every: "1 second", longest: "10 seconds" }))
  const report = Effect.suspend(() => Metric.update(age, current().secondsBehind ?? Number.NaN))
  yield* Effect.forkScoped(Loop.forever("Report WAL shipping lag", () => report, { every: "1 second" }))
  return Effect.sync(current)
})

/** `state` is undefined if BACKUP_WAL_TO is not set. */
export class WalShippingStatus extends Context.Service<
  WalShippingStatus,
  { readonly state: Effect.Effect<State | undefined> }
>()("pipeline/layers/WalShippingStatus") {
  static readonly layer = Layer.effect(
    WalShippingStatus,
    Effect.gen(function* () {
      const { backupWalTo: place } = yield* Settings
      const embedded = yield* isEmbedded
      if (place === undefined) {
        if (embedded) yield* Effect.ignore(WalSlot.drop, { log: "Warn" })
        return WalShippingStatus.of({ state: Effect.succeed(undefined) })
      }
      // An invalid location fails the start.
      yield* BackupLocation.at(place)
      if (embedded) return WalShippingStatus.of({ state: yield* start(place) })
      return yield* new BackupError({
        code: "backup_wal",
        message:
          "BACKUP_WAL_TO works only with the embedded database. Unset it, and use your server's own WAL archiving."
      })
    })
  )
}
