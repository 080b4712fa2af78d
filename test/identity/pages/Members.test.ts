import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Members } from "../../../layers/identity/Members.ts"
import { People } from "../../../layers/identity/people/People.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import { formTo, sendAnyway, submit } from "../../support/pages/Acting.ts"
import { FormBrowser, type Page } from "../../support/pages/FormBrowser.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/members"
const nobody = "0190a0b0-c0d0-7000-8000-00000000abcd"

let count = 0
const newEmail = () => `guest${++count}@test.example`

const linkIn = ({ text }: Page) => /<code class="secret" id="link">([^<]*)<\/code>/u.exec(text)?.[1] ?? ""

const invite = (browser: FormBrowser, email: string, role = "member") =>
  submit(browser, path, path, { email, role, name: "" })

const choosePassword = async (base: string, link: string, password = SignedIn.password) => {
  const browser = new FormBrowser(base)
  return { browser, page: await browser.submit(await browser.open(link), { password, again: password }) }
}

/** A member of the owner's workspace, with a key, an app and a browser. */
const withMember = Effect.fnUntraced(function* (role: "admin" | "member" | "viewer") {
  const owner = yield* SignedIn.make()
  const member = yield* (yield* TestService).member(owner.workspace.id, role)
  const browser = yield* SignedIn.browserOf(member.id)
  return { owner, member: { ...member, browser } }
})

layer(TestService.layer(), { excludeTestServices: true })("the page of members", (it) => {
  it.effect("lists the members and their roles, and offers changes only to admins", () =>
    Effect.gen(function* () {
      for (const role of ["member", "viewer"] as const) {
        const { member, owner } = yield* withMember(role)
        yield* Effect.promise(async () => {
          const seen = await member.browser.open(path)
          assert.include(seen.text, owner.user.email)
          assert.include(seen.text, `<span class="tag">${role}</span>`)
          assert.strictEqual(formTo(seen, path), -1)
          const own = await member.browser.open(`${path}/${member.id}`)
          assert.deepStrictEqual([own.status, formTo(own, `${path}/${member.id}/role`)], [200, -1])
          assert.strictEqual(formTo(own, `${path}/${member.id}/reset`), -1)
          const tries: ReadonlyArray<readonly [string, Record<string, string>]> = [
            [path, { email: newEmail(), role: "admin" }],
            [`${path}/${member.id}/role`, { role: "admin" }],
            [`${path}/${owner.user.id}/reset`, {}],
            [`${path}/${owner.user.id}/remove`, {}],
            [`${path}/${owner.user.id}/withdraw`, {}]
          ]
          for (const [action, fields] of tries) {
            assert.strictEqual((await sendAnyway(member.browser, action, fields)).status, 403, action)
          }
          const now = await owner.browser.open(path)
          assert.include(now.text, `<span class="tag">${role}</span>`)
        })
      }
    })
  )

  it.effect("changes roles, which apply to keys, apps and sessions from their next request on", () =>
    Effect.gen(function* () {
      const { member, owner } = yield* withMember("member")
      const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
      const { access_token } = yield* Effect.promise(() => app.connect(member.browser))
      const post = (send: typeof member.send) =>
        send("POST", "/v1/deals", { boardId: owner.board.id, name: "D" }).then(({ status }) => status)
      const byApp = owner.as(access_token)
      const setRole = (role: string) =>
        submit(owner.browser, `${path}/${member.id}`, `${path}/${member.id}/role`, { role })
      yield* Effect.promise(async () => {
        assert.deepStrictEqual([await post(member.send), await post(byApp)], [201, 201])
        assert.include((await setRole("viewer")).text, "Role changed.")
        assert.deepStrictEqual([await post(member.send), await post(byApp)], [403, 403])
        assert.strictEqual(formTo(await member.browser.open(path), path), -1)
        await setRole("admin")
        assert.deepStrictEqual([await post(member.send), await post(byApp)], [201, 201])
        assert.notStrictEqual(formTo(await member.browser.open(path), path), -1)
      })
    })
  )

  it.effect("removes a member, whose key, app and session are then refused on their next request", () =>
    Effect.gen(function* () {
      const { member, owner } = yield* withMember("member")
      const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
      const tokens = yield* Effect.promise(() => app.connect(member.browser))
      const byApp = owner.as(tokens.access_token)
      yield* Effect.promise(async () => {
        assert.strictEqual((await member.send("GET", "/v1/me")).status, 200)
        assert.strictEqual((await byApp("GET", "/v1/me")).status, 200)
        const after = await submit(owner.browser, `${path}/${member.id}`, `${path}/${member.id}/remove`)
        assert.include(after.text, "Member removed.")
        assert.strictEqual((await member.send("GET", "/v1/me")).status, 401)
        assert.strictEqual((await byApp("GET", "/v1/me")).status, 401)
        assert.strictEqual((await app.refresh(tokens.refresh_token)).status, 400)
        const seen = await member.browser.open(path)
        assert.include(seen.url, "/account")
        assert.include(seen.text, "None. Ask an admin of a workspace to invite you.")
        assert.include(
          (await owner.browser.open("/settings/keys")).text,
          "(removed: the key no longer works)"
        )
      })
    })
  )

  it.effect("shows nothing of another workspace's people", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* withMember("member"), yield* withMember("member")]
      yield* Effect.promise(async () => {
        for (const action of ["role", "reset", "remove", "withdraw"]) {
          const send = (id: string) =>
            sendAnyway(mine.owner.browser, `${path}/${id}/${action}`, { role: "viewer" })
          const [a, b] = [await send(other.member.id), await send(nobody)]
          assert.deepStrictEqual([a.status, b.status], [404, 404], action)
        }
        for (const id of [other.member.id, nobody, "nothing"]) {
          assert.strictEqual((await mine.owner.browser.open(`${path}/${id}`)).status, 404)
        }
        assert.strictEqual((await other.member.send("GET", "/v1/me")).status, 200)
      })
    })
  )

  it.effect("invites a new person with a link that is shown once, and lets them in with a password", () =>
    Effect.gen(function* () {
      const { base, browser, user, workspace } = yield* SignedIn.make()
      const email = newEmail()
      yield* Effect.promise(async () => {
        const page = await browser.open(path)
        const send = () =>
          browser.submit(
            page,
            { email: email.toUpperCase(), role: "viewer", name: "Gus <i>" },
            formTo(page, path)
          )
        const link = linkIn(await send())
        assert.isTrue(link.startsWith(`${base}/join/`), link)
        assert.strictEqual(linkIn(await send()), link)
        const list = await browser.open(path)
        assert.include(list.text, "Can accept until")
        assert.notInclude(list.text, link)
        const guest = await choosePassword(base, link)
        const seen = await guest.browser.open(path)
        assert.include(seen.text, user.email)
        assert.include(seen.text, "Gus &lt;i&gt;")
        assert.include(guest.page.text, workspace.name)
        const again = await invite(browser, email)
        assert.strictEqual(again.status, 409)
        assert.include(again.text, "is already a member")
        assert.include(again.text, `value="${email}"`)
        const wrong = await invite(browser, "nobody")
        assert.strictEqual(wrong.status, 400)
        assert.include(wrong.text, "Email must be an email address.")
      })
    })
  )

  it.effect("asks a person with an account to sign in and accept, and lets nobody in before that", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const other = yield* SignedIn.make()
      const stranger = yield* SignedIn.make()
      const { email } = other.user
      yield* Effect.promise(async () => {
        const link = linkIn(await invite(owner.browser, email))
        assert.isTrue(link.startsWith(`${owner.base}/join/`), link)
        const list = await owner.browser.open(path)
        assert.include(list.text, "Can accept until")
        assert.strictEqual((await owner.browser.open(`${path}/${other.user.id}`)).status, 404)
        assert.notInclude((await other.browser.open("/account")).text, "(member)")

        const nobodys = await new FormBrowser(owner.base).open(link)
        assert.include(nobodys.text, "/sign-in?next=%2Fjoin")
        const foreign = await stranger.browser.open(link)
        assert.strictEqual(foreign.status, 403)
        assert.include(foreign.text, "for another person")
        const forced = await sendAnyway(stranger.browser, new URL(link).pathname)
        assert.strictEqual(forced.status, 403)

        const page = await other.browser.open(link)
        const both = await Promise.all([other.browser.submit(page), other.browser.submit(page)])
        assert.include(
          both.map(({ status }) => status),
          200
        )
        assert.include((await other.browser.open("/account")).text, "(member)")
        assert.include((await other.browser.open(path)).text, owner.user.email)
        assert.strictEqual((await other.browser.open(link)).status, 404)
        assert.notInclude((await owner.browser.open(path)).text, "Can accept until")
      })
    })
  )

  it.effect("withdraws an invitation, and replaces it with the next", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const other = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const first = linkIn(await invite(owner.browser, other.user.email))
        const second = linkIn(await invite(owner.browser, other.user.email, "viewer"))
        assert.strictEqual((await other.browser.open(first)).status, 404)
        assert.strictEqual((await other.browser.open(second)).status, 200)
        const list = await owner.browser.open(path)
        const withdraw = list.forms.find(({ action }) => action.endsWith("/withdraw"))!.action
        await submit(owner.browser, path, withdraw)
        assert.strictEqual((await other.browser.open(second)).status, 404)
      })
    })
  )

  it.effect("makes a link to choose a new password, only for people of this workspace", () =>
    Effect.gen(function* () {
      const { member, owner } = yield* withMember("member")
      const people = yield* People
      yield* people.setPassword(member.id as UserId, "the one they forgot")
      const reset = (id: string) => submit(owner.browser, `${path}/${id}`, `${path}/${id}/reset`)
      const link = yield* Effect.promise(async () => {
        const made = linkIn(await reset(member.id))
        assert.isTrue(made.startsWith(`${owner.base}/welcome/`))
        return made
      })
      const other = yield* SignedIn.make()
      const join = Effect.fnUntraced(function* (id: string) {
        const added = (yield* Members).add(id as UserId, "viewer")
        return yield* Effect.provideService(added, Tenant, { workspaceId: other.workspace.id })
      })
      yield* join(member.id)
      yield* Effect.promise(async () => {
        // The link was made while they were only in this workspace, and is used when they no longer are.
        assert.strictEqual((await new FormBrowser(owner.base).open(link)).status, 404)
        for (const admin of [owner, other]) {
          const refused = await submit(admin.browser, `${path}/${member.id}`, `${path}/${member.id}/reset`)
          assert.strictEqual(refused.status, 403)
          assert.strictEqual(linkIn(refused), "")
          assert.include(refused.text, "also belongs to another workspace")
        }
      })
      const second = yield* (yield* TestService).member(owner.workspace.id, "member")
      yield* Effect.promise(async () => {
        const { page } = await choosePassword(owner.base, linkIn(await reset(second.id)))
        assert.include(page.text, "Your password is set")
      })
      // An admin saw that link, so its password is valid only in their workspace.
      assert.strictEqual((yield* Effect.flip(join(second.id))).code, "trusted_elsewhere")
    })
  )

  it.effect("never leaves a workspace without an admin, even under concurrent changes", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round++) {
        const { member, owner } = yield* withMember("admin")
        const third = yield* (yield* TestService).member(owner.workspace.id, "admin")
        const admins = [owner.user.id, member.id, third.id]
        const browsers = [owner.browser, member.browser, yield* SignedIn.browserOf(third.id)]
        yield* Effect.promise(async () => {
          const actions = [
            `${path}/${admins[1]}/role`,
            `${path}/${admins[2]}/remove`,
            `${path}/${admins[0]}/role`
          ]
          const pages = await Promise.all(
            actions.map((action, index) => browsers[index]!.open(action.replace(/\/\w+$/u, "")))
          )
          const sent = actions.map((action, index) =>
            browsers[index]!.submit(
              pages[index]!,
              action.endsWith("role") ? { role: "viewer" } : {},
              formTo(pages[index]!, action)
            )
          )
          await Promise.all(sent)
        })
        const left = yield* Effect.provideService((yield* Members).all, Tenant, {
          workspaceId: owner.workspace.id
        })
        assert.strictEqual(left.filter(({ role }) => role === "admin").length, 1)
      }
    })
  )

  it.effect("says why the last admin can't leave", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const demoted = await submit(browser, `${path}/${user.id}`, `${path}/${user.id}/role`, {
          role: "member"
        })
        assert.strictEqual(demoted.status, 409)
        assert.include(demoted.text, "Make someone else an admin first.")
        const removed = await submit(browser, `${path}/${user.id}`, `${path}/${user.id}/remove`)
        assert.strictEqual(removed.status, 409)
        assert.include((await browser.open(path)).text, '<span class="tag">admin</span>')
      })
    })
  )
})
