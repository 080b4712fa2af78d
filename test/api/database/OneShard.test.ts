import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as MultiShardStatements from "../../../layers/database/citus/MultiShardStatements.ts"
import { routed } from "../../../src/Registry.ts"
import * as App from "../../../src/service/App.ts"
import { contract, workspace } from "../../support/server/Contract.ts"
import { counted } from "../../support/database/Counted.ts"
import * as Guard from "../../support/server/Guard.ts"
import * as OneShard from "../../support/database/OneShard.ts"
import * as Requests from "../../support/server/Requests.ts"

describe("a statement", () => {
  it.each([
    ["names the workspace in each query", "SELECT FROM deals d WHERE d.workspace_id = $1 AND id = $2", []],
    [
      "names it through a join",
      "SELECT FROM deals d LEFT JOIN stages s ON s.workspace_id = d.workspace_id WHERE d.workspace_id = $1",
      []
    ],
    [
      "doesn't by what an outer join asks of its other side",
      "SELECT FROM deals d LEFT JOIN stages s ON d.workspace_id = $1 AND s.workspace_id = $1",
      ["deals"]
    ],
    [
      "doesn't by the value of an outer query",
      "SELECT FROM deals d WHERE d.workspace_id = $1 AND EXISTS (SELECT FROM notes n WHERE n.workspace_id = d.workspace_id)",
      ["notes"]
    ],
    [
      "doesn't by the column of a query in FROM",
      "SELECT FROM (SELECT * FROM deals WHERE workspace_id = $1 LIMIT 1) d JOIN stages s ON s.workspace_id = d.workspace_id",
      ["stages"]
    ],
    [
      "doesn't if one of several conditions may hold",
      "DELETE FROM notes WHERE workspace_id = $1 OR id = $2",
      ["notes"]
    ],
    ["needs it in each part", "SELECT FROM deals WHERE workspace_id = $1 UNION SELECT FROM leads", ["leads"]],
    [
      "needs it in each write",
      "WITH a AS (DELETE FROM notes WHERE id = $1) UPDATE deals SET name = '' WHERE workspace_id = $2",
      ["notes"]
    ],
    [
      "needs none for tables that every node has",
      "SELECT FROM users u JOIN members m ON m.user_id = u.id",
      []
    ],
    ["needs the hash of a secret", "DELETE FROM sessions WHERE user_id = $1", ["sessions"]]
  ])("%s", (_, text, lost) => {
    assert.deepStrictEqual(OneShard.routing(text).lost, lost)
  })

  it("says which parameters are the workspace", () => {
    const many = "INSERT INTO deals (id, workspace_id) VALUES ($1, $2), ($3, $4)"
    assert.deepStrictEqual(OneShard.routing(many).keys, [2, 4])
    const copy =
      "INSERT INTO deals (id, workspace_id) SELECT id, workspace_id FROM deals WHERE workspace_id = $1"
    assert.deepStrictEqual(OneShard.routing(copy).keys, [1, 1])
  })
})

describe("a statement that asks several shards", () => {
  it.each([
    ["is refused", "DELETE FROM sessions WHERE user_id = $1", "asks every shard of sessions"],
    ["passes with its name", "/* across: sessions */ DELETE FROM sessions WHERE user_id = $1", undefined],
    [
      "has to ask for the tables of that name alone",
      "/* across: sessions */ SELECT FROM sessions s JOIN deals d ON d.owner_id = s.user_id",
      "asks every shard of deals"
    ],
    [
      "is not let pass by another's name",
      "/* across: app grants */ DELETE FROM sessions WHERE user_id = $1",
      "asks every shard of sessions"
    ],
    [
      "has a name that is known",
      "/* across: whatever */ DELETE FROM sessions",
      "carries the name whatever, which MultiShardStatements doesn't have"
    ],
    [
      "is refused for two workspaces too",
      "INSERT INTO deals (workspace_id) VALUES ($1), ($2)",
      "names several workspaces"
    ],
    [
      "may be for several workspaces by its name",
      "/* across: request counts */ INSERT INTO request_counts (workspace_id) VALUES ($1), ($2)",
      undefined
    ]
  ])("%s", (_, text, found) => {
    assert.strictEqual(Guard.problem(text, ["a", "b"]), found)
  })
})

contract(
  "every operation on a cluster",
  (it) => {
    it.effect.skipIf(inject("testServer").workers === undefined)(
      "asks one shard at a time, as Citus counts",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          const own = yield* Requests.fixtures(mine, routed)
          const found: Array<string> = []
          const start = yield* counted
          for (const operation of routed) {
            const before = yield* counted
            yield* Requests.send(mine, Requests.requestOf(operation, own))
            const { several } = yield* counted
            if (several > before.several) found.push(`${operation.id}: ${several - before.several}`)
          }
          assert.isAbove((yield* counted).one, start.one + routed.length)
          assert.deepStrictEqual(found, [])
          assert.isAtMost(Object.keys(MultiShardStatements.statements).length, 8)
        })
    )
  },
  {},
  { serving: App.served }
)
