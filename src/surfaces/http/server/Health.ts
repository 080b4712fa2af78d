/** Liveness and readiness checks. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { BackupSchedule } from "../../../../layers/backups/BackupSchedule.ts"
import { WalShippingStatus } from "../../../../layers/backups/wal/WalShippingStatus.ts"
import { DatabaseHeartbeat } from "../../../../layers/database/DatabaseHeartbeat.ts"
import { Transaction } from "../../../../layers/database/Transaction.ts"
import { RateLimiter } from "../../../../layers/rateLimits/RateLimiter.ts"
import { Replica } from "../../../../layers/replica/Replica.ts"
import { ApiError } from "../../../../schema/Fault.ts"
import * as Answer from "../response/Answer.ts"
import { within } from "../Deadline.ts"
import { Drain } from "./Server.ts"

const alive = HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ status: "ok" }))

const draining = new ApiError({
  code: "unavailable",
  message: "The service is draining: it is about to end. Send requests elsewhere.",
  meta: { status: "draining" },
  retryAfter: 2
})

/**
 * The schema is migrated before the server listens, so readiness needs only a responding database. Writes failing on a full disk, missing
 * Redis, unshipped WAL, old backups and the replica are reported, but requests are served, so readiness is unaffected.
 */
const ready = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.gen(function* () {
    if (yield* (yield* Drain).hasBegun) return yield* Effect.fail(draining)
    const { isAnswering } = yield* DatabaseHeartbeat
    const answers = yield* within(isAnswering, "2 seconds", () => Effect.succeed(false))
    if (!answers) return yield* Effect.fail(Answer.unavailable)
    const walShipping = yield* (yield* WalShippingStatus).state
    const backup = yield* (yield* BackupSchedule).status
    const redis = (yield* (yield* RateLimiter).isAlone) ? "away" : undefined
    const replica = (yield* Replica).status()
    const obstacle = yield* (yield* Transaction).obstacle
    const detail = {
      ...(obstacle && { writes: `failing: ${obstacle}` }),
      ...(redis && { redis }),
      ...(replica && { replica }),
      ...(walShipping && { walShipping }),
      ...(backup && { backup })
    }
    return HttpServerResponse.jsonUnsafe({ status: "ready", ...detail })
  })
)

export const routes = [
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" }
]

export const layer = Layer.mergeAll(alive, ready)
