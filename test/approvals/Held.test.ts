import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "../support/approvals/Agents.ts"
import * as Plays from "../support/audit/Plays.ts"
import { contract, ok, refused, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"

/** What a credential with rules can't do at all. */
const deciding = ["rules.set", "approvals.approve", "approvals.decline"]

contract(
  "every write of the registry, by a credential that has to ask",
  (it) => {
    it.effect(
      "waits, is left undone, and is done by its approval as it would have been",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          const agent = yield* agentOf(mine, { default: "ask" }, "admin")
          for (const operation of Plays.writes) {
            const { id } = operation
            const request = yield* Plays.example(mine, operation)
            if (deciding.includes(id)) {
              yield* refused(Requests.send(agent, request), 403, "credential_has_rules")
              continue
            }
            // There is nothing of its own to undo.
            if (id === "undo.run") continue
            const answer = yield* Requests.send(agent, request, { "idempotency-key": id })
            assert.strictEqual(answer.status, 202, `${id}: ${answer.text}`)
            const { approval } = answer.body
            assert.strictEqual(approval.operation, id)
            assert.match(approval.summary, /^\S.*: \S/u)
            const { approval: done } = yield* ok(mine.post(`/v1/approvals/${approval.id}/approve`))
            assert.strictEqual(done.status, "done", `${id}: ${JSON.stringify(done.answer)}`)
            const own = yield* ok(agent.get(`/v1/approvals/${approval.id}`))
            const replay = yield* Requests.send(agent, request, { "idempotency-key": id })
            assert.deepStrictEqual([replay.status, replay.body], [own.answer.status, own.answer.body], id)
            assert.include([200, 201], replay.status)
          }
        }),
      120_000
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
