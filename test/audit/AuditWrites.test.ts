import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, workspace } from "../support/server/Contract.ts"
import * as Plays from "../support/audit/Plays.ts"
import * as Replay from "../support/audit/Replay.ts"
import * as Requests from "../support/server/Requests.ts"

contract(
  "the audit log of every write of the registry",
  (it) => {
    it.effect(
      "has one entry for each write, none for a replay, and rebuilds the tables",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          const { id } = mine.workspace
          const secrets = [mine.apiKey.token]
          for (const operation of Plays.writes) {
            const request = yield* Plays.example(mine, operation)
            const before = yield* Replay.log(id)
            const key = `key of ${operation.id}`
            const answer = yield* Requests.send(mine, request, { "idempotency-key": key })
            assert.include([200, 201], answer.status, `${operation.id}: ${answer.text}`)
            secrets.push(answer.body?.signingSecret, (request.body as any)?.url, answer.body?.token)
            yield* Requests.send(mine, request, { "idempotency-key": key })
            // What is approved has an entry of its own, of whoever asked.
            const [row, ...more] = (yield* Replay.log(id))
              .slice(before.length)
              .filter((one) => one.actor_id === mine.apiKey.id)
            assert.deepStrictEqual(more, [], operation.id)
            assert.include(row, {
              operation: operation.id,
              surface: "rest",
              actor_type: "api_key",
              actor_id: mine.apiKey.id,
              actor_name: "First key",
              user_id: mine.user.id,
              request_id: answer.headers.get("service-request-id"),
              idempotency_key: key,
              outcome: "ok",
              status: answer.status,
              times: 1
            })
            const about = request.path.split("/")[3]
            const targets: ReadonlyArray<string | null> = row!.targets ?? [row!.target]
            if (about !== undefined && !/^(?:notes|imports)\./u.test(operation.id)) {
              if (!operation.id.includes("bulk")) assert.isTrue(targets.includes(about), operation.id)
            }
          }
          yield* Replay.check(id)
          const text = JSON.stringify(yield* Replay.log(id))
          for (const secret of secrets.filter((one) => typeof one === "string"))
            assert.notInclude(text, secret)
        }),
      120_000
    )

    it.effect("has no entry of a write that was rolled back", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const sql = yield* SqlClient.SqlClient
        const { data } = (yield* mine.get("/v1/boards")).body
        const long = { boardId: data[0].id, name: "n", ownerId: "0190a0b0-c0d0-7000-8000-00000000abcd" }
        const { status } = yield* mine.post("/v1/deals", long)
        assert.strictEqual(status, 400)
        const rows =
          yield* sql`SELECT FROM audit WHERE workspace_id = ${mine.workspace.id} AND outcome = 'ok'`
        // That of the workspace's creation.
        assert.strictEqual(rows.length, 1)
      })
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
