import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type AddressInfo } from "node:net"
import { readFileSync } from "node:fs"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import { leadsTo } from "../../support/pages/SettingsPages.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/intake"
const hostile = `"><script>window.owned = 1</script>`

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#96;", "`")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** The text that a copy button copies. */
const textOf = ({ text }: Page, id: string) =>
  unescaped(new RegExp(`<pre class="wire" id="${id}">([^<]*)</pre>`, "u").exec(text)?.[1] ?? "")

const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const at = `${path}/${owner.board.id}`
  const put = async (what: "open" | "close" | "replace", way: "form" | "email") => {
    const page = await owner.browser.open(at)
    const index = page.forms.findIndex(
      ({ action, inputs }) =>
        action === `${at}/${what}` && inputs.some(({ name, value }) => name === "way" && value === way)
    )
    assert.isAtLeast(index, 0, `no form to ${what} ${way}`)
    return owner.browser.submit(page, {}, index)
  }
  const leads = async () => (await owner.send("GET", "/v1/leads")).body.data
  return { ...owner, at, put, leads }
})

layer(TestService.layer(), { excludeTestServices: true })("the pages of intake", (it) => {
  it.effect("open the only board's page, and list several boards", () =>
    Effect.gen(function* () {
      const { at, base, browser, send } = yield* furnished()
      yield* Effect.promise(async () => {
        assert.strictEqual((await browser.open(path)).url, base + at)
        const { body } = await send("POST", "/v1/boards", { name: hostile })
        const list = await browser.open(path)
        assert.include(list.text, `href="${at}"`)
        assert.include(list.text, `href="${path}/${body.id}"`)
        assert.notInclude(list.text, "<script>window")
        assert.notInclude((await browser.open(`${path}/${body.id}`)).text, "<script>window")
      })
    })
  )

  it.effect("open a contact page whose snippets make leads unchanged", () =>
    Effect.gen(function* () {
      const { at, base, browser, leads, put } = yield* furnished()
      yield* Effect.promise(async () => {
        assert.include((await browser.open(at)).text, "This board has no contact page.")
        const page = await put("open", "form")
        assert.include(page.text, "Opened.")
        const url = textOf(page, "form-url")
        assert.match(url, new RegExp(`^${base}/f/[0-9a-v]{52}$`, "u"))
        assert.strictEqual((await fetch(url)).status, 200)
        const snippet = textOf(page, "form-html")
        assert.include(snippet, `action="${url}"`)
        const fields = [...snippet.matchAll(/name="([^"]+)"(?:[^>]*value="([^"]*)")?/gu)]
        const body = new URLSearchParams()
        for (const [, name = "", value = ""] of fields) body.append(name, value)
        body.set("name", "Mia Novak")
        body.set("email", "mia@acme.example")
        const sent = await fetch(url, {
          method: "POST",
          body,
          headers: { accept: "text/html", origin: "https://www.example.com" },
          redirect: "manual"
        })
        assert.strictEqual(sent.headers.get("location"), "https://www.example.com/thanks")
        const code = textOf(page, "form-script").replace(/^const answer = await (.*)\nawait .*$/su, "$1")
        const call = new Function("fetch", "location", `return ${code}`)
        const answer: Response = await call(fetch, { href: "https://www.example.com/pricing" })
        assert.deepInclude(await answer.json(), { ok: true })
        assert.deepStrictEqual(
          (await leads()).map(({ contact }: any) => contact.email),
          ["mia@acme.example", "mia@acme.example"]
        )
      })
    })
  )

  it.effect("replace the contact page, keep its owner, and close it", () =>
    Effect.gen(function* () {
      const { at, browser, put, user } = yield* furnished()
      yield* Effect.promise(async () => {
        const opened = await put("open", "form")
        const first = textOf(opened, "form-url")
        const owned = await browser.submitTo(opened, `${at}/owner`, { ownerId: user.id })
        assert.include(owned.text, "Default owner saved.")
        const replaced = await put("replace", "form")
        const second = textOf(replaced, "form-url")
        assert.notStrictEqual(second, first)
        assert.strictEqual((await fetch(first)).status, 404)
        assert.strictEqual((await fetch(second)).status, 200)
        assert.match(replaced.text, new RegExp(`value="${user.id}"\\s+selected`, "u"))
        const stale = await browser.submitTo(owned, `${at}/close`)
        assert.strictEqual(stale.status, 404)
        assert.include(stale.text, "has been closed or replaced")
        assert.strictEqual((await fetch(second)).status, 200)
        const closed = await put("close", "form")
        assert.include(closed.text, "This board has no contact page.")
        assert.strictEqual((await fetch(second)).status, 404)
      })
    })
  )

  it.effect("set the default owner, who must be a member", () =>
    Effect.gen(function* () {
      const { at, browser, put, workspace } = yield* furnished()
      const stranger = yield* SignedIn.make()
      const member = yield* (yield* TestService).member(workspace.id, "member")
      yield* Effect.promise(async () => {
        const page = await put("open", "form")
        const chosen = (text: string, id: string) => new RegExp(`value="${id}"\\s+selected`, "u").test(text)
        const saved = await browser.submitTo(page, `${at}/owner`, { ownerId: member.id })
        assert.isTrue(chosen(saved.text, member.id))
        const refused = await browser.submitTo(saved, `${at}/owner`, { ownerId: stranger.user.id })
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "no longer a member of the workspace")
        assert.isTrue(chosen((await browser.open(at)).text, member.id))
        const none = await browser.submitTo(await browser.open(at), `${at}/owner`, { ownerId: "" })
        assert.isFalse(chosen(none.text, member.id))
      })
    })
  )

  it.effect("open an address for email that takes a message, replace it, close it", () =>
    Effect.gen(function* () {
      const { leads, put } = yield* furnished()
      const raw = readFileSync(new URL("../../fixtures/plain.eml", import.meta.url))
      yield* Effect.promise(async () => {
        const opened = await put("open", "email")
        const url = textOf(opened, "email-url")
        const curl = `curl -sf --data-binary @- -H 'Content-Type: message/rfc822' ${url}`
        assert.strictEqual(textOf(opened, "email-alias"), `sales: "|${curl}"`)
        assert.strictEqual(textOf(opened, "email-curl"), `${curl} < message.eml`)
        assert.include(opened.text, "doesn’t receive email by SMTP")
        const post = (to: string) =>
          fetch(to, { method: "POST", body: raw, headers: { "content-type": "message/rfc822" } })
        assert.strictEqual((await post(url)).status, 202)
        assert.strictEqual((await leads()).length, 1)
        const next = textOf(await put("replace", "email"), "email-url")
        assert.deepStrictEqual([(await post(url)).status, (await post(next)).status], [404, 202])
        assert.include((await put("close", "email")).text, "This board doesn’t receive email.")
        assert.strictEqual((await post(next)).status, 404)
      })
    })
  )

  it.effect("open one contact page from a form sent twice", () =>
    Effect.gen(function* () {
      const { at, browser } = yield* furnished()
      yield* Effect.promise(async () => {
        const page = await browser.open(at)
        const send = () => browser.submitTo(page, `${at}/open`)
        const [one, two] = await Promise.all([send(), send()])
        assert.notStrictEqual(textOf(one, "form-url"), "")
        assert.strictEqual(textOf(two, "form-url"), textOf(one, "form-url"))
      })
    })
  )

  it.effect("let members and viewers look, but not change anything", () =>
    Effect.gen(function* () {
      const { at, board, browser: admin, put, workspace } = yield* furnished()
      const service = yield* TestService
      yield* Effect.promise(() => put("open", "form"))
      const before = yield* Effect.promise(() => admin.open(at))
      const url = textOf(before, "form-url")
      for (const role of ["member", "viewer"] as const) {
        const person = yield* service.member(workspace.id, role)
        const browser = yield* SignedIn.browserOf(person.id)
        yield* Effect.promise(async () => {
          const page = await browser.open(at)
          assert.strictEqual(textOf(page, "form-url"), url)
          assert.include(page.text, "This board doesn’t receive email. An admin can open one.")
          assert.isFalse(leadsTo(page, path))
          const fields = { way: "form", token: url.split("/").at(-1)!, owner: person.id }
          for (const action of ["open", "close", "replace", "owner"]) {
            const { status } = await sendAnyway(browser, `${at}/${action}`, fields)
            assert.strictEqual(status, 403, `${role} ${action}`)
          }
          const opened = await sendAnyway(browser, `${at}/open`, { way: "email" })
          assert.strictEqual(opened.status, 403)
        })
      }
      const after = yield* Effect.promise(() => admin.open(at))
      assert.strictEqual(textOf(after, "form-url"), url)
      assert.include(after.text, "This board doesn’t receive email.")
      assert.notMatch(after.text, /value="[^"]+"\s+selected>(member|viewer)/u)
      assert.strictEqual(board.id, at.split("/").at(-1))
    })
  )

  it.effect("show nothing of another workspace's ways in", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* furnished(), yield* furnished()]
      yield* Effect.promise(async () => {
        const url = textOf(await other.put("open", "form"), "form-url")
        assert.strictEqual((await mine.browser.open(other.at)).status, 404)
        const fields = { way: "form", token: url.split("/").at(-1)!, ownerId: mine.user.id }
        for (const action of ["close", "replace", "owner"]) {
          const { status } = await sendAnyway(mine.browser, `${mine.at}/${action}`, fields)
          assert.strictEqual(status, 404, action)
        }
        assert.strictEqual((await sendAnyway(mine.browser, `${other.at}/open`, fields)).status, 404)
        assert.strictEqual((await fetch(url)).status, 200)
      })
    })
  )
})

const freePort = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
})

const taking = TestService.layer({ SMTP_PORT: String(freePort), BASE_URL: "https://sales.example" })

layer(taking, { excludeTestServices: true })("the page of intake on a service that takes SMTP", (it) => {
  it.effect("shows the email address to send to", () =>
    Effect.gen(function* () {
      const { put } = yield* furnished()
      const page = yield* Effect.promise(() => put("open", "email"))
      const token = textOf(page, "email-url").split("/").at(-1)
      assert.strictEqual(textOf(page, "mailbox"), `${token}@sales.example`)
    })
  )
})
