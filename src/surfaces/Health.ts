/** Whether the process is up, and whether it can serve. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import * as Answer from "./Answer.ts"
import { within } from "./Deadline.ts"

const alive = HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ status: "ok" }))

/** The schema is migrated before the server listens, so a database that answers is all that readiness needs. */
const ready = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const away = () => Effect.fail(Answer.unavailable)
    yield* Effect.catchCause(within(sql`SELECT 1`, "2 seconds", away), away)
    return HttpServerResponse.jsonUnsafe({ status: "ready" })
  })
)

export const routes = [
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" }
]

export const layer = Layer.mergeAll(alive, ready)
