import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const cardsOf = (html: string) =>
  html
    .split('<li class="deal"')
    .slice(1)
    .map((card) => /class="name"[^>]*>([^<]*)</u.exec(card)?.[1])

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ")

const unescape = (text: string) => text.replaceAll("&amp;", "&")

layer(TestService.layer(), { excludeTestServices: true })("the board's filters, without scripts", (it) => {
  it.effect("narrow cards and sums by the address, and a form shows them", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const colleague = yield* (yield* TestService).member(owner.workspace.id, "member")
      const ids = yield* fill(owner)
      const { board, browser, send, user } = owner
      yield* Effect.promise(async () => {
        const patch = (index: number, fields: object) => send("PATCH", `/v1/deals/${ids[index]}`, fields)
        await patch(2, { ownerId: colleague.id })
        await patch(3, { nextStep: "Call Ruth", nextStepAt: "2020-01-02" })
        await patch(4, { nextStep: "Send the <offer>", nextStepAt: "2999-01-02" })
        const open = async (query: string) => (await browser.open(`/boards/${board.id}?${query}`)).text
        const mine = await open("owner=me")
        assert.notInclude(cardsOf(mine), "Self-service kiosks")
        assert.include(wordsOf(mine), "6 open deals match, worth $77,300.50")
        assert.deepStrictEqual(cardsOf(await open(`owner=${colleague.id}`)), ["Self-service kiosks"])
        assert.lengthOf(cardsOf(await open(`owner=${user.id}`)), 9)
        assert.deepStrictEqual(cardsOf(await open("label=inbound")), [
          "Route planning trial",
          "Returns portal"
        ])
        assert.deepStrictEqual(cardsOf(await open("overdue=1")), ["Returns portal"])
        const stale = cardsOf(await open("stale=1"))
        assert.include(stale, "Fleet tracking rollout")
        assert.notInclude(stale, "Warehouse sensors pilot")
        const between = await open("min=12,500.00&max=22000")
        assert.deepStrictEqual(cardsOf(between), [
          "Self-service kiosks",
          "Warehouse sensors pilot",
          "Shop floor tablets"
        ])
        assert.deepStrictEqual(cardsOf(await open("min=22000&max=12500")), cardsOf(between))
        const wrong = await open("min=lots")
        assert.include(wrong, 'role="alert"')
        assert.lengthOf(cardsOf(wrong), 10)
        assert.include(wrong, 'value="lots"')
        const both = await open("q=o&label=inbound&owner=me")
        assert.lengthOf(cardsOf(both), 2)
        assert.include(await open("label=nothing"), "No deals on this board match these filters.")
        const all = await open("")
        assert.match(all, /class="step late"[\s\S]{0,80}Overdue:[\s\S]{0,40}Call Ruth/u)
        assert.match(all, /class="step "[\s\S]{0,120}Send the &lt;offer&gt;/u)
        // A day is the same for readers in every zone: without a time that a script would write anew.
        assert.include(all, '<span class="due"><time datetime="2999-01-02">2 Jan 2999</time></span>')
        for (const odd of ["owner=x", "sort=%00", "stale=2", "more=stg_1.9e9", "more=..&more=stg_x.0"]) {
          assert.lengthOf(cardsOf(await open(odd)).slice(0, 10), 10, odd)
        }
      })
    })
  )

  it.effect("order the deals of each stage", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const { board, browser, send } = owner
      yield* Effect.promise(async () => {
        const add = (name: string, fields: object) =>
          send("POST", "/v1/deals", { boardId: board.id, name, ...fields })
        await add("Äpfel", { amountCents: 300, nextStepAt: "2030-01-01" })
        await add("Zebra", { amountCents: 100, nextStepAt: "2029-01-01" })
        await add("banana", { amountCents: 200 })
        const order = async (sort: string) =>
          cardsOf((await browser.open(`/boards/${board.id}?sort=${sort}`)).text)
        assert.deepStrictEqual(await order(""), ["banana", "Zebra", "Äpfel"])
        assert.deepStrictEqual(await order("oldest"), ["Äpfel", "Zebra", "banana"])
        assert.deepStrictEqual(await order("amount"), ["Äpfel", "banana", "Zebra"])
        assert.deepStrictEqual(await order("name"), ["Äpfel", "banana", "Zebra"])
        assert.deepStrictEqual(await order("nextStep"), ["Zebra", "Äpfel", "banana"])
      })
    })
  )

  it.effect("show more of a lane by a link, keep it through a move, and reach all of it", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const { board, browser, send } = owner
      const stages = yield* stagesOf(owner)
      yield* Effect.promise(async () => {
        for (let index = 0; index < 70; index++) {
          const deal = { boardId: board.id, name: `Deal ${index}.`, amountCents: 100 }
          assert.strictEqual((await send("POST", "/v1/deals", deal)).status, 201)
        }
        const first = await browser.open(`/boards/${board.id}?sort=oldest`)
        assert.lengthOf(cardsOf(first.text), 9)
        const further = (text: string) => /class="further" href="([^"]+)"/u.exec(text)?.[1]
        const second = await browser.open(unescape(further(first.text)!))
        assert.lengthOf(cardsOf(second.text), 59)
        assert.strictEqual(cardsOf(second.text)[58], "Deal 58.")
        const third = await browser.open(unescape(further(second.text)!))
        assert.lengthOf(cardsOf(third.text), 70)
        assert.isUndefined(further(third.text))
        const id = /<button name="deal" value="([^"]+)"/u.exec(third.text)![1]!
        const moved = await browser.submitTo(third, `/boards/${board.id}/move`, {
          deal: id,
          [`to-${id.slice(-12)}`]: stages[1]!.id
        })
        assert.lengthOf(cardsOf(moved.text), 70)
        assert.include(moved.url, "sort=oldest")
      })
    })
  )
})
