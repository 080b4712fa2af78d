import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { formTo, sendAnyway, submit } from "../../support/pages/Acting.ts"
import type { FormBrowser, Page } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/keys"

const tokenIn = ({ text }: Page) => /svc_live_[0-9A-Za-z]{43}/u.exec(text)?.[0] ?? ""

const create = (browser: FormBrowser, name: string) => submit(browser, path, path, { name })
const revoke = (browser: FormBrowser, id: string) => submit(browser, path, `${path}/${id}/revoke`)
const revokeAnyway = (browser: FormBrowser, id: string) => sendAnyway(browser, `${path}/${id}/revoke`)

layer(TestService.layer(), { excludeTestServices: true })("the page of API keys", (it) => {
  it.effect("creates a working key, and shows it only in that response", () =>
    Effect.gen(function* () {
      const { as, base, browser, user } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const made = await create(browser, "Importer <b>")
        assert.strictEqual(made.status, 200)
        const token = tokenIn(made)
        const me = await as(token)("GET", "/v1/me")
        assert.strictEqual(me.body.apiKey.name, "Importer <b>")
        assert.strictEqual(me.body.user.id, user.id)
        assert.include(made.text, `curl -s &quot;${base}/v1/deals?limit=3&quot;`)
        assert.include(made.text, `&quot;url&quot;:&quot;${base}/mcp&quot;`)
        const after = await browser.open(path)
        assert.strictEqual(tokenIn(after), "")
        assert.include(after.text, `…${token.slice(-4)}`)
        assert.include(after.text, "Importer &lt;b&gt;")
        assert.include(after.text, "never used")
      })
    })
  )

  it.effect("creates one key from a form sent twice, and shows that key both times", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const page = await browser.open(path)
        const send = () => browser.submit(page, { name: "Once" }, formTo(page, path))
        const [one, two] = await Promise.all([send(), send()])
        const three = await send()
        assert.notStrictEqual(tokenIn(one), "")
        assert.deepStrictEqual([tokenIn(two), tokenIn(three)], [tokenIn(one), tokenIn(one)])
        const { text } = await browser.open(path)
        assert.strictEqual(text.split("<strong>Once</strong>").length - 1, 1)
      })
    })
  )

  it.effect("refuses a third key on the free plan, says what to do, and keeps what was typed", () =>
    Effect.gen(function* () {
      const { apiKey, browser } = yield* SignedIn.make("free")
      yield* Effect.promise(async () => {
        assert.notStrictEqual(tokenIn(await create(browser, "Second")), "")
        const third = await create(browser, "Third")
        assert.strictEqual(third.status, 403)
        assert.strictEqual(tokenIn(third), "")
        assert.include(third.text, "Revoke a key, or move to the standard plan.")
        assert.include(third.text, 'value="Third"')
        await revoke(browser, apiKey.id)
        assert.notStrictEqual(tokenIn(await create(browser, "Third")), "")
      })
    })
  )

  it.effect("gives a key an end and addresses, and shows both, and who used it from where", () =>
    Effect.gen(function* () {
      const { as, browser, user, workspace } = yield* SignedIn.make()
      const sql = yield* SqlClient.SqlClient
      const soon = new Date(Date.now() + 5.5 * 86_400_000).toISOString()
      const ids = yield* Effect.promise(async () => {
        const made = await submit(browser, path, path, {
          name: "Agent",
          expiresIn: "90d",
          allowedAddresses: "127.0.0.1\r\n 10.1.2.3/8 \r\n\r\n2001:db8::/48"
        })
        assert.strictEqual(made.status, 200)
        const limits = "Works only from 127.0.0.1, 10.0.0.0/8, 2001:db8::/48"
        assert.include(made.text, limits)
        const used = await as(tokenIn(made))("GET", "/v1/me", undefined, { agent: "Scout <1>" })
        const { text } = await browser.open(path)
        assert.include(text, limits)
        assert.notInclude(text, "tag soon")
        const dated = await submit(browser, path, path, { name: "Dated", expiresAt: soon.slice(0, 10) })
        assert.include(dated.text, `datetime="${soon.slice(0, 10)}T00:00:00.000Z"`)
        const other = (await as(tokenIn(dated))("GET", "/v1/me")).body.apiKey.id
        return [used.body.apiKey.id as string, other as string]
      })
      assert.strictEqual(ids.length, 2)
      yield* sql`UPDATE api_keys SET last_used_at = ${soon}, last_used_address = '203.0.113.9',
        last_used_agent = 'Scout <1>', last_refused_at = ${soon}, last_refused_address = '192.0.2.1',
        expires_at = ${soon} WHERE user_id = ${user.id} AND id = ${ids[0]!}`
      yield* sql`UPDATE api_keys SET expires_at = ${new Date(0).toISOString()} WHERE id = ${ids[1]!}`
      const service = yield* TestService
      const viewer = yield* service.member(workspace.id, "viewer")
      const theirs = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const { text } = await browser.open(path)
        assert.match(text, /last used\s+<time[^>]*>[^<]*<\/time> from 203\.0\.113\.9 by Scout &lt;1&gt;/u)
        assert.match(text, /Last refused\s+<time[^>]*>[^<]*<\/time> from 192\.0\.2\.1/u)
        assert.include(text, '<span class="tag soon">expires in 5 days</span>')
        assert.include(text, '<span class="tag over">expired</span>')
        const seen = (await theirs.open(path)).text
        assert.include(seen, "expires in 5 days")
        assert.notInclude(seen, "203.0.113.9")
        assert.notInclude(seen, "Scout")
        assert.notInclude(seen, "192.0.2.1")
      })
    })
  )

  it.effect("refuses limits that make no sense, each at its field, and keeps what was typed", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        for (const [fields, told] of [
          [{ expiresAt: "2020-01-01" }, "Expires on must be in the future."],
          [{ expiresAt: "2999-01-01", expiresIn: "30d" }, "Expires on must not be given along with 30 days."],
          [{ expiresAt: "soon" }, "Expires on must be a date"],
          [{ allowedAddresses: "10.0.0.1\noffice" }, "office is neither"],
          [{ allowedAddresses: "10.0.0.1\n".repeat(21) }, "Enter up to 20, one per line."]
        ] as const) {
          const refused = await submit(browser, path, path, { name: "Kept", ...fields })
          assert.strictEqual(refused.status, 400, told)
          assert.strictEqual(tokenIn(refused), "")
          assert.include(refused.text, told)
          assert.include(refused.text, 'value="Kept"')
          assert.include(refused.text, 'aria-invalid="true"')
        }
      })
    })
  )

  it.effect("refuses a blank name", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const refused = await create(browser, "  ")
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "Name must not be blank.")
      })
    })
  )

  it.effect("revokes a key, which is then refused on its next request", () =>
    Effect.gen(function* () {
      const { apiKey, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        assert.strictEqual((await send("GET", "/v1/me")).status, 200)
        const after = await revoke(browser, apiKey.id)
        assert.include(after.text, "API key revoked.")
        assert.notInclude(after.text, "First key")
        assert.strictEqual((await send("GET", "/v1/me")).status, 401)
      })
    })
  )

  it.effect("lets people revoke their own keys, and admins all keys; a viewer's key can only read", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const service = yield* TestService
      const member = yield* service.member(owner.workspace.id, "member")
      const viewer = yield* service.member(owner.workspace.id, "viewer")
      const theirs = yield* SignedIn.browserOf(viewer.id)
      const idOf = (key: typeof member) =>
        Effect.promise(async () => (await key.send("GET", "/v1/me")).body.apiKey.id as string)
      const [ofMember, ofViewer] = [yield* idOf(member), yield* idOf(viewer)]
      yield* Effect.promise(async () => {
        const page = await theirs.open(path)
        assert.include(page.text, "member key")
        assert.strictEqual(formTo(page, `${path}/${ofMember}/revoke`), -1)
        assert.strictEqual((await revokeAnyway(theirs, ofMember)).status, 403)
        assert.strictEqual((await member.send("GET", "/v1/me")).status, 200)
        const made = tokenIn(await create(theirs, "Mine"))
        const { body } = await owner.as(made)("GET", "/v1/me")
        assert.deepStrictEqual(body.auth.scopes, ["deals:read", "leads:read", "pipeline:read"])
        assert.include((await revoke(theirs, ofViewer)).text, "API key revoked.")
        assert.include((await revoke(owner.browser, ofMember)).text, "API key revoked.")
        assert.strictEqual((await member.send("GET", "/v1/me")).status, 401)
      })
    })
  )

  it.effect("shows nothing of another workspace's keys", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* SignedIn.make(), yield* SignedIn.make()]
      yield* Effect.promise(async () => {
        const nobodys = await revokeAnyway(mine.browser, "0190a0b0-c0d0-7000-8000-00000000abcd")
        const theirs = await revokeAnyway(mine.browser, other.apiKey.id)
        assert.deepStrictEqual([nobodys.status, theirs.status], [404, 404])
        assert.strictEqual((await other.send("GET", "/v1/me")).status, 200)
      })
    })
  )

  it.effect("shows many keys in pages, each key once", () =>
    Effect.gen(function* () {
      const { browser, user, workspace } = yield* SignedIn.make()
      const keys = yield* ApiKeys
      yield* Effect.forEach(Array.from({ length: 60 }), (_, n) => keys.create(user.id, `Key ${n}.`)).pipe(
        Effect.provideService(Tenant, { workspaceId: workspace.id })
      )
      const named = ({ text }: Page) =>
        [...text.slice(text.indexOf("<main")).matchAll(/<strong>([^<]*)<\/strong>/gu)].map(([, name]) => name)
      yield* Effect.promise(async () => {
        const first = await browser.open(path)
        assert.include(first.text, "1 to 50 of 61")
        const [, next = ""] = /<a href="(\?from=\d+)">Next<\/a>/u.exec(first.text) ?? []
        const second = await browser.open(path + next)
        assert.include(second.text, ">Previous</a>")
        assert.notInclude(second.text, ">Next</a>")
        const all = [...named(first), ...named(second)]
        assert.deepStrictEqual([all.length, new Set(all).size], [61, 61])
        for (const from of ["61", "-1", "x", "1e9"]) {
          assert.include((await browser.open(`${path}?from=${from}`)).text, "1 to 50 of 61")
        }
      })
    })
  )
})
