import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf, asked } from "../support/approvals/Agents.ts"
import { done, setUp } from "../support/audit/UndoSamples.ts"
import { contract, created, ok, refused } from "../support/server/Contract.ts"

const lead = { firstName: "Mia", companyName: "Acme" }

contract(
  "rules and undo",
  (it) => {
    it.effect("hold the undo of what they name, also of an undo, however it is asked for", () =>
      Effect.gen(function* () {
        const mine = yield* setUp()
        const agent = yield* agentOf(mine, {}, "admin")
        const { board, deal, stages } = mine
        const { id } = yield* created(mine.post("/v1/leads", { ...lead, boardId: board.id }))
        const hook = { boardId: board.id, url: "http://127.0.0.1:9/x", events: ["deal.won"] }
        const kept = stages
          .filter(({ region }) => !["won", "dead"].includes(region))
          .map(({ id, name, probability, region }) => ({ id, name: `${name} 2`, probability, region }))
        const calls = [
          ["webhooks", yield* done(mine.post("/v1/webhooks", hook), 201)],
          ["boards.replaceStages", yield* done(mine.put(`/v1/boards/${board.id}/stages`, { stages: kept }))],
          ["deals.create", yield* done(mine.post("/v1/deals", { boardId: board.id, name: "New" }), 201)],
          ["deals.delete", yield* done(mine.post("/v1/deals", { boardId: board.id, name: "Old" }), 201)],
          ["notes.create", yield* done(mine.post(`/v1/deals/${deal.id}/notes`, { contentText: "Hi" }), 201)],
          [
            "boards.setGoals",
            yield* done(
              mine.put(`/v1/boards/${board.id}/goals`, { proposals: 5, deals_won: 3, deal_value: null })
            )
          ],
          ["deals.move", yield* done(mine.patch(`/v1/deals/${deal.id}`, { stageId: mine.anchor.id }))],
          ["leads.promote", yield* done(mine.post(`/v1/leads/${id}/promote`, {}), 201)]
        ] as const
        const seen = yield* ok(mine.get("/v1/deals?status=all&limit=100"))
        const set = (rules: object) => ok(mine.put(`/v1/rules/${agent.key}`, rules))
        for (const [name, { requestId }] of calls) {
          yield* set({ operations: { [name]: "deny" } })
          const no = yield* refused(agent.post("/v1/undo", { requestId }), 403, "denied_by_rule")
          assert.include(no.message, name.split(".")[0]!)
          yield* refused(agent.post("/v1/undo", { requestId }, { "dry-run": "true" }), 403, "denied_by_rule")
          yield* set({ operations: { [name]: "ask" } })
          const dry = yield* ok(agent.post("/v1/undo", { requestId }, { "dry-run": "true" }))
          assert.match(dry.dryRun.notRehearsed.join(), /approve the call first/u, name)
          const approval = yield* asked(agent.post("/v1/undo", { requestId }))
          yield* ok(mine.post(`/v1/approvals/${approval.id}/decline`))
        }
        const since = { actor: mine.user.id, since: "2020-01-01" }
        yield* set({ operations: { "notes.create": "deny" } })
        yield* refused(agent.post("/v1/undo", since), 403, "denied_by_rule")
        assert.deepStrictEqual(yield* ok(mine.get("/v1/deals?status=all&limit=100")), seen)
        // What was undone is done again by an undo of that, and of that again.
        const [, { requestId }] = calls[5]
        let last = yield* done(mine.post("/v1/undo", { requestId }))
        for (let i = 0; i < 3; i++) {
          yield* set({ operations: { "boards.setGoals": "deny" } })
          yield* refused(agent.post("/v1/undo", { requestId: last.requestId }), 403, "denied_by_rule")
          last = yield* done(mine.post("/v1/undo", { requestId: last.requestId }))
        }
      })
    )

    it.effect("leave the undo of everything else alone, and one that was approved is done", () =>
      Effect.gen(function* () {
        const mine = yield* setUp()
        const agent = yield* agentOf(
          mine,
          { operations: { templates: "deny", "deals.delete": "ask", "deals.create": "deny" } },
          "admin"
        )
        const path = `/v1/deals/${mine.deal.id}`
        const name = yield* done(agent.patch(path, { company: "Acme" }))
        const { body } = yield* done(agent.post("/v1/undo", { requestId: name.requestId }))
        assert.strictEqual(body.undone.length, 1)
        assert.isNull((yield* ok(mine.get(path))).company)
        yield* ok(mine.put(`/v1/rules/${agent.key}`, { operations: { "deals.move": "ask" } }))
        const move = yield* done(mine.patch(path, { stageId: mine.anchor.id }))
        const approval = yield* asked(agent.post("/v1/undo", { requestId: move.requestId }))
        assert.strictEqual((yield* ok(mine.get(path))).stage.id, mine.anchor.id)
        const decided = yield* ok(mine.post(`/v1/approvals/${approval.id}/approve`))
        assert.strictEqual(decided.approval.status, "done", JSON.stringify(decided.approval.answer))
        assert.strictEqual((yield* ok(mine.get(path))).stage.id, mine.deal.stage.id)
        // What is denied by the time of the approval is not done.
        const again = yield* done(mine.patch(path, { stageId: mine.anchor.id }))
        const late = yield* asked(agent.post("/v1/undo", { requestId: again.requestId }))
        yield* ok(mine.put(`/v1/rules/${agent.key}`, { operations: { "deals.move": "deny" } }))
        const failed = yield* ok(mine.post(`/v1/approvals/${late.id}/approve`))
        assert.strictEqual(failed.approval.status, "failed")
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true", PROMOTION_ENABLED: "true" }
)
