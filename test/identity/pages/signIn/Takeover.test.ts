/** Accounts made in advance: choosing a password for someone else's email gives no access later. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "../../../../schema/Id.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { formTo, submit } from "../../../support/pages/Acting.ts"
import * as Admin from "../../../support/server/Admin.ts"
import { FormBrowser, type Page } from "../../../support/pages/FormBrowser.ts"
import { OAuthApp } from "../../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const path = "/settings/members"

/** The attacker's password, and the person's. */
const theirs = "an attacker's password"
const own = "a password of my own"

let count = 0
const newEmail = () => `ceo${++count}@gamma.example`

const linkIn = ({ text }: Page) => /<code class="secret" id="link">([^<]*)<\/code>/u.exec(text)?.[1] ?? ""

const choose = async (browser: FormBrowser, link: string, password: string) =>
  browser.submit(await browser.open(link), { password, again: password })

type Browsing = Pick<Effect.Success<ReturnType<typeof SignedIn.make>>, "base" | "browser">

/** The link that an admin gets for an email. */
const invite = async ({ browser }: Browsing, email: string, role = "admin") =>
  linkIn(await submit(browser, path, path, { email, role, name: "Made by me" }))

/** An admin who invited someone else's email and opened the link, so that they are signed in as that person. */
const squatter = Effect.fnUntraced(function* (email: string) {
  const owner = yield* SignedIn.make()
  const browser = new FormBrowser(owner.base)
  const app = yield* Effect.promise(async () => {
    await choose(browser, await invite(owner, email), theirs)
    return OAuthApp.make(owner.base)
  })
  const tokens = yield* Effect.promise(() => app.connect(browser))
  return { owner, browser, tokens }
})

layer(TestService.layer(), { excludeTestServices: true })("an account made in advance", (it) => {
  const waysIn = {
    "workspace create": (email: string) =>
      Effect.map(
        Admin.run("workspace create", { name: "gamma", plan: "standard", ownerEmail: email }),
        (made) => ({
          workspaceId: made.workspace.id as string,
          link: made.link.url as string
        })
      ),
    "member add": (email: string) =>
      Effect.gen(function* () {
        const { workspace } = yield* SignedIn.make()
        const made = yield* Admin.run("member add", { workspace: workspace.id, email, role: "admin" })
        return { workspaceId: workspace.id, link: made.link.url as string }
      }),
    "user invite": (email: string) =>
      Effect.gen(function* () {
        const { workspace } = yield* SignedIn.make()
        const made = yield* Admin.run("user invite", { workspace: workspace.id, email, role: "admin" })
        return { workspaceId: workspace.id, link: made.url as string }
      })
  }
  for (const [command, enter] of Object.entries(waysIn)) {
    it.effect(`loses password, session and apps by ${command}, whose link goes to the person`, () =>
      Effect.gen(function* () {
        const email = newEmail()
        const { browser, owner, tokens } = yield* squatter(email)
        const panel = yield* Effect.promise(() => owner.as(tokens.access_token)("POST", "/v1/embed-token"))
        assert.strictEqual(panel.status, 200)
        const { link, workspaceId } = yield* enter(email)
        const sql = yield* SqlClient.SqlClient
        yield* Effect.promise(async () => {
          assert.include((await browser.open("/account")).url, "/sign-in")
          const again = new FormBrowser(owner.base)
          assert.strictEqual((await again.signIn(email, theirs)).status, 400)
          assert.strictEqual((await owner.as(tokens.access_token)("GET", "/v1/me")).status, 401)
          const opened = await again.send(`/api/embed/start?token=${panel.body.token}`)
          assert.isFalse(
            [...again.cookies.keys()].some((name) => name.includes("embed")),
            opened.text
          )
          assert.notStrictEqual(opened.status, 303)
          const person = new FormBrowser(owner.base)
          const welcome = await choose(person, link, own)
          assert.include(welcome.text, "Your password is set")
          assert.include(welcome.text, "(admin)")
          assert.strictEqual((await again.signIn(email, theirs)).status, 400)
          assert.strictEqual((await again.signIn(email, own)).status, 200)
        })
        const rows = yield* sql<{
          role: string
        }>`SELECT m.role FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND u.email = ${email} AND u.only_in IS NULL`
        assert.deepStrictEqual(rows, [{ role: "admin" }])
      })
    )
  }

  for (const command of ["member add", "user invite"]) {
    it.effect(`does not take the place of a member of the workspace that ${command} names`, () =>
      Effect.gen(function* () {
        const email = newEmail()
        const { browser } = yield* squatter(email)
        const beta = yield* SignedIn.make()
        const person = new FormBrowser(beta.base)
        yield* Effect.promise(async () => choose(person, await invite(beta, email, "member"), own))
        const accounts = yield* (yield* People).accounts(email)
        const member = accounts.find(({ onlyIn }) => onlyIn === beta.workspace.id)!
        const flags = { workspace: beta.workspace.id, user: member.id, name: "Mine" }
        const { apiKey } = yield* Admin.run("key create", flags)
        const made = yield* Admin.run(command, { workspace: beta.workspace.id, email, role: "admin" })
        assert.strictEqual(made.user.id, member.id)
        yield* Effect.promise(async () => {
          const me = await beta.as(apiKey.token)("GET", "/v1/me")
          assert.deepStrictEqual([me.status, me.body.user?.id], [200, member.id])
          const welcome = await choose(person, made.link?.url ?? made.url, own)
          assert.include(welcome.text, "(admin)")
          assert.notInclude((await browser.open(path)).text, beta.user.email)
        })
      })
    )
  }

  it.effect("is out of its maker's reach once the person has it", () =>
    Effect.gen(function* () {
      const email = newEmail()
      const { owner } = yield* squatter(email)
      const made = yield* waysIn["workspace create"](email)
      const { id } = (yield* (yield* People).accounts(email))[0]!
      yield* Effect.promise(async () => {
        const refused = await submit(owner.browser, `${path}/${id}`, `${path}/${id}/reset`)
        assert.deepStrictEqual([refused.status, linkIn(refused)], [403, ""])
        const again = await invite(owner, email)
        assert.strictEqual(again, "")
        await choose(new FormBrowser(owner.base), made.link, own)
        assert.strictEqual((await new FormBrowser(owner.base).signIn(email, own)).status, 200)
      })
    })
  )

  it.effect("neither locks anyone out of another workspace nor opens it", () =>
    Effect.gen(function* () {
      const email = newEmail()
      const { browser } = yield* squatter(email)
      const beta = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const link = await invite(beta, email)
        // The maker is signed in to the account, but does not get the link.
        assert.notInclude((await browser.open("/account")).text, beta.workspace.name + " (admin)")
        const person = new FormBrowser(beta.base)
        const page = await choose(person, link, own)
        assert.include(page.text, "You joined Test")
        assert.include((await person.open(path)).text, beta.user.email)
        assert.notInclude((await browser.open(path)).text, beta.user.email)
        const again = new FormBrowser(beta.base)
        assert.notInclude((await again.signIn(email, theirs)).text, "several accounts")
        assert.notInclude((await again.open(path)).text, beta.user.email)
        await again.signIn(email, own)
        assert.include((await again.open(path)).text, beta.user.email)
      })
    })
  )

  it.effect("can't join another workspace unchanged, even by someone with the link", () =>
    Effect.gen(function* () {
      const email = newEmail()
      const { browser } = yield* squatter(email)
      const beta = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const link = await invite(beta, email)
        const page = await browser.open(link)
        assert.include(page.text, "Choose a password")
        const forced = await browser.submit(page, { as: "account" })
        assert.strictEqual(forced.status, 409)
        assert.notInclude((await browser.open(path)).text, beta.user.email)
      })
    })
  )

  it.effect("asks which workspace if one password opens several", () =>
    Effect.gen(function* () {
      const email = newEmail()
      const [alpha, beta] = [yield* SignedIn.make(), yield* SignedIn.make()]
      yield* Effect.promise(async () => {
        for (const one of [alpha, beta])
          await choose(new FormBrowser(one.base), await invite(one, email), own)
        const seen = new Set<string>()
        for (const index of [0, 1]) {
          const browser = new FormBrowser(alpha.base)
          const page = await browser.signIn(email, own)
          assert.include(page.text, "You have several accounts with this password")
          const accounts = [...page.text.matchAll(/<option value="([^"]+)"/gu)].map(([, id]) => id!)
          assert.strictEqual(accounts.length, 2)
          await browser.submit(page, { email, password: own, account: accounts[index]! })
          const { text } = await browser.open(path)
          seen.add([alpha, beta].find(({ user }) => text.includes(user.email))!.user.email)
        }
        assert.strictEqual(seen.size, 2)
      })
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("an invitation", (it) => {
  /** Everything that an admin sees after inviting an email, on every page they can open. */
  const seenOf = async (owner: Browsing, email: string, host: string) => {
    const plain = (text: string) =>
      text
        .replaceAll(email, "EMAIL")
        .replaceAll(encodeURIComponent(email), "EMAIL")
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z_-]{43}/gu, "ID")
        .replaceAll(/<time[^>]*>[^<]*<\/time>/gu, "TIME")
    const answer = await submit(owner.browser, path, path, { email, role: "viewer", name: "" })
    const link = linkIn(answer)
    const browser = new FormBrowser(host)
    const page = await browser.open(link)
    const pages = [answer, page]
    pages.push(await browser.submit(page, { password: "short", again: "short" }))
    pages.push(await owner.browser.open(path))
    pages.push(await choose(browser, link, theirs))
    pages.push(await browser.open(path), await owner.browser.open(path))
    const id = [...pages.at(-1)!.text.matchAll(/\/settings\/members\/([0-9a-f-]{36})"/gu)].map(
      ([, one]) => one!
    )
    return { pages: pages.map(({ status, text }) => [status, plain(text)]), id }
  }

  it.effect("looks the same to the last page, whether its email has an account or not", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const stranger = yield* service.workspace()
      yield* (yield* People).setPassword(stranger.user.id as UserId, SignedIn.password)
      const [first, second] = [yield* SignedIn.make(), yield* SignedIn.make()]
      yield* Effect.promise(async () => {
        const known = await seenOf(first, stranger.user.email, service.url)
        const unknown = await seenOf(second, newEmail(), service.url)
        const own = (text: unknown) =>
          String(text)
            .replaceAll(/owner\d+@test\.example/gu, "OWNER")
            .replaceAll(
              /(?<=<button type="button" class="person"[^>]*>\s*<span aria-hidden="true">)\w+/gu,
              "INITIALS"
            )
        assert.deepStrictEqual(
          known.pages.map(([status, text]) => [status, own(text)]),
          unknown.pages.map(([status, text]) => [status, own(text)])
        )
        // The member belongs only to this workspace, with a separate id.
        assert.notInclude(known.id, stranger.user.id)
        const other = new FormBrowser(service.url)
        assert.strictEqual((await other.signIn(stranger.user.email, theirs)).status, 200)
        assert.notInclude((await other.open(path)).text, stranger.apiKey.id)
        const self = new FormBrowser(service.url)
        await self.signIn(stranger.user.email, SignedIn.password)
        assert.notInclude((await self.open("/account")).text, "(viewer)")
      })
    })
  )

  it.effect("revives the keys of a former member only if the page says so", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const service = yield* TestService
      const [kept, ended] = [
        yield* service.member(owner.workspace.id, "member"),
        yield* service.member(owner.workspace.id, "member")
      ]
      const people = yield* People
      for (const [member, keys, status] of [
        [kept, { revivesKeys: "yes" }, 200],
        [ended, {}, 401]
      ] as const) {
        const { email } = (yield* people.find(member.id as UserId))!
        const browser = yield* SignedIn.browserOf(member.id)
        yield* Effect.promise(async () => {
          await submit(owner.browser, `${path}/${member.id}`, `${path}/${member.id}/remove`)
          const made = await submit(owner.browser, path, path, { email, role: "member", name: "", ...keys })
          const joined = await browser.submit(await browser.open(linkIn(made)))
          assert.include(joined.text, "You joined Test")
          assert.strictEqual((await member.send("GET", "/v1/me")).status, status)
          assert.notStrictEqual(formTo(await owner.browser.open(path), path), -1)
        })
      }
    })
  )
})
