/** Invitations and links to a new password by mail, through the pages and a real mail server. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { People } from "../../../../layers/identity/people/People.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as Replay from "../../../support/audit/Replay.ts"
import { Mailbox } from "../../../support/fakes/Mailbox.ts"
import { submit } from "../../../support/pages/Acting.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const members = "/settings/members"
const fresh = "a brand new password"

let count = 0
const newEmail = () => `mailed${++count}@test.example`

const service = Layer.unwrap(
  Effect.map(Mailbox, ({ port }) =>
    TestService.layer({
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Sales Pipeline <crm@acme.example>",
      RATE_LIMIT_PER_ADDRESS: "1000"
    })
  )
).pipe(Layer.provideMerge(Mailbox.layer))

const forget = async (browser: FormBrowser, email: string) => {
  const page = await browser.open("/sign-in")
  assert.include(page.text, "/forgot-password")
  return browser.submit(await browser.open("/forgot-password"), { email })
}

const choose = async (browser: FormBrowser, link: string, password = fresh) =>
  browser.submit(await browser.open(link), { password, again: password })

layer(service, { excludeTestServices: true })("mail", (it) => {
  it.effect("brings an invitation to the invited alone, whose new account every workspace trusts", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const mailbox = yield* Mailbox
      const email = newEmail()
      yield* Effect.promise(async () => {
        assert.include((await owner.browser.open(members)).text, "The person gets a link by email.")
        const page = await submit(owner.browser, members, members, { email, role: "viewer", name: "" })
        assert.include(page.text, `with a link to ${email}`)
        assert.notInclude(page.text, "/join/")
        const [mail] = await mailbox.to(email)
        assert.deepStrictEqual(mail!.recipients, [email])
        assert.strictEqual(mail!.from?.address, "crm@acme.example")
        assert.include(mail!.html ?? "", mail!.link)
        const joined = await choose(new FormBrowser(owner.base), mail!.link)
        assert.include(joined.text, "(viewer)")
        assert.strictEqual((await new FormBrowser(owner.base).open(mail!.link)).status, 404)
      })
      const [account] = yield* (yield* People).accounts(email)
      assert.isNull(account!.onlyIn)
    })
  )

  it.effect("brings an invitation in the language of whoever invites", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const mailbox = yield* Mailbox
      const email = newEmail()
      yield* Effect.promise(async () => {
        const account = await owner.browser.open("/account")
        await owner.browser.submitTo(account, "/account/reading", { language: "de", zone: "" })
        await submit(owner.browser, members, members, { email, role: "viewer", name: "" })
        const [mail] = await mailbox.to(email)
        assert.strictEqual(mail!.subject, "Einladung zu Test")
        assert.include(mail!.html ?? "", 'lang="de"')
        assert.include(mail!.html ?? "", mail!.link)
      })
    })
  )

  it.effect("lets someone with an account join with it, and nobody make a link pass for a mailed one", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const other = yield* SignedIn.withPassword()
      const mailbox = yield* Mailbox
      const { email } = other.user
      yield* Effect.promise(async () => {
        await submit(owner.browser, members, members, { email, role: "member", name: "" })
        const [{ link } = { link: "" }] = await mailbox.to(email)
        for (const forged of [link.replace("mailed-", ""), link.replace("mailed-", "mailed-mailed-")]) {
          assert.strictEqual((await other.browser.open(forged)).status, 404)
        }
        await other.browser.signIn(email, SignedIn.password)
        await other.browser.submit(await other.browser.open(link))
        assert.include((await other.browser.open("/account")).text, owner.workspace.name)
      })
      assert.lengthOf(yield* (yield* People).accounts(email), 1)
    })
  )

  it.effect("goes to one address five times in ten minutes at most, whoever invites", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const mailbox = yield* Mailbox
      const [email, last] = [newEmail(), newEmail()]
      yield* Effect.promise(async () => {
        for (const to of [...Array.from({ length: 7 }, () => email), last]) {
          await submit(owner.browser, members, members, { email: to, role: "member", name: "" })
        }
        await mailbox.to(last)
        assert.lengthOf(await mailbox.to(email, 5), 5)
      })
    })
  )

  it.effect("keeps names of people and workspaces out of its headers and its markup", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const mailbox = yield* Mailbox
      const sql = yield* SqlClient.SqlClient
      const name = 'Evil\r\nBcc: all@test.example\r\n\r\n<img src="x"> \u202e & Co'
      yield* sql`UPDATE workspaces SET name = ${name} WHERE id = ${owner.workspace.id}`
      const email = newEmail()
      yield* Effect.promise(async () => {
        await submit(owner.browser, members, members, { email, role: "member", name: "" })
        const [mail] = await mailbox.to(email)
        assert.deepStrictEqual(mail!.recipients, [email])
        assert.isEmpty(mail!.headers.filter(({ key }) => key === "bcc"))
        assert.strictEqual(mail!.subject, 'Join Evil Bcc: all@test.example <img src="x"> & Co')
        assert.notInclude(mail!.html ?? "", "<img")
      })
    })
  )

  it.effect("brings a link to a new password, once, and the password ends sessions and other links", () =>
    Effect.gen(function* () {
      const { base, browser, user, workspace } = yield* SignedIn.withPassword()
      const mailbox = yield* Mailbox
      yield* Effect.promise(async () => {
        await browser.signIn(user.email, SignedIn.password)
        await forget(new FormBrowser(base), user.email.toUpperCase())
        await forget(new FormBrowser(base), user.email)
        const [first, second] = await mailbox.to(user.email, 2)
        const own = new FormBrowser(base)
        assert.include((await choose(own, first!.link)).text, "Your password is set")
        for (const { link } of [first!, second!]) {
          assert.strictEqual((await new FormBrowser(base).open(link)).status, 404)
        }
        assert.include((await browser.open("/account")).url, "/sign-in")
        assert.strictEqual((await browser.signIn(user.email, SignedIn.password)).status, 400)
        assert.include((await browser.signIn(user.email, fresh)).url, "/boards")
      })
      const deeds = (yield* Replay.log(workspace.id)).map(({ operation }) => operation)
      assert.lengthOf(
        deeds.filter((one) => one === "account.reset"),
        2
      )
      assert.include(deeds, "account.password")
      assert.strictEqual((yield* (yield* People).find(user.id as UserId))?.onlyIn, null)
    })
  )

  it.effect("answers the same for an unknown address, and mails an account three links an hour at most", () =>
    Effect.gen(function* () {
      const { base, user } = yield* SignedIn.withPassword()
      const mailbox = yield* Mailbox
      const sql = yield* SqlClient.SqlClient
      yield* Effect.promise(async () => {
        const texts = new Set<string>()
        for (const email of ["nobody@test.example", ...Array.from({ length: 5 }, () => user.email)]) {
          const page = await forget(new FormBrowser(base), email)
          assert.strictEqual(page.status, 200)
          texts.add(page.text)
        }
        assert.strictEqual(texts.size, 1)
        await mailbox.to(user.email, 3)
        assert.strictEqual((await forget(new FormBrowser(base), "not an address")).status, 400)
      })
      const [made, over] = [61 * 60_000, 60_000].map((millis) => new Date(Date.now() - millis).toISOString())
      yield* sql`UPDATE password_links SET created_at = ${made}, expires_at = ${over} WHERE user_id = ${user.id}`
      yield* Effect.promise(async () => {
        await forget(new FormBrowser(base), user.email)
        const mails = await mailbox.to(user.email, 4)
        assert.strictEqual((await new FormBrowser(base).open(mails[0]!.link)).status, 404)
        assert.strictEqual((await new FormBrowser(base).open(mails[3]!.link)).status, 200)
        assert.lengthOf(
          mailbox.mails.filter(({ recipients }) => recipients[0] === "nobody@test.example"),
          0
        )
      })
    })
  )

  it.effect("tries again when the server is away, and not after its final no", () =>
    Effect.gen(function* () {
      const { base, user } = yield* SignedIn.withPassword()
      const mailbox = yield* Mailbox
      yield* Effect.promise(async () => {
        mailbox.refusals.push(Object.assign(new Error("later"), { responseCode: 451 }))
        await forget(new FormBrowser(base), user.email)
        await mailbox.to(user.email)
        mailbox.refusals.push(Object.assign(new Error("never"), { responseCode: 550 }))
        await forget(new FormBrowser(base), user.email)
        await forget(new FormBrowser(base), user.email)
        await mailbox.to(user.email, 2)
        assert.isEmpty(mailbox.refusals)
      })
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("without a mail server", (it) => {
  it.effect("a lost password is for an admin to mend", () =>
    Effect.gen(function* () {
      const { base } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const browser = new FormBrowser(base)
        assert.include((await browser.open("/sign-in")).text, "Ask an admin of your workspace for a link")
        assert.strictEqual((await browser.open("/forgot-password")).status, 404)
      })
    })
  )
})
