import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { answerOf, createClient, PipelineError } from "../../client/typescript/src/index.ts"
import { png } from "../support/fakes/Gallery.ts"
import { TestService } from "../support/server/TestService.ts"

const within = <A>(use: (client: ReturnType<typeof createClient>, boardId: string) => Promise<A>) =>
  Effect.gen(function* () {
    const service = yield* TestService
    const { apiKey, board } = yield* service.workspace()
    const client = createClient({ url: `${service.url}/`, key: apiKey.token, agent: "Scout" })
    return yield* Effect.promise(() => use(client, board.id))
  })

const failure = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof PipelineError) return error
    throw error
  }
  throw new Error("the call did not fail")
}

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("the TypeScript client", (it) => {
  it.effect("creates, reads, changes, moves, lists and deletes", () =>
    within(async (client, boardId) => {
      const deal = await client.deals.create({ boardId, name: "Annual licence", labels: ["new"] })
      assert.strictEqual((await client.deals.get({ id: deal.id })).name, "Annual licence")
      await client.deals.update({ id: deal.id, amountCents: 1_250_000 })
      const stages = await client.boards.stages({ id: boardId })
      const won = stages.find(({ region }) => region === "won")!
      const moved = await client.deals.move({ id: deal.id, toStageId: won.id, note: "Signed." })
      assert.deepStrictEqual([moved.stage.region, moved.amountCents], ["won", 1_250_000])
      const notes = await client.notes.list({ id: deal.id })
      assert.deepStrictEqual(
        notes.data.map(({ contentText }) => contentText),
        ["Signed."]
      )
      await client.deals.delete({ id: deal.id })
      const { code, requestId, status, type } = await failure(client.deals.get({ id: deal.id }))
      assert.deepStrictEqual([type, code, status], ["not_found", "deal_not_found", 404])
      assert.match(requestId ?? "", /^req_/u)
    })
  )

  it.effect("reads one page when awaited, and every page when iterated", () =>
    within(async (client, boardId) => {
      for (let count = 0; count < 5; count++) await client.deals.create({ boardId, name: `Deal ${count}` })
      const page = await client.deals.list({ limit: 2, sort: "created" })
      assert.deepStrictEqual([page.data.map(({ name }) => name), page.hasMore], [["Deal 0", "Deal 1"], true])
      const names = []
      for await (const deal of client.deals.list({ limit: 2, sort: "created" })) names.push(deal.name)
      assert.deepStrictEqual(names, ["Deal 0", "Deal 1", "Deal 2", "Deal 3", "Deal 4"])
      const sizes = []
      for await (const { data } of client.deals.list({ limit: 2 }).pages()) sizes.push(data.length)
      assert.deepStrictEqual(sizes, [2, 2, 1])
    })
  )

  it.effect("returns faults instead of throwing them, if asked", () =>
    within(async (client, boardId) => {
      const fine = await client.deals.create.safe({ boardId, name: "Fine" })
      assert.strictEqual(fine.ok && fine.value.name, "Fine")
      const wrong = await client.deals.create.safe({ boardId, name: " " })
      assert.isFalse(wrong.ok)
      if (wrong.ok) return
      assert.strictEqual(wrong.error.code, "invalid_body")
      assert.include(JSON.stringify(wrong.error.meta["issues"]), "name")
      const listed = await client.deals.list.safe({ cursor: "nonsense" })
      assert.strictEqual(!listed.ok && listed.error.code, "invalid_cursor")
    })
  )

  it.effect("repeats a call by its idempotency key, and says that it did nothing", () =>
    within(async (client, boardId) => {
      const call = () => client.deals.create({ boardId, name: "Once" }, { idempotencyKey: "order-1" })
      const [first, second] = [await call(), await call()]
      assert.strictEqual(first.id, second.id)
      assert.deepStrictEqual([answerOf(first).replayed, answerOf(second).replayed], [false, true])
      const other = client.deals.create({ boardId, name: "Twice" }, { idempotencyKey: "order-1" })
      assert.strictEqual((await failure(other)).code, "idempotency_key_reused")
      assert.lengthOf((await client.deals.list()).data, 1)
    })
  )

  it.effect("rehearses a write, carries its plan out, and undoes it", () =>
    within(async (client, boardId) => {
      const { id } = await client.deals.create({ boardId, name: "Before" })
      const { answer, changes, plan } = await client.deals.update.dryRun({ id, name: "After" })
      assert.strictEqual(answer.name, "After")
      assert.deepStrictEqual(changes[0]?.ids, [id])
      assert.strictEqual((await client.deals.get({ id })).name, "Before")
      const done = await client.deals.update({ id, name: "After" }, { plan: plan! })
      assert.strictEqual(done.name, "After")
      const stale = await client.deals.update.safe({ id, name: "After" }, { plan: plan! })
      assert.strictEqual(!stale.ok && stale.error.code, "plan_stale")
      const { undone } = await client.undoOf(done)
      assert.lengthOf(undone, 1)
      assert.strictEqual((await client.deals.get({ id })).name, "Before")
      assert.throws(() => answerOf({ ...done }), /not a copy/u)
    })
  )

  it.effect("uploads an image, and writes it into a lead's enrichment with a key of one's own", () =>
    within(async (client, boardId) => {
      const lead = await client.leads.create({ boardId, workEmail: "ada@acme.example", message: "Hello" })
      const bytes = new Uint8Array(await png(1))
      const url = await client.uploadImage(new Blob([bytes], { type: "image/png" }))
      const written = await client.leads.update({ id: lead.id, enrichment: { screenshot: url, myScore: 7 } })
      assert.strictEqual(written.enrichment?.["screenshot"], url)
      assert.strictEqual(written.enrichment?.["myScore"], 7)
      const image = await fetch(url)
      assert.deepStrictEqual([image.status, image.headers.get("content-type")], [200, "image/png"])
      const huge = await client.uploadImage(new Uint8Array(10_000_001)).catch(String)
      assert.include(String(huge), "at most 10000000")
    })
  )

  it.effect("reads a file line by line, which names the agent of each write", () =>
    within(async (client, boardId) => {
      await client.deals.create({ boardId, name: "Audited" })
      const agents = []
      for await (const entry of client.audit.export({ operation: "deals.create" }))
        agents.push(entry.actor?.agent)
      assert.deepStrictEqual(agents, ["Scout"])
    })
  )

  it.effect("follows changes as they happen, and goes on from a cursor", () =>
    within(async (client, boardId) => {
      await client.deals.create({ boardId, name: "First" })
      const stop = new AbortController()
      const feed = client.follow({ signal: stop.signal, wait: 5 })
      const seen: Array<string> = []
      for await (const { dealId, type } of feed) {
        seen.push(type)
        if (seen.length === 1) await client.notes.create({ id: dealId!, contentText: "Hot." })
        if (seen.length === 2) break
      }
      assert.deepStrictEqual(seen, ["deal.created", "note.created"])
      // The page that was broken off comes again.
      const again = client.follow({ cursor: feed.cursor, signal: stop.signal, wait: 5 })
      for await (const { type } of again) {
        seen.push(type)
        stop.abort()
      }
      assert.deepStrictEqual(seen.slice(2), ["note.created"])
      assert.throws(() => client.follow({ wait: 0 }), /from 1 to 20/u)
    })
  )

  it.effect("asks for fewer scopes, and takes a credential from a function", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, board } = yield* service.workspace()
      let asked = 0
      const key = async () => (asked++, apiKey.token)
      const client = createClient({ url: service.url, key })
      yield* Effect.promise(async () => {
        const write = { boardId: board.id, name: "Too much" }
        const error = await failure(client.deals.create(write, { scope: ["deals:read"] }))
        assert.strictEqual(error.code, "insufficient_scope")
        await client.me.get()
        assert.strictEqual(asked, 2)
      })
    })
  )

  it.effect("refuses what would be sent to another address, and settings that are none", () =>
    within(async (client) => {
      for (const id of ["", "..", ".", undefined as unknown as string])
        assert.match(String(await client.deals.get({ id }).catch(String)), /needs id/u)
      assert.strictEqual((await failure(client.deals.get({ id: "../boards" }))).code, "deal_not_found")
      assert.throws(() => createClient({ url: "crm.example", key: "svc_live_1" }), /address/u)
      assert.throws(() => createClient({ url: "https://crm.example", key: " " }), /API key/u)
      assert.throws(() => createClient({ url: "https://crm.example", key: "a\r\nb" }), /API key/u)
    })
  )
})
