import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { routed } from "../../src/contract/Api.ts"
import * as LocalDays from "../../src/shared/time/LocalDays.ts"
import { contract, created, ok, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

contract("a day in an input", (it) => {
  it.effect("begins where the workspace is, and a time with an offset is taken as it is", () =>
    Effect.gen(function* () {
      const { board, post, workspace: own } = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE workspaces SET time_zone = 'America/New_York' WHERE id = ${own.id}`
      // A credential that was not used before: nothing told this process of the change.
      const { send } = yield* (yield* TestService).member(own.id, "admin")
      const read = (path: string) =>
        Effect.map(
          Effect.promise(() => send("GET", path)),
          ({ body }) => body
        )
      for (const [name, at] of [
        ["April", "2026-05-01T03:59:59.999Z"],
        ["May", "2026-05-01T04:00:00.000Z"]
      ] as const) {
        const deal = yield* created(post("/v1/deals", { boardId: board.id, name }))
        yield* sql`UPDATE deals SET created_at = ${at} WHERE workspace_id = ${own.id} AND id = ${deal.id}`
      }
      const names = (query: string) =>
        Effect.map(read(`/v1/deals?${query}`), ({ data }) => data.map((deal: any) => deal.name).sort())
      assert.deepStrictEqual(yield* names("createdAfter=2026-05-01"), ["May"])
      assert.deepStrictEqual(yield* names("createdBefore=2026-05-01"), ["April"])
      assert.deepStrictEqual(yield* names("createdAfter=2026-05-01T00:00:00Z"), ["April", "May"])
      yield* ok(
        Effect.promise(() =>
          send("POST", "/v1/deals/bulk-update", {
            filter: { createdAfter: "2026-05-01" },
            addLabels: ["new"]
          })
        )
      )
      assert.deepStrictEqual(yield* names("label=new"), ["May"])
      const rows = [{ externalId: "x", name: "Imported", createdAt: "2026-05-01" }]
      yield* ok(Effect.promise(() => send("POST", "/v1/imports/deals", { rows })))
      const [imported] = (yield* read("/v1/deals?externalId=x")).data
      assert.strictEqual(imported.createdAt, "2026-05-01T04:00:00.000Z")
    })
  )

  it("is known of every filter by time", () => {
    const named = routed.flatMap(({ id, input }) => LocalDays.daysOf(input).map((name) => `${id} ${name}`))
    for (const { id, input } of routed)
      for (const name of Object.keys(input).filter((one) => /(?:After|Before|[sS]ince|until)$/u.test(one)))
        assert.include(named, `${id} ${name}`)
    assert.isAbove(named.length, 8)
  })
})
