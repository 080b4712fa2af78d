import { assert } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import type { Answer } from "../support/server/TestService.ts"

const keyed = (key: string) => ({ "idempotency-key": key })

const furnished = Effect.gen(function* () {
  const api = yield* workspace()
  const create = (name: string, key: string) =>
    api.post("/v1/deals", { boardId: api.board.id, name }, keyed(key))
  const count = Effect.map(ok(api.get("/v1/deals?status=all&limit=100")), ({ data }) => data.length as number)
  return { ...api, create, count }
})

const isReplay = (first: Answer, again: Answer) => {
  assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
  assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
  assert.isNull(first.headers.get("idempotent-replayed"))
  assert.notStrictEqual(again.headers.get("service-request-id"), first.headers.get("service-request-id"))
}

contract("an idempotency key", (it) => {
  // First, so that nothing else has scanned the table yet.
  // Scans are counted where the shards are, and each shard is planned as a table of one server.
  const ofOne = it.effect.skipIf(TestDatabase.isCluster)
  ofOne("is kept by its primary key, even if there were no others when that was planned", () =>
    Effect.gen(function* () {
      const { create } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      const scans = Effect.map(
        sql<{ inserted: number; whole: number; oldest: number }>`SELECT t.n_tup_ins::int AS inserted,
            t.seq_scan::int AS whole, i.idx_scan::int AS oldest
          FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i ON i.relid = t.relid
          WHERE t.relname = 'idempotency_keys' AND i.indexrelname = 'idempotency_keys_oldest'`,
        ([row]) => row!
      )
      yield* sql`ANALYZE idempotency_keys`
      const { inserted, oldest, whole } = yield* scans
      for (let one = 0; one < 12; one++) yield* created(create("Planned", `planned-${one}`))
      const after = yield* scans.pipe(
        Effect.repeat({
          schedule: Schedule.spaced("200 millis"),
          until: (seen) => seen.inserted >= inserted + 12
        }),
        Effect.timeout("25 seconds")
      )
      assert.deepStrictEqual([after.whole, after.oldest], [whole, oldest])
    })
  )

  it.effect("makes one deal and one response body from 50 parallel requests", () =>
    Effect.gen(function* () {
      const { count, create } = yield* furnished
      const calls = Array.from({ length: 50 }, () => create("Once", "one"))
      const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map((one) => one.status))], [201])
      assert.strictEqual(new Set(answers.map((one) => one.text)).size, 1)
      const fresh = answers.filter((one) => one.headers.get("idempotent-replayed") === null)
      assert.strictEqual(fresh.length, 1)
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("replays every kind of write: same status, same bytes, marked as a replay", () =>
    Effect.gen(function* () {
      const api = yield* furnished
      const deal = yield* created(api.create("D", "create"))
      const path = `/v1/deals/${deal.id}`
      const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
      const writes: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
        ["POST", `${path}/move`, { toStageId: stages[1].id }],
        ["PATCH", path, { name: "Renamed" }],
        ["POST", `${path}/notes`, { contentText: "Hello" }],
        ["POST", "/v1/boards", { name: "Second" }],
        ["PUT", `/v1/boards/${api.board.id}/goals`, { proposals: 1, deals_won: 2, deal_value: null }],
        ["DELETE", path]
      ]
      for (const [index, [method, at, body]] of writes.entries()) {
        const send = () => api.request(method, at, body, keyed(`write ${index}`))
        const first = yield* send()
        assert.isBelow(first.status, 300, first.text)
        isReplay(first, yield* send())
      }
      yield* refused(api.get(path), 404, "deal_not_found")
    })
  )

  it.effect("compares requests by content, not by the order or spelling of fields", () =>
    Effect.gen(function* () {
      const { board, count, patch, post } = yield* furnished
      const same = [
        `{"boardId":"${board.id}","name":"D","labels":["a","b"],"amountCents":100}`,
        `{ "amountCents": 1e2, "labels": ["a", "b"],\n "name": "\\u0044", "boardId": "${board.id}" }`
      ]
      const [first, again] = yield* Effect.forEach(same, (body) => post("/v1/deals", body, keyed("k")))
      isReplay(first!, again!)
      const differing: ReadonlyArray<object> = [
        { boardId: board.id, name: "D", labels: ["b", "a"], amountCents: 100 },
        { boardId: board.id, name: "D", labels: ["a", "b"], amountCents: 101 },
        { boardId: board.id, name: "D", labels: ["a", "b"] },
        { boardId: board.id, name: "D", labels: ["a", "b"], amountCents: 100, company: null }
      ]
      for (const body of differing)
        yield* refused(post("/v1/deals", body, keyed("k")), 409, "idempotency_key_reused")
      const { id } = first!.body
      yield* refused(patch(`/v1/deals/${id}`, { name: "D" }, keyed("k")), 409, "idempotency_key_reused")
      const note = { contentText: "Hello" }
      yield* created(post(`/v1/deals/${id}/notes`, note, keyed("path")))
      const other = yield* created(post("/v1/deals", { boardId: board.id, name: "Other" }))
      yield* refused(post(`/v1/deals/${other.id}/notes`, note, keyed("path")), 409, "idempotency_key_reused")
      assert.strictEqual(yield* count, 2)
    })
  )

  it.effect("is separate for each credential", () =>
    Effect.gen(function* () {
      const owner = yield* furnished
      const someone = yield* member(owner.workspace.id, "member")
      const elsewhere = yield* furnished
      const body = { boardId: owner.board.id, name: "D" }
      const first = yield* created(owner.post("/v1/deals", body, keyed("shared")))
      const second = yield* created(someone.post("/v1/deals", body, keyed("shared")))
      assert.notStrictEqual(second.id, first.id)
      yield* created(elsewhere.create("Theirs", "shared"))
      assert.strictEqual(yield* owner.count, 2)
    })
  )

  it.effect("replays what the operation decided: a 403 of the plan, a 404, but not a 400", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace("free")
      const plan = () => post("/v1/boards", { name: "Second" }, keyed("plan"))
      isReplay(yield* plan(), yield* plan())
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "D" }))
      const stages = yield* ok(get(`/v1/boards/${board.id}/stages`))
      const lost = "0190a0b0-c0d0-7000-8000-00000000abcd"
      const move = () => post(`/v1/deals/${lost}/move`, { toStageId: stages[0].id }, keyed("lost"))
      const first = yield* move()
      assert.strictEqual(first.status, 404)
      isReplay(first, yield* move())
      const wrong = (toStageId: string) => post(`/v1/deals/${deal.id}/move`, { toStageId }, keyed("wrong"))
      yield* refused(wrong("none"), 400, "invalid_stage")
      yield* ok(wrong(stages[1].id))
    })
  )

  it.effect("replays the refusal of another person's note, with the id of the first request", () =>
    Effect.gen(function* () {
      const owner = yield* furnished
      const someone = yield* member(owner.workspace.id, "member")
      const deal = yield* created(owner.create("D", "d"))
      const note = yield* created(owner.post(`/v1/deals/${deal.id}/notes`, { contentText: "Mine" }))
      const edit = () => someone.patch(`/v1/notes/${note.id}`, { contentText: "Yours" }, keyed("edit"))
      const first = yield* edit()
      assert.strictEqual(first.body.error.code, "not_author")
      const again = yield* edit()
      isReplay(first, again)
      assert.strictEqual(again.body.error.request_id, first.headers.get("service-request-id"))
    })
  )

  it.effect("is not used up by a refusal before the operation", () =>
    Effect.gen(function* () {
      const api = yield* furnished
      const viewer = yield* member(api.workspace.id, "viewer")
      const key = keyed("spared")
      const body = { boardId: api.board.id, name: "D" }
      yield* refused(api.post("/v1/deals", {}, key), 400, "invalid_body")
      yield* refused(api.post("/v1/deals", "{", key), 400, "invalid_json")
      yield* refused(api.post("/v1/deals?x=1", body, key), 400, "invalid_query")
      yield* refused(
        api.post("/v1/deals", "x", { ...key, "content-type": "text/plain" }),
        415,
        "unsupported_media_type"
      )
      yield* refused(api.post("/v1/deals", " ".repeat(1_048_577), key), 413, "body_too_large")
      yield* refused(viewer.post("/v1/deals", body, key), 403, "insufficient_scope")
      const first = yield* api.post("/v1/deals", body, key)
      assert.strictEqual(first.status, 201)
      yield* refused(api.post("/v1/deals", {}, key), 400, "invalid_body")
      isReplay(first, yield* api.post("/v1/deals", body, key))
    })
  )

  it.effect("is 1 to 255 printable ASCII characters, and is ignored on reads", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* furnished
      const body = { boardId: board.id, name: "D" }
      for (const key of ["", " ", "é", "x".repeat(256), "a\tb"]) {
        yield* refused(post("/v1/deals", body, keyed(key)), 400, "invalid_idempotency_key")
      }
      for (const key of ["x", "x".repeat(255), "~ !\"#$%&'()*+,-./:;<=>?@[]^_`{|}"]) {
        const first = yield* post("/v1/deals", body, keyed(key))
        assert.strictEqual(first.status, 201)
        isReplay(first, yield* post("/v1/deals", body, keyed(key)))
      }
      assert.isNull((yield* get("/v1/deals", keyed("x"))).headers.get("idempotent-replayed"))
    })
  )

  it.effect("expires 24 hours after its request, and not before", () =>
    Effect.gen(function* () {
      const { count, create, workspace } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      const age = (millis: number) => {
        const at = new Date(Date.now() - millis).toISOString()
        return sql`UPDATE idempotency_keys SET created_at = ${at} WHERE workspace_id = ${workspace.id}`
      }
      const day = 86_400_000
      const first = yield* create("D", "old")
      yield* age(day - 60_000)
      isReplay(first, yield* create("D", "old"))
      yield* refused(create("Else", "old"), 409, "idempotency_key_reused")
      yield* age(day + 1)
      const second = yield* create("Else", "old")
      assert.strictEqual(second.status, 201)
      isReplay(second, yield* create("Else", "old"))
      yield* refused(create("D", "old"), 409, "idempotency_key_reused")
      assert.strictEqual(yield* count, 2)
    })
  )

  it.effect("stores replies encrypted in the database", () =>
    Effect.gen(function* () {
      const { create, workspace } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      yield* created(create("Top secret", "sealed"))
      const rows = yield* sql<{ reply: Uint8Array }>`SELECT reply FROM idempotency_keys
        WHERE workspace_id = ${workspace.id}`
      assert.strictEqual(rows.length, 1)
      assert.notInclude(Buffer.from(rows[0]!.reply).toString("latin1"), "secret")
    })
  )

  it.effect(
    "waits 5 s for a running request, then answers 409 with Retry-After; runs if the first request failed",
    () =>
      Effect.gen(function* () {
        const { apiKey, count, create, workspace } = yield* furnished
        const sql = yield* SqlClient.SqlClient
        const claim = sql`INSERT INTO idempotency_keys (workspace_id, credential, key, fingerprint, created_at)
        VALUES (${workspace.id}, ${apiKey.id}, ${"busy"}, ${new Uint8Array(32)}, ${new Date().toISOString()})`
        const running = Effect.gen(function* () {
          yield* claim
          const [waited, answer] = yield* Effect.timed(create("D", "busy"))
          assert.deepStrictEqual([answer.status, answer.body.error.code], [409, "idempotency_in_progress"])
          assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d?$/u)
          assert.isAtLeast(Duration.toMillis(waited), 4500)
          return yield* Effect.fail("the other request crashes")
        })
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(running)), "the other request crashes")
        const first = yield* create("D", "busy")
        assert.strictEqual(first.status, 201)
        isReplay(first, yield* create("D", "busy"))
        assert.strictEqual(yield* count, 1)
      })
  )

  it.effect("holds no connection for a waiting duplicate: other requests continue", () =>
    Effect.gen(function* () {
      const { apiKey, create, get, workspace } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      const claim = sql`INSERT INTO idempotency_keys (workspace_id, credential, key, fingerprint, created_at)
        VALUES (${workspace.id}, ${apiKey.id}, ${"crowd"}, ${new Uint8Array(32)}, ${new Date().toISOString()})`
      const running = Effect.gen(function* () {
        yield* claim
        let settled = 0
        const duplicate = Effect.tap(create("D", "crowd"), () => Effect.sync(() => settled++))
        const duplicates = yield* Effect.all(Array.from({ length: 30 }, () => Effect.forkChild(duplicate)))
        for (let n = 0; n < 20; n++) assert.strictEqual((yield* get("/v1/boards")).status, 200)
        assert.strictEqual(settled, 0)
        const answers = yield* Effect.forEach(duplicates, Fiber.join)
        assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([409]))
        return yield* Effect.fail("the other request crashes")
      })
      assert.strictEqual(yield* Effect.flip(sql.withTransaction(running)), "the other request crashes")
      assert.strictEqual((yield* create("D", "crowd")).status, 201)
    })
  )
})
