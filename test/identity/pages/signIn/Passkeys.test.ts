/** Passkeys through the pages: made by Chromium's virtual authenticator, and forged with its private key. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createPrivateKey } from "node:crypto"
import { maxPasskeys, Passkeys } from "../../../../layers/identity/people/Passkeys.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as OneTimeCode from "../../../../src/identity/rules/OneTimeCode.ts"
import { Secret, TOTP } from "otpauth"
import * as Replay from "../../../support/audit/Replay.ts"
import { Browser, open } from "../../../support/pages/Browser.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import { answer, type Told } from "../../../support/pages/PasskeyAnswers.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const path = "/account/passkeys"
const way = "/sign-in/passkey"
const current = SignedIn.password

const isIn = async (browser: FormBrowser) => (await browser.open("/account")).url.endsWith("/account")

const urlencoded = (body: string, changes: Record<string, string>) => {
  const fields = new URLSearchParams(body)
  for (const [name, value] of Object.entries(changes)) fields.set(name, value)
  return fields.toString()
}

/** Someone who added a passkey in Chromium, and is still signed in there. */
const withPasskey = Effect.fnUntraced(function* () {
  const made = yield* SignedIn.withPassword()
  const { base, user } = made
  const { complaints, page } = yield* open(yield* Browser)
  page.setDefaultTimeout(8_000)
  const site = base.replace("127.0.0.1", "localhost")
  const signIn = async () => {
    await page.goto(`${site}/sign-in`)
    await page.getByLabel("Email").fill(user.email)
    await page.getByLabel("Password").fill(current)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }
  const { cdp, authenticatorId, added } = yield* Effect.promise(async () => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send("WebAuthn.enable")
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true
      }
    })
    await signIn()
    await page.waitForURL("**/boards**")
    await page.goto(`${site}${path}`)
    await page.getByLabel("Name").fill("Work laptop")
    await page.getByLabel("Your password").fill(current)
    const sent = page.waitForRequest((request) => request.method() === "POST")
    await page.getByRole("button", { name: "Add a passkey" }).click()
    const added = (await sent).postData()!
    await page.getByText("Passkey added").waitFor()
    return { cdp, authenticatorId, added }
  })
  const { credentials } = yield* Effect.promise(() =>
    cdp.send("WebAuthn.getCredentials", { authenticatorId })
  )
  const [{ credentialId, privateKey }] = credentials as [(typeof credentials)[0]]
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" })
  const id = Buffer.from(credentialId, "base64").toString("base64url")
  return { ...made, added, complaints, page, passkey: { id, key }, signIn, site, userId: user.id as UserId }
})

/** Switches on the second step, and returns the recovery codes. */
const withCodes = Effect.fnUntraced(function* (id: UserId) {
  const secret = OneTimeCode.base32(Buffer.alloc(20, 7))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return (yield* (yield* SecondFactors).turnOn(id, secret, code))!
})

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("passkeys", (it) => {
  it.effect("are added, sign in without the password or in place of the code, and are removed", () =>
    Effect.gen(function* () {
      const { added, complaints, page, signIn, site, userId, workspace } = yield* withPasskey()
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
      const signOut = async () => {
        await press("Account")
        await press("Sign out")
      }
      yield* Effect.promise(async () => {
        assert.include(await page.getByRole("list", { name: "Passkeys" }).innerText(), "last used: never")
        const cookie = (await page.context().cookies())
          .map(({ name, value }) => `${name}=${value}`)
          .join("; ")
        const headers = { cookie, "content-type": "application/x-www-form-urlencoded" }
        const again = await fetch(`${site}${path}`, { method: "POST", body: added, headers })
        assert.strictEqual(again.status, 400)
        const wrong = urlencoded(added, { current: "not it" })
        const refused = await fetch(`${site}${path}`, { method: "POST", body: wrong, headers })
        assert.include(await refused.text(), "Wrong password")
        await page.getByLabel("Name").fill("The same device")
        await page.getByLabel("Your password").fill(current)
        await press("Add a passkey")
        await page.getByText("This device already has a passkey for this account").waitFor()
        await signOut()
        await page.goto(`${site}/account`)
        await press("Sign in with a passkey")
        await page.waitForURL("**/account")
      })
      yield* withCodes(userId)
      yield* Effect.promise(async () => {
        await signOut()
        await signIn()
        await page.getByRole("heading", { name: "Enter your code" }).waitFor()
        await press("Use a passkey instead")
        await page.waitForURL("**/boards**")
        await page.goto(`${site}${path}`)
        assert.notInclude(await page.getByRole("list", { name: "Passkeys" }).innerText(), "never")
        assert.isTrue(await page.getByLabel("Code").isVisible())
        await press("Remove Work laptop")
        await page.getByText("Passkey removed").waitFor()
        await signOut()
        await press("Sign in with a passkey")
        await page.getByText("The passkey wasn’t accepted").waitFor()
        await signIn()
        await page.getByRole("heading", { name: "Enter your code" }).waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Use a passkey instead" }).count(), 0)
      })
      assert.isEmpty(complaints)
      const deeds = (yield* Replay.log(workspace.id)).map(({ operation }) => operation)
      assert.includeMembers(deeds, ["account.passkey_added", "account.passkey_removed"])
    })
  )

  it.effect("answer once, for this site, this challenge and this browser, and never with an old count", () =>
    Effect.gen(function* () {
      const { base, passkey, site } = yield* withPasskey()
      const right = { origin: site, counter: 100 }
      const wrong: Record<string, Partial<Told>> = {
        origin: { origin: "https://evil.example" },
        port: { origin: `${site}0` },
        address: { origin: base },
        challenge: { challenge: Buffer.alloc(32).toString("base64url") },
        site: { rpID: "evil.example" },
        type: { type: "webauthn.create" },
        "nobody there": { flags: 0x00 },
        "nobody asked who": { flags: 0x01 }
      }
      yield* Effect.promise(async () => {
        const one = new FormBrowser(base)
        const asked = await one.open("/sign-in")
        const give = async (response: string, browser = one, shown = asked) => {
          await browser.submitTo(shown, way, { response })
          return isIn(browser)
        }
        for (const [what, told] of Object.entries(wrong)) {
          assert.isFalse(await give(answer(asked, passkey, { ...right, ...told })), what)
        }
        for (const garbage of ["", "{}", "[]", "null", answer(asked, { ...passkey, id: "AAAA" }, right)]) {
          assert.isFalse(await give(garbage), garbage)
        }
        const other = new FormBrowser(base)
        const shown = await other.open("/sign-in")
        const state = asked.forms
          .find(({ action }) => action === way)!
          .inputs.find(({ name }) => name === "state")!
        await other.submitTo(shown, way, { response: answer(asked, passkey, right), state: state.value })
        assert.isFalse(await isIn(other))
        // The same browser before and after: its forms carry the same until it is signed in.
        const twin = new FormBrowser(base)
        for (const [name, cookie] of one.cookies) twin.cookies.set(name, cookie)
        assert.isTrue(await give(answer(asked, passkey, right)))
        assert.isFalse(await give(answer(asked, passkey, { ...right, counter: 101 }), twin))
        const third = new FormBrowser(base)
        const fresh = await third.open("/sign-in")
        for (const counter of [0, 99, 100]) {
          assert.isFalse(await give(answer(fresh, passkey, { ...right, counter }), third, fresh))
        }
        assert.isTrue(await give(answer(fresh, passkey, { ...right, counter: 101 }), third, fresh))
      })
    })
  )

  it.effect("of another person are not taken for the one who showed the password", () =>
    Effect.gen(function* () {
      const mine = yield* withPasskey()
      const theirs = yield* withPasskey()
      yield* withCodes(mine.userId)
      yield* Effect.promise(async () => {
        const one = new FormBrowser(mine.base)
        const asked = await one.signIn(mine.user.email, current)
        const told = { origin: mine.site, counter: 100 }
        await one.submitTo(asked, way, { response: answer(asked, theirs.passkey, told) })
        assert.isFalse(await isIn(one))
        await one.submitTo(asked, way, { response: answer(asked, mine.passkey, told) })
        assert.isTrue(await isIn(one))
      })
      const passkeys = yield* Passkeys
      assert.isFalse(yield* passkeys.remove(mine.userId, theirs.passkey.id))
      assert.lengthOf(yield* passkeys.list(theirs.userId), 1)
    })
  )

  it.effect("are ten at most, and go with a reset, or when somebody vouches for the account", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const sql = yield* SqlClient.SqlClient
      const fill = Effect.fnUntraced(function* () {
        const { user, workspace } = yield* SignedIn.withPassword()
        const id = user.id as UserId
        const done = yield* Effect.forEach(
          Array.from({ length: maxPasskeys + 3 }, (_, index) => `${id}-${index}`),
          (one) => passkeys.add(id, { id: one, key: new Uint8Array(1), counter: 0 }, "One"),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          done.filter((one) => one === "added"),
          maxPasskeys
        )
        return { id, workspace }
      })
      const first = yield* fill()
      yield* (yield* SecondFactors).turnOff(first.id, "operator")
      assert.isEmpty(yield* passkeys.list(first.id))
      const second = yield* fill()
      yield* sql`UPDATE users SET only_in = ${second.workspace.id} WHERE id = ${second.id}`
      yield* (yield* People).setPassword(second.id, current, "operator")
      assert.isEmpty(yield* passkeys.list(second.id))
    })
  )
})
