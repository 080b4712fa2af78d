import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { RateLimiter } from "../../layers/rateLimits/RateLimiter.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import {
  anonymous,
  api,
  contractOnTestClock,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"
import * as Redis from "../support/fakes/Redis.ts"
import { type Answer, TestService } from "../support/server/TestService.ts"

const perKey = 5
const perWorkspace = 8
const perAddress = 6

/** `"key";r=4;t=60` by name. */
const limitsOf = (header: string | null) =>
  Object.fromEntries(
    (header ?? "").split(", ").map((part) => {
      const [name = "", ...pairs] = part.split(";")
      return [name.replaceAll('"', ""), Object.fromEntries(pairs.map((pair) => pair.split("=")))]
    })
  )

const remaining = ({ headers }: Answer) => {
  const { key, workspace } = limitsOf(headers.get("ratelimit"))
  return [Number(key.r), Number(workspace.r)]
}

const refusedFor = (answer: Answer, code: string, seconds: number) => {
  assert.deepStrictEqual([answer.status, answer.body.error.code], [429, code])
  assert.strictEqual(answer.body.error.type, "rate_limit_error")
  assert.strictEqual(answer.headers.get("retry-after"), String(seconds))
}

const settings = {
  RATE_LIMIT_PER_KEY: String(perKey),
  RATE_LIMIT_PER_WORKSPACE: String(perWorkspace),
  RATE_LIMIT_PER_ADDRESS: String(perAddress)
}

const define: Parameters<typeof contractOnTestClock>[1] = (it) => {
  it.effect("are sent on every authenticated answer, including refusals", () =>
    Effect.gen(function* () {
      const { get, post, workspace: own } = yield* workspace()
      const viewer = yield* member(own.id, "viewer")
      const first = yield* get("/v1/me")
      assert.deepStrictEqual(limitsOf(first.headers.get("ratelimit-policy")), {
        key: { q: String(perKey), w: "60" },
        workspace: { q: String(perWorkspace), w: "60" }
      })
      assert.deepStrictEqual(remaining(first), [4, 7])
      assert.deepStrictEqual(remaining(yield* get("/v1/deals/none")), [3, 6])
      assert.deepStrictEqual(remaining(yield* post("/v1/deals", "{")), [2, 5])
      assert.deepStrictEqual(remaining(yield* viewer.post("/v1/deals", {})), [4, 4])
      assert.isNull((yield* (yield* anonymous).get("/v1/me")).headers.get("ratelimit"))
      assert.isNull((yield* get("/healthz")).headers.get("ratelimit"))
    })
  )

  it.effect("refuse the request after the last, before its scope, its body and its idempotency key", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      const body = { boardId: board.id, name: "D" }
      const key = { "idempotency-key": "k" }
      yield* created(post("/v1/deals", body, key))
      for (let time = 1; time < perKey; time++) yield* ok(get("/v1/me"))
      refusedFor(yield* get("/v1/me"), "rate_limited_key", 60)
      refusedFor(yield* post("/v1/deals", body, key), "rate_limited_key", 60)
      refusedFor(yield* post("/v1/deals?x=1", "{"), "rate_limited_key", 60)
      yield* refused(get("/v1/nothing"), 404, "route_not_found")
      yield* TestClock.adjust("59 seconds")
      refusedFor(yield* get("/v1/me"), "rate_limited_key", 1)
      yield* TestClock.adjust("1 second")
      const again = yield* post("/v1/deals", body, key)
      assert.deepStrictEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"])
      assert.deepStrictEqual(remaining(again), [4, 7])
    })
  )

  it.effect("count all keys of a workspace together, and each workspace and key separately", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      const elsewhere = yield* workspace()
      const made = yield* Effect.flatMap(ApiKeys, (keys) => keys.create(owner.user.id, "Second")).pipe(
        Effect.provideService(Tenant, { workspaceId: owner.workspace.id })
      )
      const second = api((yield* TestService).as(made.token))
      for (let time = 0; time < perKey; time++) yield* ok(owner.get("/v1/me"))
      refusedFor(yield* owner.get("/v1/me"), "rate_limited_key", 60)
      for (let time = 0; time < perWorkspace - perKey; time++) {
        assert.deepStrictEqual(remaining(yield* second.get("/v1/me")), [4 - time, 2 - time])
      }
      const full = yield* second.get("/v1/me")
      refusedFor(full, "rate_limited_workspace", 60)
      assert.deepStrictEqual(remaining(full), [2, 0])
      yield* ok(elsewhere.get("/v1/me"))
    })
  )

  it.effect("hold 20 parallel requests to the remaining limit", () =>
    Effect.gen(function* () {
      const { get } = yield* workspace()
      const calls = Array.from({ length: 20 }, () => get("/v1/deals"))
      const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter((one) => one.status === 200).length, perKey)
      assert.strictEqual(answers.filter((one) => one.status === 429).length, 20 - perKey)
    })
  )

  it.effect("limit failed authentications by address, and never successful ones", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      const nobody = yield* anonymous
      const owner = yield* workspace()
      const wrong = { authorization: `Bearer svc_live_${"0".repeat(43)}` }
      for (let time = 0; time < perAddress; time++) {
        yield* refused(
          nobody.get("/v1/me", time % 2 ? wrong : {}),
          401,
          time % 2 ? "invalid_credential" : "missing_credential"
        )
      }
      refusedFor(yield* nobody.get("/v1/me", wrong), "rate_limited_address", 60)
      yield* ok(owner.get("/v1/me"))
      yield* TestClock.adjust("1 minute")
      yield* refused(nobody.get("/v1/me", wrong), 401, "invalid_credential")
    })
  )
}

contractOnTestClock("rate limits", define, settings)

const inRedis = Layer.unwrap(
  Effect.map(Redis.site, ({ prefix, url }) =>
    RateLimiter.layerRedis({ url, prefix, processes: 1, patience: 5_000, now: Clock.currentTimeMillis })
  )
).pipe(Layer.provide(Ids.layer))

describe.skipIf(!Redis.isThere)("with Redis", () => {
  contractOnTestClock("rate limits", define, settings, { overrides: inRedis })
})
