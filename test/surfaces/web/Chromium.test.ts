import { assert, layer } from "@effect/vitest"
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/client"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { People } from "../../../layers/identity/people/People.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Workspaces } from "../../../layers/identity/Workspaces.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as FirstRun from "../../../src/identity/pages/signIn/FirstRun.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { ClientMemory } from "../../support/mcp/ClientMemory.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** An app's callback; returns the URL that the browser came to. */
const listening = Effect.acquireRelease(
  Effect.callback<{ readonly uri: string; readonly came: Promise<URL>; readonly stop: () => void }>(
    (resume) => {
      let arrive: (url: URL) => void
      const came = new Promise<URL>((resolve) => (arrive = resolve))
      const server = createServer((request, response) => {
        if (request.url?.startsWith("/callback") === true) arrive(new URL(request.url, "http://127.0.0.1"))
        response.end("You may close this window.")
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const stop = () => void server.close().closeAllConnections()
        resume(Effect.succeed({ uri: `http://127.0.0.1:${port}/callback`, came, stop }))
      })
    }
  ),
  ({ stop }) => Effect.sync(stop)
)

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("in Chromium", (it) => {
  for (const javaScriptEnabled of [true, false]) {
    it.effect(
      `the official SDK connects ${javaScriptEnabled ? "with" : "without"} scripts, by keyboard alone`,
      () =>
        Effect.gen(function* () {
          const { as, base, user, workspace } = yield* SignedIn.withPassword()
          const { came, uri } = yield* listening
          const { complaints, page } = yield* open(yield* Browser, { javaScriptEnabled })
          yield* Effect.promise(async () => {
            const memory = new ClientMemory({ name: "Claude", redirect: uri })
            const provider = memory as OAuthClientProvider
            const serverUrl = `${base}/mcp`
            assert.strictEqual(await auth(provider, { serverUrl }), "REDIRECT")
            await page.goto(memory.asked!.href)
            assert.strictEqual(await page.title(), "Sign in · Sales Pipeline")
            await page.keyboard.type(user.email)
            await page.keyboard.press("Tab")
            await page.keyboard.type(SignedIn.password)
            await page.keyboard.press("Enter")
            await page.getByRole("heading", { name: "Connect Claude?" }).waitFor()
            await page.getByLabel("Create, import, triage, enrich, promote and delete leads").focus()
            await page.keyboard.press("Space")
            await page.getByRole("button", { name: "Allow" }).focus()
            await page.keyboard.press("Enter")
            const back = (await came).searchParams
            assert.strictEqual(back.get("state"), "sdk-state")
            const [authorizationCode, iss] = [back.get("code")!, back.get("iss")!]
            assert.strictEqual(await auth(provider, { serverUrl, authorizationCode, iss }), "AUTHORIZED")
            const me = await as(memory.saved.access_token)("GET", "/v1/me")
            assert.strictEqual(me.body.workspace.id, workspace.id)
            assert.deepStrictEqual(me.body.auth.scopes, [
              "deals:read",
              "deals:write",
              "leads:read",
              "pipeline:read"
            ])
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )
  }

  it.effect(
    "an app is denied, and told so",
    () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        const { came, uri } = yield* listening
        const { complaints, page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          const app = await OAuthApp.make(base, { redirect_uris: [uri] })
          await page.goto(app.authorizeUrl({ redirect_uri: uri }))
          await page.getByLabel("Email").fill(user.email)
          await page.getByLabel("Password").fill(SignedIn.password)
          await page.getByRole("button", { name: "Sign in", exact: true }).click()
          await page.getByRole("button", { name: "Deny" }).click()
          assert.strictEqual((await came).searchParams.get("error"), "access_denied")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "every page is accessible, wide and narrow, light and dark",
    () =>
      Effect.gen(function* () {
        const { base, user, workspace } = yield* SignedIn.withPassword()
        const service = yield* TestService
        const other = yield* service.workspace()
        yield* Effect.provideService((yield* Workspaces).addMember(user.email, null, "viewer"), Tenant, {
          workspaceId: other.workspace.id
        })
        const people = yield* People
        const invited = yield* people.link(other.user.id as UserId, 24, null)
        const { complaints, page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(`${base}/sign-in`)
          await inspect(page, "sign-in")
          await page.getByLabel("Email").fill(user.email)
          await page.getByLabel("Password").fill("wrong")
          await page.getByRole("button", { name: "Sign in", exact: true }).click()
          await page.getByRole("alert").waitFor()
          await inspect(page, "sign-in-failed")
          await page.getByLabel("Password").fill(SignedIn.password)
          await page.getByRole("button", { name: "Sign in", exact: true }).click()
          await page.getByRole("heading", { name: "Sales", exact: true }).waitFor()
          await page.goto(`${base}/account`)
          await inspect(page, "account")

          const app = await OAuthApp.make(base, {
            client_name:
              "Claude <b>Code</b> with quite a long name that goes on and on to the very end of it",
            redirect_uris: ["https://claude.example/api/mcp/auth_callback"]
          })
          const redirect = { redirect_uri: "https://claude.example/api/mcp/auth_callback" }
          await page.goto(app.authorizeUrl(redirect))
          await inspect(page, "consent")
          await page.getByLabel(workspace.name).first().check()
          for (const box of await page.getByRole("checkbox").all()) await box.uncheck()
          await page.getByRole("button", { name: "Allow" }).click()
          await page.getByRole("alert").waitFor()
          await inspect(page, "consent-of-nothing")

          await page.goto(`${base}/welcome/${invited.token}`)
          await inspect(page, "welcome")
          await page.goto(`${base}/welcome/nothing`)
          await inspect(page, "gone")
          await page.goto(app.authorizeUrl({ redirect_uri: "https://evil.example/" }))
          await inspect(page, "refused")
          // Chromium logs statuses of 400 and above.
          assert.deepStrictEqual(
            complaints.filter((text) => !text.startsWith("Failed to load resource")),
            []
          )
        })
      }),
    120_000
  )

  it.effect(
    "a page loads little, shifts nothing, and its policy blocks typed-in scripts",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const { page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          const hostile = `"><script>window.owned = 1</script><img src=x onerror="window.owned = 2">`
          const app = await OAuthApp.make(owner.base, { client_name: hostile })
          await page.goto(app.authorizeUrl())
          assert.include(await page.getByRole("heading").first().innerText(), "<script>")
          assert.isUndefined(await page.evaluate("window.owned"))
          await weigh(page, app.authorizeUrl())
        })
      }),
    60_000
  )
})

const fresh = Layer.merge(TestService.layer({ DEMO: "0" }), Browser.layer())

layer(fresh, { excludeTestServices: true })("in Chromium, a new service", (it) => {
  it.effect(
    "is set up by its first page",
    () =>
      Effect.gen(function* () {
        const link = yield* FirstRun.link
        const { complaints, page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(link!)
          await inspect(page, "setup")
          await page.getByLabel("Workspace").fill("Acme")
          await page.getByLabel("Your email").fill("ada@acme.example")
          await page.getByLabel("New password", { exact: true }).fill("a good long password")
          await page.getByLabel("Repeat the new password").fill("a good long password")
          await page.getByRole("button", { name: "Create workspace" }).click()
          await page.getByRole("heading", { name: "Your first API key" }).waitFor()
          await inspect(page, "ready")
          await page.getByRole("link", { name: "Continue" }).click()
          await page.getByRole("heading", { name: "Sales", exact: true }).waitFor()
          assert.deepStrictEqual(complaints, [])
        })
      }),
    120_000
  )
})
