import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Api from "../../src/contract/Api.ts"
import * as RuleEvaluation from "../../src/approvals/rules/RuleEvaluation.ts"
import { agentOf } from "../support/approvals/Agents.ts"
import * as ObservedWrites from "../support/approvals/ObservedWrites.ts"
import * as Plays from "../support/audit/Plays.ts"
import { type Api as Client, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

type Mine = Effect.Success<ReturnType<typeof workspace>>

const stagesOf = (mine: Mine): Effect.Effect<ReadonlyArray<any>> =>
  ok(mine.get(`/v1/boards/${mine.board.id}/stages`))

const deal = (mine: Mine, more: object = {}) =>
  created(mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet", ...more }))

const lead = (mine: Mine, more: object = {}) =>
  created(mine.post("/v1/leads", { boardId: mine.board.id, firstName: "Mia", ...more }))

const post = (path: string, body: object) => ({ method: "POST", path: `/v1${path}`, body })

const undoOf = (call: ReturnType<Client["post"]>) =>
  Effect.map(call, ({ headers }) => post("/undo", { requestId: headers.get("service-request-id") }))

/** What examples leave out: inputs that come to more than the operation is there for. */
const ways: Readonly<
  Record<string, (mine: Mine) => Effect.Effect<{ method: string; path: string; body: object }>>
> = {
  "deals.update of the stage": Effect.fnUntraced(function* (mine) {
    const { id } = yield* deal(mine)
    const [, { id: stageId }] = yield* stagesOf(mine)
    return { method: "PATCH", path: `/v1/deals/${id}`, body: { stageId, company: "Acme" } }
  }),
  "deals.move with a note": Effect.fnUntraced(function* (mine) {
    const { id } = yield* deal(mine)
    const won = (yield* stagesOf(mine)).find(({ region }) => region === "won")
    return post(`/deals/${id}/move`, { toStageId: won.id, note: "Signed" })
  }),
  "boards.replaceStages of a region": Effect.fnUntraced(function* (mine) {
    const [{ id, name }, ...others] = yield* stagesOf(mine)
    yield* deal(mine, { stageId: id })
    const anchor = others.find(({ region }) => region === "anchor")
    const stages = [
      { name: "Fresh", region: "early" },
      { id: anchor.id, name: anchor.name, region: "anchor" },
      { id, name, region: "late" }
    ]
    return { method: "PUT", path: `/v1/boards/${mine.board.id}/stages`, body: { stages } }
  }),
  "imports.deals of one that is there": Effect.fnUntraced(function* (mine) {
    yield* deal(mine, { externalId: "a" })
    return post("/imports/deals", { rows: [{ externalId: "a", status: "won", company: "Acme" }] })
  }),
  "imports.leads of one that is there": Effect.fnUntraced(function* (mine) {
    const { id } = yield* lead(mine)
    yield* ok(mine.patch(`/v1/leads/${id}`, { externalId: "a" }))
    return post("/imports/leads", { rows: [{ externalId: "a", firstName: "Ada" }] })
  }),
  "templates.use for a lead": Effect.fnUntraced(function* (mine) {
    const template = yield* created(mine.post("/v1/templates", { name: "Hi", subject: "S", body: "B" }))
    return post(`/templates/${template.id}/use`, { lead_id: (yield* lead(mine)).id })
  }),
  "undo.run of a move": Effect.fnUntraced(function* (mine) {
    const { id } = yield* deal(mine)
    const [, { id: toStageId }] = yield* stagesOf(mine)
    return yield* undoOf(mine.post(`/v1/deals/${id}/move`, { toStageId }))
  }),
  "undo.run of a lead's deletion": Effect.fnUntraced(function* (mine) {
    const { id } = yield* lead(mine)
    yield* ok(mine.patch(`/v1/leads/${id}`, { enrichment: { score: 7 } }))
    return yield* undoOf(mine.delete(`/v1/leads/${id}`))
  }),
  "undo.run of a promotion": Effect.fnUntraced(function* (mine) {
    const { id } = yield* lead(mine)
    return yield* undoOf(mine.post(`/v1/leads/${id}/promote`, {}))
  })
}

/** Each write of the registry by its example, and the ways beyond. */
const cases = [
  ...Plays.writes
    // No credential with rules may decide.
    .filter(({ id }) => !/^(?:rules|approvals)\./u.test(id))
    .map((operation) => [operation.id, (mine: Mine) => Plays.example(mine, operation)] as const),
  ...Object.entries(ways)
]

const names = RuleEvaluation.namesOf(Api.operations).filter((name) => name.includes("."))

/** Two operations that do the same; a rule for either holds both. */
const pairs = [
  ["boards.setGoals", "boards.editGoals"],
  ["templates.use", "templates.log"]
]

contract(
  "a rule",
  (it) => {
    for (const [name, request] of cases) {
      it.effect(`holds ${name} by all that it changes, and by nothing else`, () =>
        Effect.gen(function* () {
          const [free, mine] = [yield* workspace(), yield* workspace()]
          const first = yield* request(free)
          const before = yield* ObservedWrites.state(free.workspace.id)
          const done = yield* free.request(first.method, first.path, first.body)
          assert.include([200, 201], done.status, done.text)
          const changed = ObservedWrites.operations(before, yield* ObservedWrites.state(free.workspace.id))
          if (name in ways) assert.isNotEmpty(changed)

          const agent = yield* agentOf(mine, {}, "admin")
          const { body, method, path } = yield* request(mine)
          const state = yield* ObservedWrites.state(mine.workspace.id)
          const setDenied = (denied: ReadonlyArray<string>) =>
            ok(
              mine.put(`/v1/rules/${agent.key}`, {
                operations: Object.fromEntries(denied.map((one) => [one, "deny"]))
              })
            )
          for (const one of changed) {
            yield* setDenied([one])
            yield* refused(agent.request(method, path, body), 403, "denied_by_rule")
            const dry = { "dry-run": "true" }
            yield* refused(agent.request(method, path, body, dry), 403, "denied_by_rule")
          }
          assert.deepStrictEqual(
            ObservedWrites.operations(state, yield* ObservedWrites.state(mine.workspace.id)),
            []
          )

          const [own] = name.split(" ")
          // An undo is held by the rules for what it undoes, too.
          if (own === "undo.run") return
          const mayDo = [own!, ...changed].flatMap((one) => pairs.find((pair) => pair.includes(one)) ?? [one])
          yield* setDenied(names.filter((one) => !mayDo.includes(one)))
          const allowed = yield* agent.request(method, path, body)
          assert.include([200, 201], allowed.status, `${changed.join(", ")}: ${allowed.text}`)
        })
      )
    }

    it.effect("for a group leaves alone what is named itself, and only that", () =>
      Effect.gen(function* () {
        const mine = yield* workspace()
        const agent = yield* agentOf(mine, {
          operations: {
            leads: "deny",
            "leads.promote": "allow",
            deals: "deny",
            "deals.update": "allow",
            "deals.create": "allow"
          }
        })
        const { id } = yield* lead(mine)
        yield* refused(agent.patch(`/v1/leads/${id}`, { triageStatus: "junk" }), 403, "denied_by_rule")
        const { dealId } = yield* created(agent.post(`/v1/leads/${id}/promote`, {}))
        yield* ok(agent.patch(`/v1/deals/${dealId}`, { company: "Acme" }))
        const [, { id: stageId }] = yield* stagesOf(mine)
        const no = yield* refused(
          agent.patch(`/v1/deals/${dealId}`, { stageId }, { "idempotency-key": "a" }),
          403,
          "denied_by_rule"
        )
        assert.include(no.message, "deals.move")
        // A refusal by a rule isn't kept: the same request is done once the rule is gone.
        yield* ok(mine.put(`/v1/rules/${agent.key}`, {}))
        yield* ok(agent.patch(`/v1/deals/${dealId}`, { stageId }, { "idempotency-key": "a" }))
      })
    )

    it.effect(
      "that says to ask holds by what is changed, and one that denies it by then stops what is approved",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          const agent = yield* agentOf(mine, { operations: { "leads.update": "ask" } })
          const { id } = yield* lead(mine)
          const promote = agent.post(`/v1/leads/${id}/promote`, {}, { "dry-run": "true" })
          assert.match((yield* ok(promote)).dryRun.notRehearsed.join(), /approve the call first/u)
          const { approval } = yield* ok(agent.post(`/v1/leads/${id}/promote`, {}), 202)
          assert.include(approval.why, "leads.update")
          yield* ok(mine.put(`/v1/rules/${agent.key}`, { operations: { "leads.update": "deny" } }))
          const { approval: failed } = yield* ok(mine.post(`/v1/approvals/${approval.id}/approve`))
          assert.deepStrictEqual([failed.status, failed.answer.body.error.code], ["failed", "denied_by_rule"])
          assert.strictEqual((yield* ok(mine.get(`/v1/leads/${id}`))).triageStatus, "new")
        })
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
