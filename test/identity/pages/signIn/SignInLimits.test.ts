import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { People } from "../../../../layers/identity/people/People.ts"
import type { UserId } from "../../../../schema/Id.ts"
import { submit } from "../../../support/pages/Acting.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** A browser whose address is set by a proxy header. */
class BrowserAt extends FormBrowser {
  address: string
  constructor(base: string, address: string) {
    super(base)
    this.address = address
  }

  override send(url: string, init: Parameters<FormBrowser["send"]>[1] = {}) {
    return super.send(url, { ...init, headers: { "x-forwarded-for": this.address } })
  }
}

/** The statuses of consecutive password attempts. */
const statuses = async (browser: FormBrowser, email: string, count: number, password = "wrong") => {
  const seen: Array<number> = []
  for (let index = 0; index < count; index++) seen.push((await browser.signIn(email, password)).status)
  return seen
}

/** Prolongs each wait, so that it does not end during a slow test. */
const waitLonger = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`UPDATE password_tries SET next_at = ${new Date(Date.now() + 600_000).toISOString()} WHERE tries > 7`
)

layer(TestService.layer({ TRUST_PROXY: "true" }), { excludeTestServices: true })(
  "guessing a password",
  (it) => {
    it.effect("is slowed for an address, without locking the person out elsewhere", () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        const known = new BrowserAt(base, "192.0.2.1")
        const at = (address: string) => new BrowserAt(base, address)
        const places = ["198.51.100.1", "192.88.99.2"]
        yield* Effect.promise(async () => {
          assert.strictEqual((await known.signIn(user.email, SignedIn.password)).status, 200)
          for (const place of places) {
            assert.deepStrictEqual([...new Set(await statuses(at(place), user.email, 8))], [400])
          }
        })
        yield* waitLonger
        yield* Effect.promise(async () => {
          for (const place of places)
            assert.deepStrictEqual(await statuses(at(place), user.email, 2), [429, 429])
          // From that address the right password waits too; the person's own browser does not.
          const held = await at("198.51.100.1").signIn(user.email, SignedIn.password)
          assert.strictEqual(held.status, 429)
          assert.match(held.headers.get("retry-after")!, /^[1-9]\d*$/u)
          assert.include(held.text, "Too many wrong passwords")
          known.address = "198.51.100.1"
          assert.strictEqual((await known.signIn(user.email, SignedIn.password)).status, 200)
          assert.strictEqual((await at("203.0.113.3").signIn(user.email, SignedIn.password)).status, 200)
        })
      })
    )

    it.effect("is slowed for a known browser only by its own tries, and also for an unknown email", () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        const longer = Effect.provideContext(waitLonger, yield* Effect.context<SqlClient.SqlClient>())
        yield* Effect.promise(async () => {
          const known = new BrowserAt(base, "192.0.2.2")
          await known.signIn(user.email, SignedIn.password)
          assert.deepStrictEqual([...new Set(await statuses(known, user.email, 8))], [400])
          await Effect.runPromise(longer)
          assert.deepStrictEqual(await statuses(known, user.email, 1), [429])
          // The cookie is good for only one email.
          const forged = new BrowserAt(base, "198.51.100.9")
          forged.cookies.set("__Host-known", known.cookies.get("__Host-known")!)
          for (const browser of [forged, new BrowserAt(base, "203.0.113.8")]) {
            assert.deepStrictEqual([...new Set(await statuses(browser, "nobody@test.example", 8))], [400])
            await Effect.runPromise(longer)
            assert.deepStrictEqual(await statuses(browser, "nobody@test.example", 1), [429])
          }
        })
      })
    )

    it.effect("is no faster in parallel, from one IPv6 network, or with a port beside the address", () =>
      Effect.gen(function* () {
        const { url: base } = yield* TestService
        yield* Effect.promise(async () => {
          const many = async (addressOf: (index: number) => string) => {
            const email = `${addressOf(0).replaceAll(/\W/gu, "")}@test.example`
            const browsers = Array.from({ length: 12 }, (_, index) => new BrowserAt(base, addressOf(index)))
            const pages = await Promise.all(browsers.map((browser) => browser.open("/sign-in")))
            const answers = await Promise.all(
              browsers.map((browser, index) => browser.submit(pages[index]!, { email, password: "wrong" }))
            )
            assert.includeMembers([400, 429, 503], [...new Set(answers.map(({ status }) => status))])
            return answers.filter(({ status }) => status === 400).length
          }
          for (const addressOf of [
            () => "203.0.113.1",
            (index: number) => `2001:db8:1:2:${index}::1`,
            (index: number) => `203.0.113.2:${4000 + index}`,
            (index: number) => `[2001:db8:1:3::${index}]:443`
          ]) {
            assert.isAtMost(await many(addressOf), 8)
          }
        })
      })
    )

    /** One attempt from each of many networks, all at once after loading the page. */
    const fromEverywhere = async (base: string, email: string, addresses: ReadonlyArray<string>) => {
      const browsers = addresses.map((address) => new BrowserAt(base, address))
      const pages = await Promise.all(browsers.map((browser) => browser.open("/sign-in")))
      return browsers.map((browser, index) => browser.submit(pages[index]!, { email, password: "wrong" }))
    }

    for (const [whose, most, addressOf] of [
      ["from everywhere", 36, (index: number) => `${20 + index}.7.0.1`],
      ["with an IPv6 /48", 16, (index: number) => `2a00:1:2:${index}::1`],
      ["with an IPv6 /32", 24, (index: number) => `2a01:1:${index}::1`]
    ] as const) {
      it.effect(`slows strangers ${whose}, without locking out the person's new browser`, () =>
        Effect.gen(function* () {
          const { base, user } = yield* SignedIn.withPassword()
          const known = new BrowserAt(base, "192.0.2.3")
          yield* Effect.promise(async () => {
            await known.signIn(user.email, SignedIn.password)
            for (let index = 0; index < most; index += 8) {
              const addresses = Array.from({ length: 8 }, (_, one) => addressOf(index + one))
              // Clients that must wait continue to wait.
              for (const sent of await fromEverywhere(base, user.email, addresses)) void sent.catch(() => {})
            }
            const fresh = new BrowserAt(base, "198.51.100.77")
            const tries: Array<number> = []
            while (tries.length < 4 && !tries.includes(200)) {
              tries.push((await fresh.signIn(user.email, SignedIn.password)).status)
            }
            assert.include(tries, 200)
            assert.strictEqual((await known.signIn(user.email, SignedIn.password)).status, 200)
          })
        })
      )
    }

    it.effect("is no faster with the password of another account with the same email", () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        const attacker = yield* SignedIn.make()
        const longer = Effect.provideContext(waitLonger, yield* Effect.context<SqlClient.SqlClient>())
        yield* Effect.promise(async () => {
          const members = "/settings/members"
          const asked = await submit(attacker.browser, members, members, {
            email: user.email,
            role: "viewer",
            name: ""
          })
          const link = /<code class="secret" id="link">([^<]*)<\/code>/u.exec(asked.text)![1]!
          const squatter = new BrowserAt(base, "203.0.113.50")
          const theirs = "an attacker's password"
          await squatter.submit(await squatter.open(link), { password: theirs, again: theirs })
          for (let index = 0; index < 3; index++) {
            await statuses(squatter, user.email, 3)
            assert.strictEqual((await squatter.signIn(user.email, theirs)).status, 200)
          }
          await Effect.runPromise(longer)
          for (let index = 0; index < 3; index++) {
            assert.deepStrictEqual(await statuses(squatter, user.email, 1), [429])
            // The slowed account's own password waits too; the other account is not affected.
            assert.strictEqual((await squatter.signIn(user.email, SignedIn.password)).status, 429)
            assert.strictEqual((await squatter.signIn(user.email, theirs)).status, 200)
          }
        })
      })
    )

    it.effect("no longer recognizes a browser once the password has changed", () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        const known = new BrowserAt(base, "203.0.113.60")
        yield* Effect.promise(async () => {
          await known.signIn(user.email, SignedIn.password)
          await statuses(new BrowserAt(base, known.address), user.email, 8)
        })
        yield* waitLonger
        const signIn = (password: string) =>
          Effect.map(
            Effect.promise(() => known.signIn(user.email, password)),
            ({ status }) => status
          )
        assert.strictEqual(yield* signIn(SignedIn.password), 200)
        yield* (yield* People).setPassword(user.id as UserId, "another good password")
        assert.strictEqual(yield* signIn("another good password"), 429)
      })
    )

    it.effect("leaves room for others, and most for known browsers, when one network sends many", () =>
      Effect.gen(function* () {
        const { base, user } = yield* SignedIn.withPassword()
        yield* Effect.promise(async () => {
          const known = new BrowserAt(base, "192.0.2.9")
          await known.signIn(user.email, SignedIn.password)
          const flood = async (address: string) => {
            const browser = new BrowserAt(base, address)
            const page = await browser.open("/sign-in")
            return Array.from({ length: 30 }, (_, index) =>
              browser.submit(page, { email: `nobody${index}@${address}.example`, password: "wrong" })
            )
          }
          const floods = (
            await Promise.all(["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"].map(flood))
          ).flat()
          for (let index = 0; index < 6; index++) {
            assert.strictEqual((await known.signIn(user.email, SignedIn.password)).status, 200)
          }
          const fresh = new BrowserAt(base, "198.51.100.90")
          assert.strictEqual((await fresh.signIn(user.email, SignedIn.password)).status, 200)
          const seen = (await Promise.all(floods)).map(({ status }) => status)
          assert.includeMembers([400, 503], [...new Set(seen)])
          assert.include(seen, 503)
        })
      })
    )
  }
)
