import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { routed } from "../../../src/Registry.ts"
import { type Api, contract, ok, workspace } from "../../support/server/Contract.ts"
import * as Replay from "../../support/audit/Replay.ts"
import * as Requests from "../../support/server/Requests.ts"

const writes = routed.filter((operation) => operation.kind !== "read")

/** The board's stages without the second, whose deals move to the first. */
const fewerStages = Effect.fnUntraced(function* (api: Api, board: string) {
  const stages: ReadonlyArray<any> = yield* ok(api.get(`/v1/boards/${board}/stages`))
  const [first, second] = stages
  const kept = stages.filter(({ id, region }) => id !== second.id && !["won", "dead"].includes(region))
  return {
    stages: kept.map(({ id, name, probability, region }) => ({ id, name: `${name}!`, probability, region })),
    moveDealsTo: { [second.id]: first.id }
  }
})

contract(
  "the audit log of every write of the registry",
  (it) => {
    it.effect("has one entry for each write, none for a replay, and rebuilds the tables", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const { id } = mine.workspace
        const state: Replay.State = {}
        const secrets = [mine.apiKey.token]
        for (const operation of writes) {
          const ids = yield* Requests.fixtures(mine, routed)
          const before = yield* Replay.log(id)
          const example = Requests.requestOf(operation, ids)
          const request =
            operation.id === "boards.replaceStages"
              ? { ...example, body: yield* fewerStages(mine, ids["board"]!) }
              : example
          const key = `key of ${operation.id}`
          const answer = yield* Requests.send(mine, request, { "idempotency-key": key })
          assert.include([200, 201], answer.status, `${operation.id}: ${answer.text}`)
          secrets.push(answer.body?.signingSecret, (request.body as any)?.url, answer.body?.token)
          yield* Requests.send(mine, request, { "idempotency-key": key })
          const [row, ...more] = (yield* Replay.log(id)).slice(before.length)
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
          if (about !== undefined && !operation.id.startsWith("notes.")) {
            if (!operation.id.includes("bulk")) assert.isTrue(targets.includes(about), operation.id)
          }
        }
        const log = yield* Replay.log(id)
        for (const { changes } of log) for (const change of changes) Replay.apply(state, change)
        const now = yield* Replay.stored(id)
        for (const resource of Object.keys(now)) {
          assert.deepStrictEqual(state[resource] ?? {}, now[resource], resource)
        }
        const text = JSON.stringify(log)
        for (const secret of secrets.filter((one) => typeof one === "string")) assert.notInclude(text, secret)
      })
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
