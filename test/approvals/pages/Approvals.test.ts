import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Agent from "../../support/approvals/Agent.ts"
import { formTo, sendAnyway, submit } from "../../support/pages/Acting.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/approvals"

const plain = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/gu, " ")

const asking = { operations: { "deals.update": "ask", "deals.delete": "ask" } }

const open = Effect.gen(function* () {
  const admin = yield* SignedIn.make()
  const scout = yield* Agent.make(admin, asking)
  const deal = yield* Agent.deal(admin)
  const read = (id: string) => Effect.promise(async () => (await admin.send("GET", `/v1/deals/${id}`)).body)
  return { admin, scout, deal, read, path: `/v1/deals/${deal.id}` }
})

layer(TestService.layer(), { excludeTestServices: true })("the page of approvals", (it) => {
  it.effect("shows admins what waits in plain words, and does what they approve", () =>
    Effect.gen(function* () {
      const { admin, deal, read, scout, ...one } = yield* open
      const { id } = yield* scout.ask("PATCH", one.path, { company: "Acme <b>" })
      const { browser } = admin
      const board = yield* Effect.promise(() => browser.open("/boards"))
      assert.match(board.text, /Approvals<span id="waiting" data-live[^>]*>\s*<span class="count"[^>]*>1</u)
      const page = yield* Effect.promise(() => browser.open(path))
      const text = plain(page.text)
      assert.include(text, "Update a deal: Deal “Fleet” changed")
      assert.include(text, "company: nothing → “Acme &lt;b&gt;”")
      assert.include(text, "Scout, for Owner with the API key “Scout”")
      assert.match(text, /expires in \d+ h, /u)
      assert.include(page.text, `href="/deals/${deal.id}"`)
      assert.isNull((yield* read(deal.id)).company)
      const done = yield* Effect.promise(() => browser.submitTo(page, `${path}/${id}/approve`))
      assert.include(plain(done.text), "Done: Update a deal")
      assert.include(plain(done.text), "No pending approvals.")
      assert.notMatch(done.text, /class="count"/u)
      assert.strictEqual((yield* read(deal.id)).company, "Acme <b>")
      const all = plain((yield* Effect.promise(() => browser.open(`${path}?show=all`))).text)
      assert.include(all, "Approved by Owner")
      assert.include(all, "Changes made")
      const again = yield* Effect.promise(() => sendAnyway(browser, `${path}/${id}/decline`))
      assert.strictEqual(again.status, 409, "what is decided stays decided")
    })
  )

  it.effect("shows long values to their ends behind a disclosure, each by itself", () =>
    Effect.gen(function* () {
      const { admin, scout, ...one } = yield* open
      const keyTerms = `${"Net 60. ".repeat(90)}and a discount of 90 %`
      const { id } = yield* scout.ask("PATCH", one.path, { keyTerms })
      const { browser } = admin
      const waiting = yield* Effect.promise(() => browser.open(path))
      assert.include(waiting.text, `<a href="${path}/${id}">Read the full text</a>`)
      const alone = yield* Effect.promise(() => browser.open(`${path}/${id}`))
      assert.include(alone.text, `nothing → <bdi>“${keyTerms}”</bdi>`)
      assert.match(alone.text, /<details>\s*<summary>key terms: nothing/u)
    })
  )

  it.effect("declines with a reason, which the agent reads", () =>
    Effect.gen(function* () {
      const { admin, deal, read, scout, ...one } = yield* open
      const { id } = yield* scout.ask("DELETE", one.path)
      const to = `${path}/${id}/decline`
      const long = yield* Effect.promise(() => submit(admin.browser, path, to, { reason: "x".repeat(501) }))
      assert.strictEqual(long.status, 400)
      assert.match(long.text, /<details id="decline-[^>]*open/u)
      assert.include(long.text, 'aria-invalid="true"')
      const page = yield* Effect.promise(() =>
        submit(admin.browser, path, to, { reason: "It is a customer." })
      )
      assert.include(plain(page.text), "Write declined. Nothing was changed.")
      const told = yield* Effect.promise(() => scout.send("GET", `/v1/approvals/${id}`))
      assert.deepInclude(told.body, { status: "declined", reason: "It is a customer." })
      assert.strictEqual((yield* read(deal.id)).id, deal.id)
      const shown = plain((yield* Effect.promise(() => admin.browser.open(`${path}/${id}`))).text)
      assert.match(shown, /Declined by Owner.*: “It is a customer\.”/u)
    })
  )

  it.effect("approves all that are like one, and says which could not be done and what had changed", () =>
    Effect.gen(function* () {
      const { admin, read, scout } = yield* open
      const deals = yield* Effect.forEach([1, 2, 3], (n) => Agent.deal(admin, { name: `Deal ${n}` }))
      const asked = yield* Effect.forEach(deals, ({ id }) =>
        scout.ask("PATCH", `/v1/deals/${id}`, { company: "Acme" })
      )
      yield* Effect.promise(() => admin.send("PATCH", `/v1/deals/${deals[1].id}`, { company: "Bolt" }))
      const to = `${path}/${asked[0].id}/approve`
      const waiting = yield* Effect.promise(() => admin.browser.open(path))
      const index = waiting.forms.findIndex(
        ({ action, inputs }) => action === to && inputs.some(({ name }) => name === "alike")
      )
      const page = yield* Effect.promise(() => admin.browser.submit(waiting, {}, index))
      assert.include(plain(page.text), "2 of 3 executed. 1 failed. See the reason for each.")
      assert.include(plain(page.text), "not executed: data changed")
      assert.include(plain(page.text), "has changed (company)")
      const companies = yield* Effect.forEach(deals, ({ id }) =>
        Effect.map(read(id), ({ company }) => company)
      )
      assert.deepStrictEqual(companies, ["Acme", "Bolt", "Acme"])
    })
  )

  it.effect("shows other people what their own agents asked, and lets them decide nothing", () =>
    Effect.gen(function* () {
      const { admin, deal, read, scout, ...one } = yield* open
      const service = yield* TestService
      const member = yield* service.member(admin.workspace.id, "member")
      const own = yield* Agent.make(admin, asking, { name: "Helper", userId: member.id })
      const { id } = yield* scout.ask("PATCH", one.path, { company: "Of Scout" })
      const mine = yield* own.ask("PATCH", one.path, { company: "Of Helper" })
      const browser = yield* SignedIn.browserOf(member.id)
      const page = yield* Effect.promise(() => browser.open(path))
      assert.include(plain(page.text), "Of Helper")
      assert.notInclude(plain(page.text), "Of Scout")
      assert.strictEqual(formTo(page, `${path}/${mine.id}/approve`), -1)
      assert.notInclude(page.text, 'id="waiting"')
      for (const [what, status] of [
        [mine.id, 403],
        [id, 404]
      ] as const) {
        const tried = yield* Effect.promise(() => sendAnyway(browser, `${path}/${what}/approve`))
        assert.strictEqual(tried.status, status)
      }
      assert.strictEqual((yield* Effect.promise(() => browser.open(`${path}/${id}`))).status, 404)
      assert.isNull((yield* read(deal.id)).company)
    })
  )

  it.effect("shows nothing of another workspace, and takes odd addresses", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* open, yield* open]
      const { id } = yield* other.scout.ask("PATCH", other.path, { company: "Secret" })
      const { browser } = mine.admin
      assert.notInclude((yield* Effect.promise(() => browser.open(`${path}?show=all`))).text, "Secret")
      assert.strictEqual((yield* Effect.promise(() => browser.open(`${path}/${id}`))).status, 404)
      const tried = yield* Effect.promise(() => sendAnyway(browser, `${path}/${id}/approve`))
      assert.strictEqual(tried.status, 404)
      for (const odd of ["/x", "/%00", "?cursor=x", "?show=none"]) {
        assert.isBelow((yield* Effect.promise(() => browser.open(path + odd))).status, 500, odd)
      }
    })
  )

  it.effect("shows many in pages, each once", () =>
    Effect.gen(function* () {
      const { admin, scout } = yield* open
      for (let n = 0; n < 25; n += 1) {
        const { id } = yield* Agent.deal(admin, { name: `Deal ${n}.` })
        yield* scout.ask("DELETE", `/v1/deals/${id}`)
      }
      const first = yield* Effect.promise(() => admin.browser.open(path))
      const [, next = ""] = /<a href="(\/approvals\?cursor=[^"]*)">Older/u.exec(first.text) ?? []
      const second = yield* Effect.promise(() => admin.browser.open(next))
      const idsIn = (text: string) => [...text.matchAll(/id="request-([^"]*)"/gu)].map(([, id]) => id)
      const all = [...idsIn(first.text), ...idsIn(second.text)]
      assert.deepStrictEqual([all.length, new Set(all).size], [25, 25])
      assert.match(first.text, /class="count"[^>]*>25</u)
    })
  )
})
