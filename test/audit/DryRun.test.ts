import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { routed } from "../../src/Registry.ts"
import { type Api, contract, ok, refused, workspace } from "../support/server/Contract.ts"
import { makeReceiver } from "../support/fakes/Receiver.ts"
import * as Requests from "../support/server/Requests.ts"
import * as Tables from "../support/audit/Tables.ts"

const writes = routed.filter((operation) => operation.kind !== "read")

const dry = { "dry-run": "true" }

/** Answers are alike if they differ only in ids, times and secrets, and in how deliveries went meanwhile. */
const blurred = (body: unknown) =>
  JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, "<id>")
    .replaceAll(/req_[0-9a-f]{32}/gu, "<request>")
    .replaceAll(/stg_[0-9A-Za-z]{16}/gu, "<stage>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, "<time>")
    .replaceAll(/"(signingSecret|token)":"[^"]+"/gu, '"$1":"<secret>"')
    .replaceAll(/[\w-]{40,}/gu, "<sealed>")
    .replaceAll(/"attempts":\[.*?\]/gu, '"attempts":[]')

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
  "a dry run of every write of the registry",
  (it) => {
    it.effect(
      "answers as the call does, and leaves no trace; its plan is then carried out",
      () =>
        Effect.gen(function* () {
          const mine = yield* workspace()
          const receiver = yield* makeReceiver()
          const used: Array<{ request: ReturnType<typeof Requests.requestOf>; plan: string }> = []
          for (const operation of writes) {
            const ids = yield* Requests.fixtures(mine, routed)
            const url = { boardId: ids["board"], url: receiver.url, events: ["deal.created", "lead.created"] }
            yield* ok(mine.post("/v1/webhooks", url), 201)
            const example = Requests.requestOf(operation, ids)
            const request =
              operation.id === "boards.replaceStages"
                ? { ...example, body: yield* fewerStages(mine, ids["board"]!) }
                : example
            const before = yield* Tables.dump
            const tried = yield* Requests.send(mine, request, { ...dry, "idempotency-key": operation.id })
            assert.deepStrictEqual(yield* Tables.dump, before, operation.id)
            assert.strictEqual(tried.status, 200, tried.text)
            assert.strictEqual(tried.headers.get("dry-run"), "true")
            const { answer, notRehearsed, plan, replayed, status } = tried.body.dryRun
            assert.isFalse(replayed)
            assert.strictEqual(notRehearsed.length, operation.id === "webhooks.create" ? 1 : 0, operation.id)
            const real = yield* Requests.send(mine, request, { plan, "idempotency-key": operation.id })
            assert.deepStrictEqual([status, blurred(answer)], [real.status, blurred(real.body)], operation.id)
            assert.isAtMost(plan.length, 4_000)
            const again = yield* Requests.send(mine, request, { ...dry, "idempotency-key": operation.id })
            assert.isTrue(again.body.dryRun.replayed)
            assert.deepStrictEqual(again.body.dryRun.answer, real.body)
            used.push({ request, plan })
          }
          for (const { plan, request } of used) {
            const error = yield* refused(Requests.send(mine, request, { plan }), 409, "plan_stale")
            assert.match(error.message, /carried out already, by the request req_[0-9a-f]{32}/u)
          }
        }),
      120_000
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
