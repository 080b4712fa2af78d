import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { makeReceiver } from "../support/fakes/Receiver.ts"
import { gallery } from "../support/samples/LeadSamples.ts"
import { fork, site } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract, created, ok, refused } from "../support/server/Contract.ts"

const stageIn = (board: any, region: string) => board.find((stage: any) => stage.region === region).id

contract(
  "a rehearsal that reaches nobody",
  (it) => {
    it.effect("captures webhooks, however they are set off, and connects to nobody", () =>
      Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        const { board, deal, lead, source } = yield* site
        const wanted = { boardId: board.id, events: ["deal.won", "deal.stage_changed", "deal.created"] }
        const hook = yield* created(source.post("/v1/webhooks", { ...wanted, url: receiver.url }))
        const copy = yield* fork(source.workspace.id)
        const stages = yield* ok(copy.get(`/v1/boards/${board.id}/stages`))
        yield* ok(copy.post(`/v1/deals/${deal.id}/move`, { toStageId: stageIn(stages, "won") }))
        const path = `/v1/webhooks/${hook.id}`
        const log = (yield* ok(copy.get(`${path}/deliveries`))).data
        assert.deepStrictEqual(log.map(({ event, status }: any) => [event, status]).sort(), [
          ["deal.stage_changed", "captured"],
          ["deal.won", "captured"]
        ])
        const one = yield* ok(copy.get(`${path}/deliveries/${log[0].id}`))
        assert.strictEqual(JSON.parse(one.body).deal_id, deal.id)
        assert.deepStrictEqual([one.attempts, one.nextAttemptAt, one.deliveredAt], [[], null, null])
        const again = yield* ok(copy.post(`${path}/deliveries/${log[0].id}/redeliver`))
        assert.strictEqual(again.status, "captured")
        assert.strictEqual((yield* created(copy.post(`${path}/test`))).status, "captured")
        const rotated = yield* ok(copy.post(`${path}/rotate-secret`))
        assert.notStrictEqual(rotated.signingSecret, hook.signingSecret)
        const mine = yield* created(copy.post("/v1/webhooks", { ...wanted, url: receiver.url }))
        yield* created(copy.post("/v1/deals", { boardId: board.id, name: "B" }))
        const caught = (yield* ok(copy.get(`/v1/webhooks/${mine.id}/deliveries`))).data
        assert.deepStrictEqual(
          caught.map(({ status }: any) => status),
          ["captured"]
        )
        // The workspace's own are sent, and by then the others would have been.
        const live = yield* created(source.post(`${path}/test`))
        yield* Effect.repeat(ok(source.get(`${path}/deliveries/${live.id}`)), {
          until: ({ status }: any) => status === "delivered",
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        // A row that should not be there is not sent either.
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE deliveries SET status = 'pending' WHERE workspace_id = ${copy.workspace.id}`
        const later = yield* created(source.post(`${path}/test`))
        yield* Effect.repeat(ok(source.get(`${path}/deliveries/${later.id}`)), {
          until: ({ status }: any) => status === "delivered",
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        assert.deepStrictEqual(
          receiver.received.map(({ headers }) => headers["webhook-id"]),
          [live.id, later.id]
        )
        // Images are not fetched.
        const pictures = yield* makeReceiver()
        const screenshot = `${pictures.url}/a.png`
        const patched = yield* ok(copy.patch(`/v1/leads/${lead.id}`, { enrichment: { screenshot } }))
        assert.strictEqual(patched.enrichment.screenshotSource, screenshot)
        assert.match(patched.enrichment.screenshot, /\/files\/[\w-]{43}$/u)
        const image = yield* copy.get(new URL(patched.enrichment.screenshot).pathname)
        assert.deepStrictEqual([image.status, image.headers.get("content-type")], [200, "image/png"])
        assert.strictEqual(pictures.received.length, 0)
        yield* refused(
          copy.patch(`/v1/leads/${lead.id}`, { enrichment: { screenshot: "ftp://a.example/b.png" } }),
          400,
          "invalid_url"
        )
      })
    )

    it.effect("shows the images of its workspace, and goes without hurting them", () =>
      Effect.gen(function* () {
        const { url } = yield* gallery
        const { lead, source } = yield* site
        const path = `/v1/leads/${lead.id}`
        const { enrichment } = yield* ok(source.patch(path, { enrichment: { screenshot: `${url}/a.png` } }))
        const copy = yield* fork(source.workspace.id)
        assert.strictEqual((yield* ok(copy.get(path))).enrichment.screenshot, enrichment.screenshot)
        const attachments = [{ url: enrichment.screenshot }]
        const kept = yield* ok(copy.patch(path, { enrichment: { attachments } }))
        assert.strictEqual(kept.enrichment.attachments[0].url, enrichment.screenshot)
        yield* admin("workspace discard", { workspace: copy.workspace.id })
        assert.strictEqual((yield* source.get(new URL(enrichment.screenshot).pathname)).status, 200)
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
