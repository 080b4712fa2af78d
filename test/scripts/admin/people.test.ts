import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { Settings } from "../../../layers/settings/Settings.ts"
import { FormBrowser } from "../../support/pages/FormBrowser.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Runs a command beside the service, on its database and data directory; returns what it prints. */
const admin = Effect.gen(function* () {
  const { url: databaseUrl } = yield* TestDatabase
  const { url } = yield* TestService
  const { dataDir, encryptionKey } = yield* Settings
  const site = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: url,
    ENCRYPTION_KEY: Redacted.value(encryptionKey!)
  }
  return (stdin: string, ...words: ReadonlyArray<string>) =>
    new Promise<any>((resolve) => {
      const { stdin: pipe } = execFile(
        process.execPath,
        ["scripts/admin.ts", ...words, "--json"],
        { env: { ...process.env, ...site } },
        (_error, stdout) => resolve(JSON.parse(stdout))
      )
      pipe!.end(stdin)
    })
})

layer(TestService.layer(), { excludeTestServices: true })("an operator", (it) => {
  it.effect(
    "invites people, resets passwords, disconnects apps and rotates keys beside a running service",
    () =>
      Effect.gen(function* () {
        const piping = yield* admin
        const run = (...words: ReadonlyArray<string>) => piping("", ...words)
        const { as, base, browser, user, workspace } = yield* SignedIn.make()
        const app = yield* Effect.promise(() => OAuthApp.make(base))
        const tokens = yield* Effect.promise(() => app.connect(browser))
        yield* Effect.promise(async () => {
          const email = "Invited@Test.example"
          const invitation = [
            "user",
            "invite",
            "--workspace",
            workspace.id,
            "--email",
            email,
            "--role",
            "viewer"
          ]
          const invited = await run(...invitation)
          assert.strictEqual(invited.user.email, "invited@test.example")
          assert.strictEqual(invited.user.role, "viewer")
          const guest = new FormBrowser(base)
          const page = await guest.open(invited.url)
          const fields = { password: SignedIn.password, again: SignedIn.password }
          const welcome = await guest.submit(page, fields)
          assert.include(welcome.text, workspace.name)

          const reset = await run("user", "reset", "--email", user.email)
          assert.include((await new FormBrowser(base).open(reset.url)).text, user.email)
          const nobody = await run("user", "reset", "--email", "nobody@test.example")
          assert.strictEqual(nobody.error.code, "user_not_found")

          const rotated = await run("keys", "rotate")
          assert.strictEqual(rotated.retired.length, 1)
          assert.strictEqual((await as(tokens.access_token)("GET", "/v1/me")).status, 200)
          const apps = await run("app", "list", "--workspace", workspace.id)
          assert.deepStrictEqual(
            apps.data.map((one: { clientName: string }) => one.clientName),
            ["Test App"]
          )
          await run("app", "revoke", "--id", apps.data[0].grantId)
        })
        const refused = async () =>
          (await as(tokens.access_token)("GET", "/v1/me")).status === 401 ? true : undefined
        yield* eventually(refused, 1)
        yield* Effect.promise(async () => {
          const set = await run("user", "password", "--email", user.email, "--password", SignedIn.password)
          assert.deepStrictEqual(set, { user: { id: user.id, email: user.email } })
          assert.include((await browser.open("/account")).url, "/sign-in")
          assert.include((await browser.signIn(user.email, SignedIn.password)).text, user.email)

          const piped = "read from a pipe, not seen in a list of processes"
          const again = await piping(
            `${piped}\n`,
            "user",
            "password",
            "--email",
            user.email,
            "--password",
            "-"
          )
          assert.deepStrictEqual(again, set)
          assert.include((await new FormBrowser(base).signIn(user.email, piped)).text, user.email)
        })
      }),
    240_000
  )
})
