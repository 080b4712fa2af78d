import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../layers/identity/ApiKeys.ts"
import { EmbedGrants } from "../../layers/identity/EmbedGrants.ts"
import { Members } from "../../layers/identity/Members.ts"
import { now } from "../../layers/runtime/Now.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import type { UserId } from "../../schema/Id.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

interface Sender {
  readonly send: (method: string, path: string) => Promise<{ readonly status: number; readonly body: any }>
}

const mint = (client: Sender) =>
  Effect.promise(async () => {
    const { body, status } = await client.send("POST", "/v1/embed-token")
    assert.strictEqual(status, 200)
    return body as { readonly token: string; readonly expires_at: string }
  })

/** Requests as from a browser's frame, without following redirects. */
const visit = Effect.fnUntraced(function* (
  path: string,
  headers: Record<string, string> = {},
  method = "GET"
) {
  const { url } = yield* TestService
  return yield* Effect.promise(() =>
    fetch(url + path, { method, redirect: "manual", headers: { accept: "text/html", ...headers } })
  )
})

const start = (token: string) => visit(`/api/embed/start?token=${token}`)

/** The Cookie header that opens the panel. */
const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "embed="

const open = (client: Sender) =>
  Effect.flatMap(mint(client), ({ token }) => Effect.map(start(token), cookieOf))

const panel = (cookie: string, query = "") => visit(`/embed${query}`, { cookie })

layer(TestService.layer({ EMBED_FRAME_ANCESTORS: "https://mail.example chrome-extension://abc" }))(
  "the embed",
  (it) => {
    it.effect("issues a token for ten minutes, and exchanges it for a cookie that only the embed takes", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const { expires_at, token } = yield* mint(client)
        assert.strictEqual(Date.parse(expires_at) - (yield* Clock.currentTimeMillis), 600_000)
        const answer = yield* start(token)
        assert.strictEqual(answer.status, 303)
        assert.strictEqual(answer.headers.get("location"), "/embed")
        const [, ...attributes] = answer.headers.get("set-cookie")!.split("; ")
        assert.sameMembers(attributes, [
          "Max-Age=3600",
          "Path=/embed",
          "HttpOnly",
          "Secure",
          "Partitioned",
          "SameSite=None"
        ])
        const shown = yield* panel(cookieOf(answer))
        assert.strictEqual(shown.status, 200)
        const policy = shown.headers.get("content-security-policy")!
        assert.include(policy, "frame-ancestors https://mail.example chrome-extension://abc")
        assert.notInclude(policy, "unsafe")
      })
    )

    it.effect("makes one session of 100 parallel redemptions", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const sql = yield* SqlClient.SqlClient
        const { token } = yield* mint(client)
        const answers = yield* Effect.forEach(Array.from({ length: 100 }), () => start(token), {
          concurrency: "unbounded"
        })
        const statuses = answers.map(({ status }) => status)
        assert.strictEqual(statuses.filter((status) => status === 303).length, 1)
        assert.strictEqual(statuses.filter((status) => status === 401).length, 99)
        const grants = yield* sql<{ kind: string }>`SELECT kind FROM embed_grants
          WHERE workspace_id = ${client.workspace.id}`
        assert.deepStrictEqual(grants, [{ kind: "session" }])
      })
    )

    it.effect("opens nothing but the embed: neither cookie nor token open the API", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const cookie = yield* open(client)
        const secret = cookie.slice("embed=".length)
        const { token } = yield* mint(client)
        for (const path of ["/v1/me", "/v1/deals", "/v1/templates"]) {
          assert.strictEqual((yield* visit(path, { cookie })).status, 401)
          for (const bearer of [secret, token]) {
            assert.strictEqual((yield* visit(path, { authorization: `Bearer ${bearer}` })).status, 401)
          }
        }
        assert.strictEqual((yield* panel(`embed=${token}`)).status, 401)
        assert.strictEqual((yield* start(secret)).status, 401)
        assert.strictEqual((yield* visit("/embed")).status, 401)
        assert.strictEqual((yield* start(token)).status, 303)
      })
    )

    it.effect("ends with the membership: a removed member's token and cookie open nothing", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const member = yield* service.member(client.workspace.id, "member")
        const cookie = yield* open(member)
        const { token } = yield* mint(member)
        assert.strictEqual((yield* panel(cookie)).status, 200)
        yield* (yield* Members)
          .remove(member.id as UserId)
          .pipe(Effect.provideService(Tenant, { workspaceId: client.workspace.id }))
        assert.strictEqual((yield* panel(cookie)).status, 401)
        assert.strictEqual((yield* start(token)).status, 401)
      })
    )

    it.effect("ends with the key that issued it", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const cookie = yield* open(client)
        const { token } = yield* mint(client)
        yield* (yield* ApiKeys)
          .revoke(client.apiKey.id)
          .pipe(Effect.provideService(Tenant, { workspaceId: client.workspace.id }))
        assert.strictEqual((yield* panel(cookie)).status, 401)
        assert.strictEqual((yield* start(token)).status, 401)
      })
    )

    it.effect("ends on time: the token after ten minutes, the session after an hour", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const sql = yield* SqlClient.SqlClient
        const [early, late] = [yield* mint(client), yield* mint(client)]
        yield* TestClock.adjust("599 seconds")
        const cookie = cookieOf(yield* start(early.token))
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* start(late.token)).status, 401)
        yield* TestClock.adjust("3598 seconds")
        assert.strictEqual((yield* panel(cookie)).status, 200)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* panel(cookie)).status, 401)
        yield* mint(client)
        yield* (yield* EmbedGrants)
          .expire(yield* now, 100)
          .pipe(Effect.provideService(Tenant, { workspaceId: client.workspace.id }))
        const left = yield* sql`SELECT kind FROM embed_grants WHERE workspace_id = ${client.workspace.id}`
        assert.strictEqual(left.length, 1)
      })
    )

    it.effect("keeps no secret in the database", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const sql = yield* SqlClient.SqlClient
        const cookie = yield* open(client)
        const { token } = yield* mint(client)
        const rows = yield* sql<{ row: string }>`SELECT encode(hash, 'escape') || g::text AS row
          FROM embed_grants g WHERE workspace_id = ${client.workspace.id}`
        for (const secret of [token, cookie.slice("embed=".length)]) {
          const random = secret.split("_").at(-1)!
          assert.isTrue(rows.every(({ row }) => !row.includes(random)))
        }
      })
    )

    it.effect("does not use up a token for a HEAD, and answers programs in the envelope", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const { token } = yield* mint(client)
        const path = `/api/embed/start?token=${token}`
        assert.strictEqual((yield* visit(path, {}, "HEAD")).status, 204)
        const first = yield* visit(`${path}&email=a%2Bb%40acme.example&next=//evil.example`)
        assert.strictEqual(first.status, 303)
        assert.strictEqual(first.headers.get("location"), "/embed?email=a%2Bb%40acme.example")
        const again = yield* visit(path, { accept: "application/json" })
        assert.strictEqual(again.status, 401)
        const { error } = yield* Effect.promise(() => again.json() as Promise<any>)
        assert.strictEqual(error.code, "invalid_credential")
        const page = yield* visit(path)
        assert.match(page.headers.get("content-type")!, /^text\/html/u)
      })
    )

    it.effect("shows deals with the address, with stage and amount, all escaped", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const created = yield* Effect.promise(() =>
          client.send("POST", "/v1/deals", {
            boardId: client.board.id,
            name: "<script>alert(1)</script>",
            company: `"Quoted" & Sons`,
            amountCents: 1_250_050,
            primaryContactName: "Mia Chen",
            primaryContactEmail: "mia@acme.example"
          })
        )
        assert.strictEqual(created.status, 201)
        const cookie = yield* open(client)
        const shown = yield* panel(cookie, "?email=mia@acme.example")
        const text = yield* Effect.promise(() => shown.text())
        assert.include(text, "&lt;script&gt;alert(1)&lt;/script&gt;")
        assert.notInclude(text, "<script>alert")
        assert.include(text, "$12,500.50")
        assert.include(text, "New")
        assert.include(text, "Hi Mia,")
        const wrong = yield* panel(cookie, `?email=${encodeURIComponent('"><script>x')}`)
        const answer = yield* Effect.promise(() => wrong.text())
        assert.strictEqual(wrong.status, 200)
        assert.notInclude(answer, '"><script>x')
        assert.include(answer, "Not an email address")
      })
    )

    it.effect("shows the panel to a viewer, with only their workspace's deals", () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const other = yield* service.workspace()
        yield* Effect.promise(() =>
          other.send("POST", "/v1/deals", {
            boardId: other.board.id,
            name: "Elsewhere",
            primaryContactEmail: "mia@acme.example"
          })
        )
        const viewer = yield* service.member(client.workspace.id, "viewer")
        const shown = yield* panel(yield* open(viewer), "?email=mia@acme.example")
        const text = yield* Effect.promise(() => shown.text())
        assert.strictEqual(shown.status, 200)
        assert.notInclude(text, "Elsewhere")
        assert.include(text, "No deal and no lead")
      })
    )
  }
)

layer(TestService.layer(), { excludeTestServices: true })("the embed of a connected app", (it) => {
  it.effect("shows only what the person consented to, and ends with the consent", () =>
    Effect.gen(function* () {
      const { as, base, board, browser, user, workspace } = yield* SignedIn.make()
      const sql = yield* SqlClient.SqlClient
      const app = yield* Effect.promise(() => OAuthApp.make(base))
      const [narrow, wide] = yield* Effect.promise(async () => {
        return [
          as(
            (await (await OAuthApp.make(base)).connect(browser, {}, { scope: ["pipeline:read"] }))
              .access_token
          ),
          as((await app.connect(browser)).access_token)
        ] as const
      })
      yield* Effect.promise(() =>
        wide("POST", "/v1/deals", {
          boardId: board.id,
          name: "Confidential",
          primaryContactEmail: "mia@acme.example"
        })
      )
      const shownTo = Effect.fnUntraced(function* (cookie: string) {
        const shown = yield* panel(cookie, "?email=mia@acme.example")
        return { status: shown.status, text: yield* Effect.promise(() => shown.text()) }
      })
      const little = yield* shownTo(yield* open({ send: narrow }))
      assert.strictEqual(little.status, 200)
      assert.include(little.text, "has no access to deals and leads")
      assert.notInclude(little.text, "Confidential")
      assert.notInclude(little.text, "First reply")
      const cookie = yield* open({ send: wide })
      assert.include((yield* shownTo(cookie)).text, "Confidential")
      yield* sql`UPDATE oauth_grants SET revoked_at = ${yield* now}
        WHERE workspace_id = ${workspace.id} AND user_id = ${user.id}`
      assert.strictEqual((yield* shownTo(cookie)).status, 401)
      // A narrower consent to the same app does not restore the wider consent's session.
      yield* Effect.promise(() => app.connect(browser, {}, { scope: ["deals:read"] }))
      assert.strictEqual((yield* shownTo(cookie)).status, 401)
    })
  )
})
