import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { AuditEntry } from "../../schema/Audit.ts"
import {
  anonymous,
  type Api,
  contract,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"

const list = (api: Api, query = "") =>
  Effect.map(ok(api.get(`/v1/audit?limit=100${query}`)), ({ data }) => data as ReadonlyArray<AuditEntry>)

/** Refusals are written shortly after their answer. */
const eventually = (api: Api, query: string, many: number) =>
  Effect.retry(
    Effect.filterOrFail(
      list(api, query),
      (entries) => entries.length >= many,
      () => "too few" as const
    ),
    { schedule: Schedule.spaced("50 millis"), times: 200 }
  )

const board = (api: Api) => Effect.map(ok(api.get("/v1/boards")), ({ data }) => data[0].id as string)

contract("the audit log", (it) => {
  it.effect("tells who changed what, from which agent, newest first", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const boardId = yield* board(mine)
      const agent = { agent: "Scout/1.2" }
      const deal = yield* created(mine.post("/v1/deals", { boardId, name: "Acme", amountCents: 100 }, agent))
      yield* ok(mine.patch(`/v1/deals/${deal.id}`, { amountCents: 250, name: "Acme" }))
      const [edit, creation, ...rest] = yield* list(mine, `&target=${deal.id}`)
      assert.deepStrictEqual(rest, [])
      assert.strictEqual(creation!.actor.agent, "Scout/1.2")
      assert.include(creation!, { operation: "deals.create", outcome: "ok", status: 201, target: deal.id })
      const changed = edit!.changes.find(({ resource }) => resource === "deal")!
      assert.deepStrictEqual(changed.before, { amountCents: 100, updatedAt: deal.updatedAt })
      assert.strictEqual(changed.after!["amountCents"], 250)
      assert.notProperty(edit!.actor, "agent")
      assert.include(edit!.actor, { type: "api_key", name: "First key", userId: mine.user.id })
    })
  )

  it.effect("names the agent in the feed of a deal, and beside a note", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const deal = yield* created(
        mine.post("/v1/deals", { boardId: yield* board(mine), name: "Acme" }, { agent: "Scout" })
      )
      yield* created(mine.post(`/v1/deals/${deal.id}/notes`, { contentText: "Hi" }, { agent: "Scout" }))
      yield* created(mine.post(`/v1/deals/${deal.id}/notes`, { contentText: "Hi" }))
      const { data } = yield* ok(mine.get(`/v1/deals/${deal.id}/activity`))
      assert.deepStrictEqual(
        data.map((note: any) => note.actor.agent),
        [undefined, "Scout", "Scout"]
      )
      const events = yield* ok(mine.get("/v1/events"))
      assert.deepStrictEqual(
        events.data.map((event: any) => event.actor.agent),
        ["Scout", "Scout", undefined]
      )
    })
  )

  it.effect("tells of what was refused, once, and counts the same again", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const nobodys = "0190a0b0-c0d0-7000-8000-00000000abcd"
      for (let time = 0; time < 5; time++) {
        yield* refused(mine.patch(`/v1/deals/${nobodys}`, { name: "x" }), 404, "deal_not_found")
      }
      yield* refused(mine.patch(`/v1/deals/${nobodys}`, { nam: "x" }), 400, "unknown_field")
      const viewer = yield* member(mine.workspace.id, "viewer")
      yield* refused(viewer.post("/v1/deals", { secret: "s3cret" }), 403, "insufficient_scope")
      const entries = yield* eventually(mine, "&outcome=failed", 3)
      assert.deepStrictEqual(
        entries.map(({ operation, outcome, status, target }) => [operation, outcome, status, target]).sort(),
        [
          ["deals.create", "insufficient_scope", 403, null],
          ["deals.update", "deal_not_found", 404, nobodys],
          ["deals.update", "unknown_field", 400, nobodys]
        ]
      )
      for (const { changes, requestId } of entries) {
        assert.deepStrictEqual(changes, [])
        assert.match(requestId!, /^req_/u)
      }
      assert.notInclude(JSON.stringify(entries), "s3cret")
      assert.isAtMost(entries.find(({ outcome }) => outcome === "deal_not_found")!.times, 5)
    })
  )

  it.effect("finds by each filter, and goes through pages", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const boardId = yield* board(mine)
      const names = ["a", "b", "c", "d", "e"]
      const answers = yield* Effect.forEach(names, (name) => mine.post("/v1/deals", { boardId, name }))
      const [first] = answers
      const request = first!.headers.get("service-request-id")!
      const operations = (query: string) =>
        Effect.map(list(mine, query), (entries) => entries.map(({ operation }) => operation))
      assert.deepStrictEqual(yield* operations(`&requestId=${request}`), ["deals.create"])
      assert.strictEqual((yield* operations("&operation=deals")).length, 5)
      assert.strictEqual((yield* operations("&operation=deals.create&surface=rest")).length, 5)
      assert.strictEqual((yield* operations("&operation=deal")).length, 0)
      assert.strictEqual((yield* operations("&surface=mcp")).length, 0)
      assert.strictEqual((yield* operations(`&actor=${mine.user.id}`)).length, 5)
      assert.strictEqual((yield* operations(`&actor=${mine.apiKey.id}&outcome=ok`)).length, 5)
      assert.deepStrictEqual(yield* operations("&surface=admin"), ["admin.workspace.create"])
      assert.strictEqual((yield* operations("&until=2020-01-01")).length, 0)
      assert.strictEqual((yield* operations("&since=2020-01-01&operation=deals")).length, 5)
      const seen: Array<string> = []
      let cursor: string | null = null
      do {
        const page: any = yield* ok(
          mine.get(`/v1/audit?limit=2&operation=deals${cursor === null ? "" : `&cursor=${cursor}`}`)
        )
        seen.push(...page.data.map((entry: AuditEntry) => entry.target))
        cursor = page.nextCursor
      } while (cursor !== null)
      assert.deepStrictEqual(seen, answers.map(({ body }) => body.id).reverse())
    })
  )

  it.effect("is sent whole, an entry a line, with the same filters", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const boardId = yield* board(mine)
      for (let deal = 0; deal < 120; deal++) yield* created(mine.post("/v1/deals", { boardId, name: "a" }))
      const get = (query: string) => mine.get(`/v1/audit/export${query}`)
      const answer = yield* get("?operation=deals")
      assert.strictEqual(answer.headers.get("content-type"), "application/x-ndjson")
      const lines = answer.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.strictEqual(new Set(lines.map(({ id }) => id)).size, 120)
      assert.deepStrictEqual(lines.slice(0, 100), [...(yield* list(mine, "&operation=deals"))])
      assert.strictEqual((yield* get("?operation=nothing")).text, "")
      assert.include((yield* (yield* anonymous).get("/docs/audit")).text, "/v1/audit/export")
      yield* refused(get("?zzyzx=1"), 400, "invalid_query")
      const viewer = yield* member(mine.workspace.id, "viewer")
      yield* refused(viewer.get("/v1/audit/export"), 403, "admin_required")
    })
  )

  it.effect("is for admins of the workspace alone", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* workspace(), yield* workspace()]
      const deal = yield* created(mine.post("/v1/deals", { boardId: yield* board(mine), name: "Acme" }))
      assert.deepStrictEqual(yield* list(theirs, `&target=${deal.id}`), [])
      for (const entry of yield* list(theirs)) assert.strictEqual(entry.operation, "admin.workspace.create")
      for (const role of ["member", "viewer"] as const) {
        const someone = yield* member(mine.workspace.id, role)
        yield* refused(someone.get("/v1/audit"), 403, "admin_required")
      }
      const [entry] = yield* eventually(mine, "&operation=audit.list", 1)
      assert.include(entry!, { outcome: "admin_required", status: 403 })
    })
  )
})
