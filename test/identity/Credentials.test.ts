import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { Database } from "../../layers/database/Database.ts"
import { Members } from "../../layers/identity/Members.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import type { Role } from "../../schema/Scope.ts"
import {
  type Api,
  api,
  contract,
  contractOnTestClock,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { TestService } from "../support/server/TestService.ts"

/** A second node on the same database, in the same process but sharing nothing else. */
class SecondNode extends Context.Service<SecondNode, TestService["Service"]>()("pipeline/test/SecondNode") {
  static readonly layer = Layer.effect(
    SecondNode,
    Effect.gen(function* () {
      const database = yield* TestDatabase
      const same = Database.connect(Redacted.make(database.url)).pipe(
        Layer.provideMerge(Layer.succeed(TestDatabase, database))
      )
      const context = yield* Layer.build(Layer.fresh(TestService.layer({}, { database: same })))
      return yield* Effect.provide(TestService, context)
    })
  )
}

/** A member of a new workspace, with requests to both nodes. */
const furnished = Effect.fnUntraced(function* (role: Role = "admin") {
  const owner = yield* workspace()
  const person = yield* member(owner.workspace.id, role)
  const elsewhere = api((yield* SecondNode).as(person.token))
  const inTenant = Effect.provideService(Tenant, { workspaceId: owner.workspace.id })
  yield* Effect.all([ok(person.get("/v1/me")), ok(elsewhere.get("/v1/me"))])
  return { owner, person, elsewhere, inTenant }
})

/** Polls until it holds, for at most a second. */
const soon = <A, R>(check: Effect.Effect<A, never, R>) =>
  Effect.catchDefect(check, Effect.fail).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("1 second"),
    Effect.orDie
  )

const scopesOf = (caller: Api) =>
  Effect.map(ok(caller.get("/v1/me")), (me) => me.auth.scopes as ReadonlyArray<string>)

contract("on two nodes", (it) => {
  it.layer(SecondNode.layer)("a credential", (it) => {
    it.effect("names its user, workspace, key, and the scopes that its role allows", () =>
      Effect.gen(function* () {
        const owner = yield* workspace("free")
        const { rateLimits, ...me } = yield* ok(owner.get("/v1/me"))
        assert.isArray(rateLimits)
        assert.deepStrictEqual(me, {
          user: { id: owner.user.id, email: owner.user.email, name: "Owner" },
          workspace: { id: owner.workspace.id, name: "Test", timeZone: "UTC", plan: "free" },
          apiKey: { id: owner.apiKey.id, name: "First key" },
          auth: {
            kind: "api_key",
            scopes: ["deals:read", "deals:write", "leads:read", "leads:write", "pipeline:read"],
            client: null
          },
          rules: null,
          pendingApprovals: 0
        })
        assert.match(owner.apiKey.token, /^svc_live_[0-9A-Za-z]{43}$/u)
        const someone = yield* member(owner.workspace.id, "member")
        assert.deepStrictEqual(yield* scopesOf(someone), me.auth.scopes)
        const viewer = yield* member(owner.workspace.id, "viewer")
        assert.deepStrictEqual(yield* scopesOf(viewer), ["deals:read", "leads:read", "pipeline:read"])
      })
    )

    it.effect("is refused once revoked: at once on the node that revoked it, within a second on others", () =>
      Effect.gen(function* () {
        const { elsewhere, inTenant, owner, person } = yield* furnished()
        const keys = yield* ApiKeys
        const mine = yield* ok(person.get("/v1/me"))
        assert.isTrue(yield* inTenant(keys.revoke(mine.apiKey.id)))
        yield* refused(person.get("/v1/me"), 401, "invalid_credential")
        yield* soon(refused(elsewhere.get("/v1/me"), 401, "invalid_credential"))
        assert.isFalse(yield* inTenant(keys.revoke(mine.apiKey.id)))
        yield* ok(owner.get("/v1/me"))
      })
    )

    it.effect(
      "is refused once its creator is removed, and works again if they are added back with their keys",
      () =>
        Effect.gen(function* () {
          const { elsewhere, inTenant, person } = yield* furnished()
          const workspaces = yield* Workspaces
          const { email } = (yield* ok(person.get("/v1/me"))).user
          yield* Effect.orDie(inTenant((yield* Members).remove(person.id as never)))
          yield* refused(person.get("/v1/me"), 401, "invalid_credential")
          yield* soon(refused(elsewhere.get("/v1/me"), 401, "invalid_credential"))
          yield* inTenant(workspaces.addMember(email, null, "viewer", "revived"))
          assert.notInclude(yield* scopesOf(person), "deals:write")
          yield* soon(ok(elsewhere.get("/v1/me")))
        })
    )

    it.effect("has the permissions of its creator's current role", () =>
      Effect.gen(function* () {
        const { elsewhere, inTenant, person } = yield* furnished("admin")
        const members = yield* Members
        const setRole = (role: Role) => Effect.orDie(inTenant(members.setRole(person.id as never, role)))
        yield* created(person.post("/v1/boards", { name: "Mine" }))
        yield* setRole("member")
        yield* refused(person.post("/v1/boards", { name: "Mine" }), 403, "admin_required")
        yield* soon(refused(elsewhere.post("/v1/boards", {}), 403, "admin_required"))
        yield* setRole("viewer")
        yield* refused(person.post("/v1/boards", {}), 403, "insufficient_scope")
        yield* soon(refused(elsewhere.post("/v1/boards", {}), 403, "insufficient_scope"))
        yield* setRole("admin")
        yield* created(person.post("/v1/boards", { name: "Mine" }))
      })
    )

    it.effect("is refused within a second on a node that receives no notification", () =>
      Effect.gen(function* () {
        const { elsewhere, person } = yield* furnished()
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE api_keys SET revoked_at = ${new Date().toISOString()} WHERE user_id = ${person.id}`
        yield* soon(refused(elsewhere.get("/v1/me"), 401, "invalid_credential"))
        yield* soon(refused(person.get("/v1/me"), 401, "invalid_credential"))
      })
    )

    it.effect("is stored as a hash, and read only once for many requests", () =>
      Effect.gen(function* () {
        const { apiKey, get } = yield* workspace()
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT * FROM api_keys WHERE id = ${apiKey.id}`
        assert.notInclude(JSON.stringify(rows), apiKey.token.slice(9))
        const version = sql<{ xmin: string }>`SELECT xmin::text FROM api_keys WHERE id = ${apiKey.id}`
        const before = yield* version
        yield* Effect.forEach(Array.from({ length: 50 }), () => ok(get("/v1/me")), { concurrency: 10 })
        assert.deepStrictEqual(yield* version, before)
      })
    )
  })
})

contractOnTestClock("a credential's last use", (it) => {
  it.effect("is recorded as used within half a minute, without a write in the request itself", () =>
    Effect.gen(function* () {
      const { get, workspace: own } = yield* workspace()
      const lastUsed = Effect.map((yield* ApiKeys).list, (keys) => keys[0]!.lastUsedAt).pipe(
        Effect.provideService(Tenant, { workspaceId: own.id })
      )
      yield* ok(get("/v1/me"))
      assert.isNull(yield* lastUsed)
      yield* TestClock.adjust("30 seconds")
      const recorded = yield* lastUsed.pipe(Effect.repeat({ until: (at) => at !== null, times: 200 }))
      assert.strictEqual(recorded, "1970-01-01T00:00:00.000Z")
    })
  )
})
