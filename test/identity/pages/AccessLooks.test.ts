import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { People } from "../../../layers/identity/people/People.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const pages = Layer.merge(
  TestService.layer({ RATE_LIMIT_PER_KEY: "600", RATE_LIMIT_PER_WORKSPACE: "2000" }),
  Browser.layer()
)

/** A day of a credential's traffic: busy hours, and a minute with refusals. */
const traffic = Effect.fnUntraced(function* (
  workspaceId: string,
  credential: string,
  share: number,
  minutes = 1380
) {
  const sql = yield* SqlClient.SqlClient
  const now = Date.now() - (Date.now() % 60_000)
  const rows = Array.from({ length: minutes }, (_, ago) => {
    const wanted = Math.max(0, Math.round(share * (500 + 400 * Math.sin(ago / 9) - 100 * Math.cos(ago / 97))))
    return {
      workspace_id: workspaceId,
      credential,
      minute: new Date(now - ago * 60_000).toISOString(),
      requests: Math.min(600, wanted),
      refused: Math.max(0, wanted - 600)
    }
  })
  yield* sql`INSERT INTO request_counts ${sql.insert(rows as never)}`
})

/** A workspace in use: keys, apps and people, some with long names. */
const lived = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const service = yield* TestService
  const member = yield* service.member(owner.workspace.id, "member")
  yield* service.member(owner.workspace.id, "viewer")
  yield* (yield* People).setPassword(owner.user.id as UserId, SignedIn.password)
  const browser = yield* SignedIn.browserOf(owner.user.id)
  yield* Effect.promise(async () => {
    const app = await OAuthApp.make(owner.base, {
      client_name: "Claude Code with quite a long name that goes on and on",
      redirect_uris: ["https://claude.example/api/mcp/auth_callback"]
    })
    await app.connect(browser, { redirect_uri: "https://claude.example/api/mcp/auth_callback" })
    const other = await OAuthApp.make(owner.base, { client_name: "Importer" })
    await other.connect(browser, {}, { scope: ["deals:read"] })
    const keys = await browser.open("/settings/keys")
    const name = "A-name-without-any-space-that-is-as-long-as-a-name-may-be-and-so-must-be-broken"
    await browser.submit(
      keys,
      { name },
      keys.forms.findIndex(({ action }) => action === "/settings/keys")
    )
    await owner.send("GET", "/v1/me")
  })
  yield* traffic(owner.workspace.id, owner.apiKey.id, 1)
  yield* traffic(owner.workspace.id, `session:${member.id}`, 0.02)
  return { ...owner, browser, member }
})

layer(pages, { excludeTestServices: true })("the settings about access, in Chromium", (it) => {
  it.effect(
    "are accessible, wide and narrow, light and dark, and load little",
    () =>
      Effect.gen(function* () {
        const owner = yield* lived
        const stranger = yield* SignedIn.make()
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        const link = yield* Effect.promise(async () => {
          for (const [path, name] of [
            ["/settings/keys", "keys"],
            ["/settings/apps", "apps"],
            ["/settings/usage", "usage"],
            [`/settings/usage?of=${owner.apiKey.id}`, "usage-of-a-key"]
          ] as const) {
            await weigh(page, owner.base + path)
            await inspect(page, name)
          }
          await page.goto(`${owner.base}/settings/keys`)
          await page.getByText("Revoke First key").first().click()
          await inspect(page, "keys-revoke")
          await page.getByLabel("Name").fill("Claude")
          await page.getByRole("button", { name: "Create key" }).click()
          await page.getByRole("heading", { name: "The key Claude is ready" }).waitFor()
          await inspect(page, "keys-created")

          await page.goto(`${owner.base}/settings/members`)
          await page.getByLabel("Email").fill(stranger.user.email)
          await page.getByRole("button", { name: "Create invitation" }).click()
          const invitation = await page.locator("#link").innerText()
          await inspect(page, "members-invited")
          await weigh(page, `${owner.base}/settings/members`)
          await inspect(page, "members")
          await page.getByRole("link", { name: "Change Owner" }).click()
          await page.locator("summary", { hasText: "Remove" }).click()
          await inspect(page, "member")
          return invitation
        })
        yield* SignedIn.inChromium(page, stranger)
        yield* Effect.promise(async () => {
          await page.goto(link)
          await inspect(page, "join")
          await page.getByRole("button", { name: "Join" }).click()
          await page.getByText("You joined Test").waitFor()
        })
        yield* SignedIn.inChromium(page, { ...owner, browser: yield* SignedIn.browserOf(owner.member.id) })
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/settings/members`)
          await inspect(page, "members-as-member")
        })
        assert.deepStrictEqual(complaints, [])
      }),
    180_000
  )

  it.effect(
    "stay small with many entries",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const service = yield* TestService
        const keys = yield* ApiKeys
        const member = Effect.andThen(service.member(owner.workspace.id, "member"), ({ id }) =>
          keys.create(id as UserId, "Another")
        )
        const made = yield* Effect.forEach(Array.from({ length: 60 }), () => member).pipe(
          Effect.provideService(Tenant, { workspaceId: owner.workspace.id })
        )
        for (const { id } of made) yield* traffic(owner.workspace.id, id, 0.9, 60)
        const { page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          for (const path of ["members", "keys", "usage"]) await weigh(page, `${owner.base}/settings/${path}`)
          await page.getByText(/^1 to 50 of 12\d$/u).waitFor()
        })
      }),
    120_000
  )

  it.effect(
    "copy a new key, and the client settings for it, at the press of a button",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const { complaints, page } = yield* open(yield* Browser, {
          permissions: ["clipboard-read", "clipboard-write"]
        })
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/settings/keys`)
          await page.getByLabel("Name").fill("Claude")
          await page.keyboard.press("Enter")
          const token = await page.locator("#token").innerText()
          const copied = async (index: number) => {
            await page.getByRole("button", { name: "Copy" }).nth(index).focus()
            await page.keyboard.press("Enter")
            await page.getByText("Copied.").waitFor()
            return (await page.evaluate("navigator.clipboard.readText()")) as string
          }
          assert.match(token, /^svc_live_[0-9A-Za-z]{43}$/u)
          assert.strictEqual(await copied(0), token)
          const curl = `curl -s "${owner.base}/v1/deals?limit=3" -H "Authorization: Bearer ${token}"`
          assert.strictEqual(await copied(1), curl)
          const { mcpServers } = JSON.parse(await copied(2))
          assert.strictEqual(mcpServers["sales-pipeline"].headers.Authorization, `Bearer ${token}`)
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )
})
