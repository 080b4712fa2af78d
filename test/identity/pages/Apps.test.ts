import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { english } from "../../../src/identity/pages/ScopeWords.ts"
import { formTo, sendAnyway, submit } from "../../support/pages/Acting.ts"
import type { FormBrowser } from "../../support/pages/FormBrowser.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/apps"

/** The addresses of the forms that disconnect the listed apps. */
const revocations = async (browser: FormBrowser) =>
  (await browser.open(path)).forms.map(({ action }) => action).filter((action) => action.startsWith(path))

layer(TestService.layer(), { excludeTestServices: true })("the page of connected apps", (it) => {
  it.effect("shows what an app is and may do, in the words of the consent page", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        assert.include((await browser.open(path)).text, "No connected apps yet.")
        const app = await OAuthApp.make(base, { client_name: "Claude <b>" })
        await app.connect(browser, {}, { scope: ["deals:read", "leads:write"] })
        const { text } = await browser.open(path)
        assert.include(text, "Claude &lt;b&gt;")
        assert.include(text, "at 127.0.0.1:7777")
        assert.include(text, english["deals:read"]!)
        assert.include(text, english["leads:write"]!)
        assert.notInclude(text, english["deals:write"]!)
        assert.include(text, "never used")
      })
    })
  )

  it.effect("disconnects only one app, whose tokens are refused on the next request", () =>
    Effect.gen(function* () {
      const { as, base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const [one, two] = [await OAuthApp.make(base), await OAuthApp.make(base)]
        const first = await one.connect(browser)
        const [toFirst = ""] = await revocations(browser)
        const second = await two.connect(browser)
        const me = (token: string) => as(token)("GET", "/v1/me").then(({ status }) => status)
        assert.deepStrictEqual([await me(first.access_token), await me(second.access_token)], [200, 200])
        const after = await submit(browser, path, toFirst)
        assert.include(after.text, "App disconnected.")
        assert.deepStrictEqual([await me(first.access_token), await me(second.access_token)], [401, 200])
        assert.strictEqual((await one.refresh(first.refresh_token)).status, 400)
        assert.strictEqual((await two.refresh(second.refresh_token)).status, 200)
      })
    })
  )

  it.effect("lets people disconnect their own apps, and admins all; other workspaces see nothing of it", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const stranger = yield* SignedIn.make()
      const service = yield* TestService
      const viewer = yield* service.member(owner.workspace.id, "viewer")
      const theirs = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(owner.base)
        const ofOwner = await app.connect(owner.browser)
        const [owners = ""] = await revocations(owner.browser)
        await app.connect(theirs)
        const [viewers = "", ...none] = await revocations(theirs)
        assert.deepStrictEqual(none, [])
        assert.strictEqual(formTo(await theirs.open(path), owners), -1)
        assert.strictEqual((await sendAnyway(theirs, owners)).status, 403)
        const foreign = await sendAnyway(stranger.browser, owners)
        const nobodys = await sendAnyway(stranger.browser, `${path}/nothing/revoke`)
        assert.deepStrictEqual([foreign.status, nobodys.status], [404, 404])
        assert.strictEqual((await owner.as(ofOwner.access_token)("GET", "/v1/me")).status, 200)
        assert.deepStrictEqual((await revocations(owner.browser)).toSorted(), [owners, viewers].toSorted())
        assert.include((await submit(owner.browser, path, viewers)).text, "App disconnected.")
        assert.deepStrictEqual(await revocations(theirs), [])
      })
    })
  )
})
