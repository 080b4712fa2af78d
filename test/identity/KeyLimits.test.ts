import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EmbedGrants } from "../../layers/identity/EmbedGrants.ts"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { PlanLimits } from "../../layers/identity/PlanLimits.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import {
  type Api,
  as,
  contract,
  contractOnTestClock,
  created,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"
import { bearer, inModern, send } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

/** A key of the owner with limits, and requests with it. */
const limited = Effect.fnUntraced(function* (
  owner: Effect.Success<ReturnType<typeof workspace>>,
  limits: { readonly expiresAt?: string; readonly allowedAddresses?: ReadonlyArray<string> }
) {
  const key = yield* (yield* ApiKeys)
    .create(owner.user.id as never, "Limited", { expiresAt: null, allowedAddresses: [], ...limits })
    .pipe(Effect.provideService(Tenant, { workspaceId: owner.workspace.id as never }))
  return { ...key, ...(yield* as(key.token)) }
})

const iso = (millis: number) => new Date(millis).toISOString()

const from = (address: string, agent = "curl/8.5") => ({ "x-forwarded-for": address, "user-agent": agent })

const gone = (caller: Api, headers: Record<string, string> = {}) =>
  refused(caller.get("/v1/me", headers), 401, "invalid_credential")

const listed = Effect.fnUntraced(function* (workspaceId: string, id: string) {
  const keys = yield* Effect.provideService((yield* ApiKeys).listLive, Tenant, {
    workspaceId: workspaceId as never
  })
  return keys.find((key) => key.id === id)!
})

contractOnTestClock("a key with an end", (it) => {
  it.effect("stops at that moment, though it was read just before", () =>
    Effect.gen(function* () {
      const owner = yield* workspace()
      const key = yield* limited(owner, { expiresAt: iso(300) })
      yield* ok(key.get("/v1/me"))
      yield* TestClock.adjust("299 millis")
      yield* ok(key.get("/v1/me"))
      yield* TestClock.adjust("1 millis")
      const error = yield* gone(key)
      const nobody = yield* gone(yield* as(`svc_live_${"x".repeat(43)}`))
      assert.deepStrictEqual({ ...error, request_id: "" }, { ...nobody, request_id: "" })
      yield* TestClock.adjust("1 hour")
      yield* gone(key)
      yield* ok(owner.get("/v1/me"))
    })
  )
})

contract(
  "a key with allowed addresses",
  (it) => {
    it.effect("works from them alone, and looks unknown from elsewhere", () =>
      Effect.gen(function* () {
        const owner = yield* workspace()
        const key = yield* limited(owner, {
          allowedAddresses: ["192.0.2.64/26", "2001:db8::/48", "198.51.100.7"]
        })
        for (const address of [
          "192.0.2.64",
          "192.0.2.127",
          "::ffff:192.0.2.100",
          "192.0.2.100:4711",
          "2001:db8:0:ffff::1",
          "[2001:db8::1]:443",
          "198.51.100.7",
          "203.0.113.1, 198.51.100.7"
        ]) {
          yield* ok(key.get("/v1/me", from(address)))
        }
        for (const address of [
          "192.0.2.63",
          "192.0.2.128",
          "::ffff:192.0.2.128",
          "2001:db8:1::1",
          "198.51.100.8",
          "198.51.100.7, 203.0.113.1",
          "unknown"
        ]) {
          yield* gone(key, from(address))
        }
        // Without a proxy's header it is the connection's own address.
        yield* gone(key)
        const local = yield* limited(owner, { allowedAddresses: ["127.0.0.1"] })
        yield* ok(local.get("/v1/me"))
      })
    )

    it.effect("is refused the same over MCP and RPC", () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const key = yield* limited(yield* workspace(), { allowedAddresses: ["198.51.100.7"] })
        const list = inModern("tools/list")
        const mcp = (address: string) =>
          Effect.promise(() =>
            send(url, "POST", { ...bearer(key.token), ...list.headers, ...from(address) }, list.body)
          )
        const call = { _tag: "Request", id: "1", tag: "me.get", payload: {} }
        const rpc = (address: string, headers: ReadonlyArray<ReadonlyArray<string>>) =>
          Effect.promise(async () => {
            const response = await fetch(`${url}/rpc`, {
              method: "POST",
              headers: {
                authorization: `Bearer ${key.token}`,
                "content-type": "application/ndjson",
                ...from(address)
              },
              body: `${JSON.stringify({ ...call, headers })}\n`
            })
            return [response.status, (await response.text()).includes("Limited")]
          })
        assert.strictEqual((yield* mcp("198.51.100.7")).status, 200)
        assert.strictEqual((yield* mcp("198.51.100.8")).status, 401)
        assert.deepStrictEqual(yield* rpc("198.51.100.7", []), [200, true])
        const lying = [["x-forwarded-for", "198.51.100.7"]]
        assert.deepStrictEqual(yield* rpc("198.51.100.8", lying), [401, false])
      })
    )
  },
  { TRUST_PROXY: "true" }
)

contractOnTestClock(
  "where a key was last used",
  (it) => {
    it.effect("is recorded with the agent, as is where it was refused", () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const owner = yield* workspace()
        const key = yield* limited(owner, { allowedAddresses: ["203.0.113.0/24"] })
        const after = (seen: (one: Effect.Success<ReturnType<typeof listed>>) => boolean) =>
          Effect.andThen(TestClock.adjust("31 seconds"), listed(owner.workspace.id, key.id)).pipe(
            Effect.repeat({ until: seen, times: 200 })
          )
        yield* ok(key.get("/v1/me", from("::ffff:203.0.113.9")))
        const first = yield* after(({ lastUsedAt }) => lastUsedAt !== null)
        assert.deepStrictEqual(
          [first.lastUsedAddress, first.lastUsedAgent, first.lastRefusedAt],
          ["203.0.113.9", "curl/8.5", null]
        )
        yield* ok(key.get("/v1/me", { ...from("203.0.113.10"), agent: `Scout\u00a0${"x".repeat(300)}` }))
        const second = yield* after(({ lastUsedAddress }) => lastUsedAddress === "203.0.113.10")
        assert.match(second.lastUsedAgent!, /^Scout x{94}$/u)
        const list = inModern("tools/list")
        const mcp = { ...bearer(key.token), ...list.headers, ...from("203.0.113.11") }
        assert.strictEqual((yield* Effect.promise(() => send(url, "POST", mcp, list.body))).status, 200)
        const third = yield* after(({ lastUsedAddress }) => lastUsedAddress === "203.0.113.11")
        assert.strictEqual(third.lastUsedAgent, "test/1.0.0")
        yield* gone(key, from("192.0.2.1"))
        const last = yield* after(({ lastRefusedAt }) => lastRefusedAt !== null)
        assert.deepStrictEqual(
          [last.lastRefusedAddress, last.lastUsedAddress, last.lastUsedAt],
          ["192.0.2.1", "203.0.113.11", third.lastUsedAt]
        )
      })
    )
  },
  { TRUST_PROXY: "true" }
)

contract("a key that has ended", (it) => {
  it.effect("frees its place in the plan, closes its panels, and marks what it made", () =>
    Effect.gen(function* () {
      const owner = yield* workspace("free")
      const sql = yield* SqlClient.SqlClient
      const key = yield* limited(owner, { expiresAt: iso(Date.now() + 3_600_000) })
      const tenant = Effect.provideService(Tenant, { workspaceId: owner.workspace.id as never })
      const admit = Effect.gen(function* () {
        return yield* sql.withTransaction((yield* PlanLimits).admit("free", "api_keys"))
      }).pipe(tenant, Effect.exit)
      const hook = { boardId: owner.board.id, url: "https://192.0.43.8/hooks", events: ["deal.won"] }
      const { id } = yield* created(key.post("/v1/webhooks", hook))
      const maker = Effect.map(ok(owner.get(`/v1/webhooks/${id}`)), ({ maker }) => maker.isGone)
      const grants = yield* EmbedGrants
      const [one, other] = [yield* ok(key.post("/v1/embed-token")), yield* ok(key.post("/v1/embed-token"))]
      const session = (yield* grants.redeem(one.token))!
      assert.isDefined(yield* grants.session(session))
      assert.deepStrictEqual([(yield* admit)._tag, yield* maker], ["Failure", false])
      yield* sql`UPDATE api_keys SET expires_at = ${iso(Date.now() - 1)} WHERE id = ${key.id}`
      assert.deepStrictEqual([(yield* admit)._tag, yield* maker], ["Success", true])
      assert.isUndefined(yield* grants.session(session))
      assert.isUndefined(yield* grants.redeem(other.token))
    })
  )
})
