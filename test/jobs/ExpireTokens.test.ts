import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Invitations } from "../../layers/identity/Invitations.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import type { UserId } from "../../schema/Id.ts"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM password_links) AS links,
    (SELECT count(*) FROM oauth_artifacts) AS artifacts, (SELECT count(*) FROM oauth_clients) AS clients,
    (SELECT count(*) FROM oauth_grants) AS grants, (SELECT count(*) FROM oauth_keys) AS keys`
  return rows[0]!
})

layer(TestService.layer(), { excludeTestServices: true })("expire-tokens", (it) => {
  it.effect("deletes what people and apps no longer need, each after its own time", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.make()
      const used = yield* Effect.promise(() => OAuthApp.make(base))
      yield* Effect.promise(() => OAuthApp.make(base))
      const tokens = yield* Effect.promise(() => used.connect(browser))
      yield* Effect.promise(() => used.refresh(tokens.refresh_token))
      yield* (yield* People).link(user.id as UserId, 24, null)
      yield* (yield* SigningKeys).rotate

      const all = { sessions: 1, links: 1, artifacts: 3, clients: 2, grants: 1, keys: 2 }
      assert.deepStrictEqual(yield* counted, all)
      yield* JobCommands.run("expire-tokens", inDays(0))
      assert.deepStrictEqual(yield* counted, all)
      yield* JobCommands.run("expire-tokens", inDays(2))
      assert.deepStrictEqual(yield* counted, { ...all, links: 0, keys: 1, clients: 1 })
      yield* JobCommands.run("expire-tokens", inDays(8))
      // From the second day the client without a consent is gone; the other stays.
      // The used code and refresh token are gone; the token that replaced it stays.
      assert.deepStrictEqual(yield* counted, { ...all, links: 0, keys: 1, clients: 1, artifacts: 1 })
      yield* JobCommands.run("expire-tokens", inDays(31))
      const month = { sessions: 0, links: 0, artifacts: 1, clients: 1, grants: 1, keys: 1 }
      assert.deepStrictEqual(yield* counted, month)
      yield* JobCommands.run("expire-tokens", inDays(100))
      assert.deepStrictEqual(yield* counted, { ...month, artifacts: 0, grants: 0 })
    })
  )

  it.effect("deletes invitations after a week", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const other = yield* SignedIn.make()
      const tenant = { workspaceId: owner.workspace.id }
      const asked = {
        email: other.user.email,
        name: null,
        role: "viewer" as const,
        revivesKeys: false,
        isMailed: false
      }
      const invite = (yield* Invitations).make(asked)
      yield* Effect.provideService(invite, Tenant, tenant)
      const sql = yield* SqlClient.SqlClient
      const left = Effect.map(
        sql`SELECT 1 AS one FROM invitations WHERE workspace_id = ${owner.workspace.id}`,
        (rows) => rows.length
      )
      yield* JobCommands.run("expire-tokens", inDays(6.9))
      assert.strictEqual(yield* left, 1)
      yield* JobCommands.run("expire-tokens", inDays(7.1))
      assert.strictEqual(yield* left, 0)
    })
  )
})
