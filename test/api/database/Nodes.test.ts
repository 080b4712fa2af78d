import { assert, describe } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { Effect, Fiber, Layer } from "effect"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { RateLimiter } from "../../../layers/rateLimits/RateLimiter.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import * as Redis from "../../support/fakes/Redis.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as McpCaller from "../../support/mcp/McpCaller.ts"
import { counts, press, upload } from "../../support/pages/Importing.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { contract, created, ok, workspace } from "../../support/server/Contract.ts"

const nodes = 4

/** One of it at each node. */
const atEach = <A>(make: () => A): ReadonlyArray<A> => Array.from({ length: nodes }, make)

contract(
  "four nodes on one database, each request to the next of them",
  (it) => {
    it.effect("answer a retry with its key as another node answered the first try", () =>
      Effect.gen(function* () {
        const { board, post } = yield* workspace()
        const tries = yield* Effect.all(
          atEach(() => post("/v1/deals", { boardId: board.id, name: "Once" }, { "idempotency-key": "once" }))
        )
        assert.deepStrictEqual([...new Set(tries.map(({ text }) => text))], [tries[0]!.text])
        assert.deepStrictEqual(
          tries.map(({ headers }) => headers.get("idempotent-replayed")),
          [null, "true", "true", "true"]
        )
      })
    )

    it.effect("go on with each other's cursors, and see each other's writes at once", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const names = Array.from({ length: 7 }, (_, index) => `Deal ${index}`)
        for (const name of names) {
          const { id } = yield* created(post("/v1/deals", { boardId: board.id, name }))
          assert.strictEqual((yield* ok(get(`/v1/deals/${id}`))).name, name)
        }
        const listed: Array<string> = []
        for (let cursor = "", hasMore = true; hasMore;) {
          const page = yield* ok(get(`/v1/deals?limit=2${cursor}`))
          listed.push(...page.data.map(({ name }: { name: string }) => name))
          cursor = `&cursor=${page.nextCursor}`
          hasMore = page.hasMore
        }
        assert.sameMembers(listed, names)
      })
    )

    it.effect("wake a caller who waits for changes at one node by a write at another", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const { nextCursor } = yield* ok(get("/v1/events"))
        const waiting = yield* Effect.forkChild(ok(get(`/v1/events?wait=20&cursor=${nextCursor}`)))
        yield* created(post("/v1/deals", { boardId: board.id, name: "News" }))
        const { data } = yield* Fiber.join(waiting)
        assert.deepStrictEqual(
          data.map(({ type }: { type: string }) => type),
          ["deal.created"]
        )
      })
    )

    it.effect("refuse a revoked key within a second, all of them", () =>
      Effect.gen(function* () {
        const { apiKey, send, workspace: made } = yield* workspace()
        const asked = () => Promise.all(atEach(() => send("GET", "/v1/me")))
        const statuses = (yield* Effect.promise(asked)).map(({ status }) => status)
        assert.deepStrictEqual(statuses, [200, 200, 200, 200])
        yield* Effect.flatMap(ApiKeys, (keys) => keys.revoke(apiKey.id)).pipe(
          Effect.provideService(Tenant, { workspaceId: made.id })
        )
        const isKnown = async () => ((await asked()).every(({ status }) => status === 401) ? true : undefined)
        assert.isTrue(yield* eventually(isKnown, 1))
      })
    )

    it.effect("serve an agent's calls one after the other", () =>
      Effect.gen(function* () {
        const { call } = yield* McpCaller.open
        const made = yield* call("create_deal", { name: "Fleet" })
        yield* call("update_deal", { id: made.id, amountCents: 700 })
        yield* call("add_note", { dealId: made.id, contentText: "Called." })
        assert.strictEqual((yield* call("get_deal", { id: made.id })).amountCents, 700)
      })
    )

    it.effect("keep a person signed in, take their forms, and let an app in", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          const pages = await Promise.all(atEach(() => owner.browser.open("/account")))
          assert.deepStrictEqual([...new Set(pages.map(({ status }) => status))], [200])
          const app = await OAuthApp.make(owner.base)
          const tokens = await app.connect(owner.browser)
          const calls = await Promise.all(atEach(() => owner.as(tokens.access_token)("GET", "/v1/me")))
          assert.deepStrictEqual([...new Set(calls.map(({ status }) => status))], [200])
          const { status } = await app.refresh(tokens.refresh_token)
          assert.strictEqual(status, 200)
        })
      })
    )

    it.effect("import a file whose upload, columns and batches each reach another node", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const rows = Array.from({ length: 1_200 }, (_, index) => `${index},Deal ${index}`)
        yield* Effect.promise(async () => {
          const chosen = await upload(owner, ["Record ID,Deal Name", ...rows].join("\n"))
          const tried = await press(owner.browser, chosen, "columns")
          const done = await press(owner.browser, tried, "run")
          assert.deepStrictEqual(counts(done), [1_200, 0, 0, 0])
        })
      })
    )
  },
  {},
  { nodes }
)

/** The same for each node; its keys end with the minute. On a busy machine slow answers must not count as an outage. */
const inRedis = RateLimiter.layerRedis({
  url: Redis.address,
  prefix: `test:${randomUUID()}:`,
  processes: nodes,
  patience: 5_000
}).pipe(Layer.provide(Ids.layer))

describe.skipIf(!Redis.isThere)("with Redis", () => {
  contract(
    "four nodes",
    (it) => {
      it.effect("let exactly 60 of 280 requests of a key pass in a minute", () =>
        Effect.gen(function* () {
          const { send } = yield* workspace()
          const statuses: Array<number> = []
          const ask = async () => {
            while (statuses.length < 280) {
              const place = statuses.push(0) - 1
              statuses[place] = (await send("GET", "/v1/me")).status
            }
          }
          yield* Effect.promise(() => Promise.all(Array.from({ length: 16 }, ask)))
          assert.deepStrictEqual(
            [200, 429].map((status) => statuses.filter((one) => one === status).length),
            [60, 220]
          )
        })
      )
    },
    { RATE_LIMIT_PER_KEY: "60" },
    { nodes, overrides: inRedis }
  )
})
