import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { makeReceiver } from "../support/fakes/Receiver.ts"
import { bearer, inModern } from "../support/mcp/McpMessages.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { fork } from "../support/samples/Rehearsals.ts"
import { run as admin } from "../support/server/Admin.ts"
import { anonymous, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

const polled = { schedule: Schedule.spaced("50 millis"), times: 200 }

contract(
  "a suspended workspace",
  (it) => {
    it.effect("refuses every credential and says why, and takes nothing from strangers", () =>
      Effect.gen(function* () {
        const made = yield* workspace()
        const other = yield* workspace()
        const copy = yield* fork(made.workspace.id)
        const at = { workspace: made.workspace.id }
        const form = yield* admin("form token", { board: made.board.id })
        const mail = yield* admin("inbound address", { board: made.board.id })
        const { token: embed } = yield* ok(made.post("/v1/embed-token"))
        yield* ok(made.get("/v1/me"))
        const reason = "unpaid since March"
        const done = yield* admin("workspace suspend", { ...at, reason })
        assert.deepStrictEqual(done, {
          workspace: { id: made.workspace.id, state: "suspended", reason },
          changed: true
        })
        const error = yield* refused(made.get("/v1/me"), 403, "workspace_suspended")
        assert.match(error.message, /suspended \(unpaid since March\).*resume it/su)
        yield* refused(made.post("/v1/deals", {}), 403, "workspace_suspended")
        yield* refused(made.get("/v1/audit/export"), 403, "workspace_suspended")
        yield* refused(copy.get("/v1/me"), 403, "workspace_suspended")
        const { url: base } = yield* TestService
        const { body, headers } = inModern("tools/list")
        const mcp = yield* Effect.promise(() =>
          fetch(`${base}/mcp`, {
            method: "POST",
            headers: { ...bearer(made.apiKey.token), ...headers },
            body: JSON.stringify(body)
          })
        )
        assert.strictEqual(mcp.status, 403)
        const nobody = yield* anonymous
        const put = yield* refused(
          nobody.post(`/f/${form.token}`, { firstName: "Bo", message: "Hello" }),
          503,
          "unavailable"
        )
        assert.match(put.message, /Send it again later/u)
        const late = yield* Effect.promise(() =>
          fetch(`${base}/intake/email/${mail.token}`, {
            method: "POST",
            headers: { "content-type": "message/rfc822" },
            body: "From: a@b.example\r\nSubject: Hello\r\n\r\nHello"
          })
        )
        assert.deepStrictEqual([late.status, late.headers.get("retry-after")], [503, "60"])
        const panel = yield* Effect.promise(() =>
          fetch(`${base}/api/embed/start?token=${embed}`, { redirect: "manual" })
        )
        assert.notStrictEqual(panel.status, 200)
        yield* ok(other.get("/v1/me"))
        const listed = (yield* admin("workspace list")).data.find(({ id }: any) => id === made.workspace.id)
        assert.deepInclude(listed, { state: "suspended", reason, members: 1, rehearsals: 1 })
        assert.strictEqual((yield* admin("workspace suspend", at)).changed, false)
        const copied = Effect.flip(admin("workspace suspend", { workspace: copy.workspace.id }))
        assert.strictEqual((yield* copied).code, "is_rehearsal")
        yield* admin("workspace resume", at)
        yield* ok(made.get("/v1/me"))
        yield* ok(copy.get("/v1/me"))
        yield* ok(nobody.post(`/f/${form.token}`, { firstName: "Bo", message: "Hello" }))
        const told = (yield* ok(made.get("/v1/audit"))).data.map(({ operation }: any) => operation)
        assert.includeMembers(told, ["admin.workspace.suspend", "admin.workspace.resume"])
      })
    )

    it.effect("keeps its webhooks waiting, and sends them when it is resumed", () =>
      Effect.gen(function* () {
        let answerFirst = () => {}
        const receiver = yield* makeReceiver((_, response, count) => {
          if (count === 0) answerFirst = () => void response.writeHead(503).end()
          else response.writeHead(204).end()
        })
        const made = yield* workspace()
        const wanted = { boardId: made.board.id, url: receiver.url, events: ["deal.created"] }
        const hook = yield* created(made.post("/v1/webhooks", wanted))
        yield* created(made.post("/v1/deals", { boardId: made.board.id, name: "A" }))
        yield* Effect.repeat(
          Effect.sync(() => receiver.received.length),
          { until: (n) => n === 1, ...polled }
        )
        yield* admin("workspace suspend", { workspace: made.workspace.id })
        answerFirst()
        // The retry is due within milliseconds; another workspace's delivery shows that the courier looked.
        const other = yield* workspace()
        const live = yield* makeReceiver()
        const theirs = { boardId: other.board.id, url: live.url, events: ["deal.created"] }
        yield* created(other.post("/v1/webhooks", theirs))
        for (const name of ["B", "C", "D"]) {
          yield* created(other.post("/v1/deals", { boardId: other.board.id, name }))
        }
        yield* Effect.repeat(
          Effect.sync(() => live.received.length),
          { until: (n) => n === 3, ...polled }
        )
        assert.strictEqual(receiver.received.length, 1)
        yield* admin("workspace resume", { workspace: made.workspace.id })
        yield* Effect.repeat(ok(made.get(`/v1/webhooks/${hook.id}/deliveries`)), {
          until: ({ data }: any) => data[0].status === "delivered",
          ...polled
        })
        assert.strictEqual(receiver.received.length, 2)
      })
    )

    it.effect("shows its people a page that says so", () =>
      Effect.gen(function* () {
        const { browser, workspace } = yield* SignedIn.make()
        yield* admin("workspace suspend", { workspace: workspace.id, reason: "moving house" })
        const page = yield* Effect.promise(() => browser.open("/boards"))
        assert.strictEqual(page.status, 403)
        assert.match(page.text, /is suspended<\/h1>\s*<p>moving house<\/p>/u)
        yield* admin("workspace resume", { workspace: workspace.id })
        assert.strictEqual((yield* Effect.promise(() => browser.open("/boards"))).status, 200)
        const members = (yield* admin("member list", { workspace: workspace.id })).data
        assert.deepStrictEqual(Object.keys(members[0]), ["id", "email", "name", "role", "joinedAt"])
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SCALE: "0.00001" }
)
