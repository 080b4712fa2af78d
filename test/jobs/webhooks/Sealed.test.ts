import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, workspace } from "../../support/server/Contract.ts"

contract("a subscription whose URL can't be decrypted", (it) => {
  it.effect("says so, and keeps no lease", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      const hook = { boardId: board.id, url: "https://192.0.43.8/hook", events: ["deal.created"] }
      const { id } = yield* created(post("/v1/webhooks", hook))
      yield* sql`UPDATE webhooks SET url = set_byte(url, 20, 255 - get_byte(url, 20)) WHERE id = ${id}`
      yield* created(post("/v1/deals", { boardId: board.id, name: "Announced" }))
      const lastError = Effect.map(ok(get("/v1/webhooks")), ({ data }) => data[0].lastError)
      const said = yield* Effect.repeat(lastError, { schedule: Schedule.spaced("50 millis"), until: Boolean })
      assert.match(said, /can't be read.*ENCRYPTION_KEY/u)
      const [row] = yield* sql`SELECT leased_until FROM webhooks WHERE id = ${id}`
      assert.deepStrictEqual(row, { leased_until: null })
    })
  )
})
