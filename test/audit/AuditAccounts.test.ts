import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Invitations } from "../../layers/identity/Invitations.ts"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import type { AuditFields } from "../../schema/Audit.ts"
import type { UserId } from "../../schema/Id.ts"
import * as Replay from "../support/audit/Replay.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import { formTo } from "../support/pages/Acting.ts"
import { FormBrowser } from "../support/pages/FormBrowser.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { run as admin } from "../support/server/Admin.ts"
import { contract } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

const another = "another good battery"

/** Who did what, of the entries after the first. */
const told = (workspace: string, after: number) =>
  Effect.map(Replay.log(workspace), (log) =>
    log.slice(after).map(({ actor_id, actor_type, changes, operation, surface, user_name }) => ({
      operation,
      surface,
      by: [actor_type, actor_id, user_name],
      changes: changes.map(({ after, before, id, resource }) => [resource, id, before, after])
    }))
  )

contract("the audit log of accounts and apps", (it) => {
  it.effect("tells of passwords and sessions in each workspace of the person, and never the password", () =>
    Effect.gen(function* () {
      const { browser, user, workspace } = yield* SignedIn.withPassword()
      const elsewhere = yield* (yield* TestService).workspace()
      const [other, third] = [elsewhere.workspace.id, (yield* (yield* TestService).workspace()).workspace.id]
      const add = (yield* Workspaces).addMember(user.email, null, "member")
      yield* Effect.provideService(add, Tenant, { workspaceId: other })
      const before = (yield* Replay.log(workspace.id)).length
      yield* Effect.promise(() => browser.signIn(user.email, SignedIn.password))
      yield* Effect.promise(async () => {
        const page = await browser.open("/account")
        const fields = { current: SignedIn.password, password: another, again: another }
        return browser.submit(page, fields, formTo(page, "/account/password"))
      })
      yield* Effect.promise(async () => {
        const page = await browser.open("/account")
        return browser.submit(page, {}, formTo(page, "/account/sign-out-everywhere"))
      })
      yield* Effect.promise(() => browser.signIn(user.email, another))
      yield* Effect.promise(async () => {
        const page = await browser.open("/account")
        return browser.submit(page, {}, formTo(page, "/sign-out"))
      })
      const { token } = yield* (yield* People).link(user.id as UserId, 1, null)
      yield* Effect.promise(async () => {
        const stranger = new FormBrowser(browser.base)
        return stranger.submit(await stranger.open(`/welcome/${token}`), {
          password: another,
          again: another
        })
      })
      yield* admin("user password", { email: user.email, password: SignedIn.password })
      const person = ["user", user.id, "Owner"]
      const account = (before: AuditFields, after: AuditFields) => [["member", user.id, before, after]]
      const password = (sessions: number) =>
        account({ password: "hidden", sessions }, { password: "changed", sessions: 0 })
      const left = account({ sessions: 1 }, { sessions: 0 })
      const expected = [
        { operation: "account.password", surface: "pages", by: person, changes: password(1) },
        { operation: "account.sign_out_everywhere", surface: "pages", by: person, changes: left },
        { operation: "account.sign_out", surface: "pages", by: person, changes: left },
        {
          operation: "account.password",
          surface: "pages",
          by: ["visitor", "link", null],
          changes: password(0)
        },
        {
          operation: "admin.user.password",
          surface: "admin",
          by: ["admin", "operator", null],
          changes: password(1)
        }
      ]
      assert.deepStrictEqual(yield* told(workspace.id, before), expected)
      assert.deepStrictEqual((yield* told(other, 1)).slice(-5), expected)
      assert.strictEqual((yield* Replay.log(third)).length, 1)
      const text = JSON.stringify(yield* Replay.log(workspace.id))
      for (const secret of [SignedIn.password, another, token]) assert.notInclude(text, secret)
      yield* Replay.check(workspace.id)
    })
  )

  it.effect("names the person who consents to an app, and the app that disconnects itself", () =>
    Effect.gen(function* () {
      const { base, browser, user, workspace } = yield* SignedIn.make()
      const app = yield* Effect.promise(() => OAuthApp.make(base))
      const tokens = yield* Effect.promise(() => app.connect(browser))
      const again = yield* Effect.promise(() => app.connect(browser))
      const revoke = (token: string) => Effect.promise(() => app.post("/oauth/revoke", { token }))
      yield* revoke(tokens.refresh_token)
      yield* revoke(again.access_token)
      yield* revoke(again.access_token)
      const log = yield* told(workspace.id, 1)
      assert.deepStrictEqual(
        log.map(({ by, operation, surface }) => [operation, surface, ...by]),
        [
          ["apps.connect", "pages", "user", user.id, "Owner"],
          ["apps.connect", "pages", "user", user.id, "Owner"],
          ["oauth.revoke", "rest", "oauth", app.clientId, "Owner"],
          ["oauth.revoke", "rest", "oauth", app.clientId, "Owner"]
        ]
      )
      const text = JSON.stringify(log)
      for (const token of [tokens.refresh_token, again.access_token]) assert.notInclude(text, token)
      yield* Replay.check(workspace.id)
    })
  )

  it.effect("tells a person's workspace that an operator took over their account for another", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const [first, second] = [yield* service.workspace(), yield* service.workspace()]
      const email = `joined-${first.workspace.id}@test.example`
      const tenant = { workspaceId: first.workspace.id }
      const invitations = yield* Invitations
      const asked = { email, name: "Bo", role: "member", revivesKeys: false, isMailed: false } as const
      const { token } = yield* Effect.provideService(invitations.make(asked), Tenant, tenant)
      const id = (yield* invitations.enter(token, yield* (yield* People).digest(email, another)))!
      const app = { clientId: "https://app.example/c", clientName: "App", redirectHost: "app.example" }
      const grant = { ...app, userId: id, scopes: ["deals:read"] as const }
      yield* Effect.provideService((yield* Grants).create(grant), Tenant, tenant)
      yield* admin("member add", { workspace: second.workspace.id, email, role: "member" })
      const [entry] = (yield* told(first.workspace.id, 1)).slice(-1)
      assert.include(entry!, { operation: "admin.user.vouch", surface: "admin" })
      assert.deepStrictEqual(entry!.by, ["admin", "operator", null])
      assert.deepStrictEqual(
        entry!.changes.map(([resource]) => resource),
        ["member", "app"]
      )
      yield* Replay.check(first.workspace.id)
      yield* Replay.check(second.workspace.id)
    })
  )
})
