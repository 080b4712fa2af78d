import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "../../support/pages/FormBrowser.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const names = (page: Page) =>
  [...page.text.matchAll(/<a\s+id="open-[^>]*>([^<]*)</gu)].map(([, name]) => name!.trim())

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const create = async (fields: object, patch?: object) => {
    const { body } = await owner.send("POST", "/v1/leads", fields)
    if (patch !== undefined) await owner.send("PATCH", `/v1/leads/${body.id}`, patch)
    return body.id as string
  }
  const lead = async (id: string) => (await owner.send("GET", `/v1/leads/${id}`)).body
  return { ...owner, create, lead }
})

layer(TestService.layer(), { excludeTestServices: true })("the lists of the inbox", (it) => {
  it.effect("leads from a lead to the next of its list, however that is filtered and sorted", () =>
    Effect.gen(function* () {
      const { board, browser, create, lead, send } = yield* start
      yield* Effect.promise(async () => {
        const other = (await send("POST", "/v1/boards", { name: "Other" })).body.id as string
        const scored = (firstName: string, score: number, boardId: string = board.id) =>
          create({ firstName, boardId }, { enrichment: { score } })
        const low = await scored("Low", 10)
        const high = await scored("High", 90)
        await scored("Elsewhere", 50, other)
        const middle = await scored("Middle", 40)
        const list = `status=new&sort=score&board=${board.id}`
        const inbox = await browser.open(`/leads?${list}`)
        assert.deepStrictEqual(names(inbox), ["High", "Middle", "Low"])
        const [, link] = /id="open-[^"]+"\s+href="([^"]+)"/u.exec(inbox.text)!
        const page = await browser.open(link!.replaceAll("&amp;", "&"))
        assert.include(page.text, "<h1>High</h1>")
        assert.notInclude(page.text, 'id="previous"')
        assert.notInclude(page.text, 'data-quiet="Done."')
        const triage = (from: Page, id: string, status: string) =>
          browser.submitTo(from, `/leads/${id}/triage`, { status })
        const second = await triage(page, high, "junk")
        assert.include(second.text, "<h1>Middle</h1>")
        assert.include(second.text, "High is marked as Junk.")
        assert.match(second.text, /id="next"[^>]*href="\/leads\/[^"]*"/u)
        // Somebody else took up what would come next.
        await send("PATCH", `/v1/leads/${low}`, { triageStatus: "contacted" })
        const end = await triage(second, middle, "stale")
        assert.match(end.url, /\/leads\?sort=score&board=/u)
        assert.include(end.text, "That was the last lead in this list.")
        assert.strictEqual((await lead(middle)).triageStatus, "stale")
        const odd = `/leads/${low}?list=${encodeURIComponent("status=zzz&sort=%00&board=x&q=%ff")}`
        assert.strictEqual((await browser.open(odd)).status, 200)
        const refused = await triage(page, high, "stale")
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "<h1>High</h1>")
      })
    })
  )

  it.effect("counts what is in each view, up to 99, but not of a search", () =>
    Effect.gen(function* () {
      const owner = yield* start
      const { browser, create, send } = owner
      yield* LeadSamples.fill(owner, 100)
      yield* Effect.promise(async () => {
        await create({ firstName: "Mia" }, { triageStatus: "junk" })
        const other = (await send("POST", "/v1/boards", { name: "Other" })).body.id as string
        await create({ firstName: "Elsewhere", boardId: other }, { triageStatus: "contacted" })
        const counts = async (query: string) =>
          [
            ...(await browser.open(`/leads${query}`)).text.matchAll(
              />(\w[\w ]*) <span class="count">([^<]+)</gu
            )
          ].map(([, name, count]) => `${name} ${count}`)
        assert.deepStrictEqual(await counts(""), ["New 99+", "Contacted 1", "Active 99+", "Junk 1"])
        assert.deepStrictEqual(await counts(`?board=${other}`), ["Contacted 1", "Active 1"])
        assert.deepStrictEqual(await counts("?q=mia"), [])
      })
    })
  )

  it.effect("are downloaded only with a filter that is understood whole", () =>
    Effect.gen(function* () {
      const { board, browser, create } = yield* start
      yield* Effect.promise(async () => {
        await create({ firstName: "Ann", boardId: board.id })
        for (const query of ["board=none", "status=lost", "sort=oldest", "stage=won"]) {
          const page = await browser.open(`/leads/csv?${query}`)
          assert.strictEqual(page.status, 400, query)
          assert.include(page.text, query.split("=")[0]!)
        }
        const later = await browser.send(`/leads/csv?cursor=whatever`)
        assert.include(later.text, "Ann")
        const file = await browser.send(`/leads/csv?board=${board.id}&status=new`)
        assert.strictEqual(file.status, 200)
        assert.include(file.text, "Ann")
      })
    })
  )
})
