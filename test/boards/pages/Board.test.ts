import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { FormBrowser } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** A page's text on one line. */
const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ")

const lanesOf = (html: string) =>
  html
    .split('<section class="lane ')
    .slice(1)
    .map((lane) => wordsOf(`<${lane}`))

layer(TestService.layer(), { excludeTestServices: true })("the board, without scripts", (it) => {
  it.effect("is the first page of a new workspace, and asks people who are not signed in to do so", () =>
    Effect.gen(function* () {
      const { base, board, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        for (const path of ["/", "/boards"]) {
          assert.strictEqual((await browser.open(path)).url, `${base}/boards/${board.id}`)
          const stranger = await new FormBrowser(base).open(path)
          assert.strictEqual(stranger.url, `${base}/sign-in?next=${encodeURIComponent(path)}`)
        }
      })
    })
  )

  it.effect("is the oldest board, and a menu leads to the others", () =>
    Effect.gen(function* () {
      const { base, board, browser, send } = yield* SignedIn.make()
      const theirs = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        assert.notInclude((await browser.open("/boards")).text, 'name="board"')
        const other = (await send("POST", "/v1/boards", { name: "Partners & <friends>" })).body
        const first = await browser.open("/boards")
        assert.strictEqual(first.url, `${base}/boards/${board.id}`)
        assert.include(first.text, "Partners &amp; &lt;friends&gt;")
        const chosen = await browser.open(`/boards?board=${other.id}`)
        assert.strictEqual(chosen.url, `${base}/boards/${other.id}`)
        assert.include(chosen.text, "<h1>Partners &amp; &lt;friends&gt;</h1>")
        const foreign = await browser.open(`/boards?board=${theirs.board.id}`)
        assert.strictEqual(foreign.url, `${base}/boards/${board.id}`)
        for (const id of [theirs.board.id, "nonsense"]) {
          const { status, text } = await browser.open(`/boards/${id}`)
          assert.strictEqual(status, 404)
          assert.include(text, "There is no board")
        }
      })
    })
  )

  it.effect("shows every stage in order, with region, count, sum and cards", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      yield* fill(owner)
      yield* Effect.promise(async () => {
        const { text } = await owner.browser.open("/boards")
        assert.include(wordsOf(text), "7 deals open, worth $99,300.50")
        const lanes = lanesOf(text)
        assert.deepStrictEqual(
          lanes.map((lane) => /^.*? (\w+) /u.exec(lane)?.[1]),
          ["New", "Qualified", "Proposal", "Negotiation", "Verbal", "Won", "Dead"]
        )
        assert.include(lanes[1], "Early 25% 2 deals $27,400.50")
        assert.include(lanes[1], "Returns portal Calder & Sons".replace("&", "&amp;"))
        assert.include(lanes[1], "$5,400.50 inbound")
        assert.include(lanes[1], "Owner 9 days in this stage")
        assert.isBelow(lanes[1]!.indexOf("Returns portal"), lanes[1]!.indexOf("Self-service kiosks"))
        assert.include(lanes[2], "Anchor 50%")
        assert.include(lanes[5], "2 deals $10,600")
      })
    })
  )

  it.effect("cuts a long stage, still counts and sums all of it, and links to the whole stage in pages", () =>
    Effect.gen(function* () {
      const { base, board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        for (let index = 0; index < 60; index++) {
          const deal = { boardId: board.id, name: `Deal number ${index}.`, amountCents: 100 }
          assert.strictEqual((await send("POST", "/v1/deals", deal)).status, 201)
        }
        const page = await browser.open("/boards")
        const [lane = ""] = lanesOf(page.text)
        assert.include(lane, "60 deals $60")
        assert.lengthOf(page.text.match(/<li class="deal"/gu) ?? [], 9)
        const [, more = ""] = /class="more" href="([^"]+)"/u.exec(page.text) ?? []
        const names = (text: string) => text.match(/Deal number \d+\./gu) ?? []
        const first = await browser.open(more.replaceAll("&amp;", "&"))
        assert.lengthOf(names(first.text), 50)
        assert.strictEqual(names(first.text)[0], "Deal number 59.")
        const [, next = ""] = /href="([^"]+)"[^>]*>Next page/u.exec(first.text) ?? []
        const second = await browser.open(base + next.replaceAll("&amp;", "&"))
        assert.deepStrictEqual(
          names(second.text),
          Array.from({ length: 10 }, (_, index) => `Deal number ${9 - index}.`)
        )
        assert.notInclude(second.text, "Next page")
        assert.strictEqual((await browser.open(`/boards/${board.id}?stage=stg_nothing`)).status, 404)
        assert.strictEqual(
          (await browser.open(`${more.replaceAll("&amp;", "&")}&cursor=made-up`)).status,
          400
        )
      })
    })
  )

  it.effect("can be searched by name and company, with won and dead deals too", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      yield* fill(owner)
      yield* Effect.promise(async () => {
        const found = await owner.browser.open(`/boards/${owner.board.id}?q=northWIND`)
        assert.lengthOf(found.text.match(/<li class="deal"/gu) ?? [], 2)
        const lanes = lanesOf(found.text)
        assert.include(lanes[0], "1 deal $0")
        assert.include(lanes[1], "0 deals $0")
        assert.include(lanes[3], "1 deal $48,000")
        assert.include(wordsOf(found.text), "2 open deals match, worth $48,000")
        assert.include(found.text, 'value="northWIND"')
        const dead = await owner.browser.open(`/boards/${owner.board.id}?q=tablets`)
        assert.include(lanesOf(dead.text)[6], "Shop floor tablets")
        const none = await owner.browser.open(`/boards/${owner.board.id}?q=${encodeURIComponent("<b>")}`)
        assert.include(none.text, "No deal on this board has “&lt;b&gt;” in its name or company.")
      })
    })
  )

  it.effect("moves a deal by its own form, and says so", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const [id = ""] = yield* fill(owner, 2)
      const stages = yield* stagesOf(owner)
      yield* Effect.promise(async () => {
        const action = `/boards/${owner.board.id}/move`
        const page = await owner.browser.open(`/boards/${owner.board.id}?q=depot`)
        const moved = await owner.browser.submitTo(page, action, {
          deal: id,
          [`to-${id.slice(-12)}`]: stages[5]!.id
        })
        assert.strictEqual(moved.url, `${owner.base}/boards/${owner.board.id}?q=depot`)
        assert.include(moved.text, "Depot expansion is in Won.")
        const { body } = await owner.send("GET", `/v1/deals/${id}`)
        assert.strictEqual(body.stage.id, stages[5]!.id)
        assert.isNotNull(body.wonAt)
        const wrong = await owner.browser.submitTo(page, action, {
          deal: id,
          [`to-${id.slice(-12)}`]: "stg_nothing"
        })
        assert.strictEqual(wrong.status, 400)
        assert.include(wrong.text, 'role="alert"')
        assert.include(wrong.text, "Choose a stage of the deal’s board.")
        assert.lengthOf(lanesOf(wrong.text), 7)
        const nothing = await owner.browser.submitTo(page, action, { deal: "nonsense" })
        assert.strictEqual(nothing.status, 404)
      })
    })
  )

  it.effect("has a form for a new deal, which keeps what was typed if something is wrong", () =>
    Effect.gen(function* () {
      const { base, board, browser, send, user } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        await send("PATCH", `/v1/boards/${board.id}`, { currency: "JPY", defaultDealAmountCents: 7000 })
        const stages = (await send("GET", `/v1/boards/${board.id}/stages`)).body
        const action = `/boards/${board.id}/new`
        const empty = await browser.open(`${action}?stage=${stages[1].id}`)
        assert.include(empty.text, 'value="7000"')
        const typed = {
          name: "Kiosks",
          company: " Tamarind ",
          amountCents: "12,500.50",
          primaryContactName: "Arjun",
          labels: "one\r\ntwo\r\n",
          keyTerms: "Net 30\r\nNo exit"
        }
        const wrong = await browser.submitTo(empty, action, typed)
        assert.strictEqual(wrong.status, 400)
        assert.include(wrong.text, "Amount must be an amount, for example 12500: JPY has no decimals.")
        assert.include(wrong.text, 'value="Kiosks"')
        const grouped = await browser.submitTo(wrong, action, { amountCents: "12,500" })
        assert.strictEqual(grouped.status, 400)
        assert.include(grouped.text, "is ambiguous: enter “12500” for ¥12,500, or rounded, ¥13.")
        const blank = await browser.submitTo(grouped, action, { amountCents: "12500", name: " " })
        assert.strictEqual(blank.status, 400)
        assert.include(blank.text, "Deal must not be blank.")
        const made = await browser.submitTo(blank, action, { name: "Kiosks" })
        assert.include(made.text, "Deal created.")
        const { body } = await send("GET", `/v1/deals/${made.url.slice(`${base}/deals/`.length)}`)
        assert.deepInclude(body, {
          name: "Kiosks",
          company: "Tamarind",
          amountCents: 12_500,
          currency: "JPY",
          ownerId: user.id,
          labels: ["one", "two"],
          keyTerms: "Net 30\nNo exit"
        })
        assert.strictEqual(body.stage.id, stages[1].id)
        assert.strictEqual(body.primaryContact.name, "Arjun")
        const twice = await browser.submitTo(blank, action, { name: "Kiosks" })
        assert.strictEqual(twice.url, made.url)
        assert.lengthOf((await send("GET", "/v1/deals")).body.data, 1)
      })
    })
  )

  it.effect("shows a viewer everything but the controls, and refuses their changes", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const service = yield* TestService
      const [id = ""] = yield* fill(owner, 2)
      const stages = yield* stagesOf(owner)
      const viewer = yield* service.member(owner.workspace.id, "viewer")
      const browser = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const page = await browser.open("/boards")
        assert.include(page.text, "Depot expansion")
        for (const control of ['name="to-', "New deal", 'draggable="true"', 'id="keys"']) {
          assert.notInclude(page.text, control)
        }
        const csrf = page.forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
        const send = (path: string, fields: Record<string, string>) =>
          browser.send(path, { body: new URLSearchParams({ csrf, ...fields }).toString() })
        const action = `/boards/${owner.board.id}`
        assert.strictEqual((await browser.open(`${action}/new`)).status, 403)
        const moved = await send(`${action}/move`, { deal: id, [`to-${id.slice(-12)}`]: stages[1]!.id })
        assert.strictEqual(moved.status, 403)
        assert.strictEqual((await send(`${action}/new`, { name: "Mine", stage: stages[0]!.id })).status, 403)
        const { body } = await owner.send("GET", "/v1/deals")
        assert.deepStrictEqual(
          body.data.map((deal: any) => deal.stage.id),
          [stages[0]!.id, stages[0]!.id]
        )
      })
    })
  )
})
