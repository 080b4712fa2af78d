/** Deals made on boards whose stages, settings and subscriptions have just changed: a create takes the board for granted as it was. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../support/mcp/McpClients.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const { workspace: client } = yield* McpClients.inWorkspace
  let keys = 0
  const create = async (fields: object = {}, key = `key-${++keys}`) => {
    const body = { boardId: client.board.id, name: "A", ...fields }
    return client.send("POST", "/v1/deals", body, { "idempotency-key": key })
  }
  const path = `/v1/boards/${client.board.id}`
  /** Puts the open stages, changed. */
  const put = async (change: (open: Array<any>) => Array<any>) => {
    const { body } = await client.send("GET", `${path}/stages`)
    const open = body.filter(({ region }: any) => !["won", "dead"].includes(region))
    const stages = change(open).map(({ id, name, probability, region }) => ({
      ...(id === undefined ? {} : { id }),
      ...{ name, probability, region }
    }))
    const gone = open.filter((one: any) => !stages.some(({ id }) => id === one.id))
    const moveDealsTo = Object.fromEntries(gone.map((one: any) => [one.id, stages[0]!.id]))
    const answer = await client.send("PUT", `${path}/stages`, { stages, moveDealsTo })
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
  }
  // The second of them takes for granted what the first one read.
  for (const _ of [1, 2]) assert.strictEqual((yield* Effect.promise(() => create())).status, 201)
  return { client, create, path, put }
})

layer(TestService.layer(), { excludeTestServices: true })("a deal on a board that has just changed", (it) => {
  it.effect("is in the stage that is first now, by its name of now, and never in one that is gone", () =>
    Effect.gen(function* () {
      const { create, put } = yield* start
      yield* Effect.promise(async () => {
        await put(([first, ...rest]) => [{ ...first, name: "Renamed" }, ...rest])
        const renamed = await create()
        assert.strictEqual(renamed.body.stage.name, "Renamed")
        await put(([first, ...rest]) => [
          { name: "Earlier", region: first.region, probability: 1 },
          first,
          ...rest
        ])
        const earlier = await create()
        assert.strictEqual(earlier.body.stage.name, "Earlier")
        await put(([_, ...rest]) => rest)
        assert.strictEqual((await create()).body.stage.name, "Renamed")
        const gone = await create({ stageId: earlier.body.stage.id })
        assert.strictEqual(gone.status, 400)
        await put(([first, ...rest]) => [
          first,
          { name: "New", region: first.region, probability: 1 },
          ...rest
        ])
        await put((open) => open)
      })
    })
  )

  it.effect("is in the stage that is first now, whichever were exchanged", () =>
    Effect.gen(function* () {
      const { create, put } = yield* start
      yield* Effect.promise(async () => {
        const [first] = [(await create()).body.stage]
        await put(([one, ...rest]) => [
          one,
          { name: "Next", region: one.region, probability: one.probability },
          ...rest
        ])
        assert.strictEqual((await create()).body.stage.id, first.id)
        for (let time = 0; time < 8; time += 1) {
          await put(([one, next, ...rest]) => [next, one, ...rest])
          const { id, name } = (await create()).body.stage
          assert.deepStrictEqual(
            [id === first.id, name === "Next"],
            time % 2 === 0 ? [false, true] : [true, false]
          )
        }
        await put(([one, next, ...rest]) => [
          { ...one, name: next.name },
          { ...next, name: one.name },
          ...rest
        ])
        assert.deepStrictEqual((await create()).body.stage, { ...first, name: "Next" })
      })
    })
  )

  it.effect("may be put into a stage that is new", () =>
    Effect.gen(function* () {
      const { client, create, path, put } = yield* start
      yield* Effect.promise(async () => {
        await put(([first, ...rest]) => [
          first,
          { name: "New one", region: first.region, probability: 1 },
          ...rest
        ])
        const { body } = await client.send("GET", `${path}/stages`)
        const stageId = body.find(({ name }: any) => name === "New one").id
        const made = await create({ stageId })
        assert.deepStrictEqual([made.status, made.body.stage?.name], [201, "New one"])
      })
    })
  )

  it.effect("has the board's amount and currency of now", () =>
    Effect.gen(function* () {
      const { client, create, path } = yield* start
      yield* Effect.promise(async () => {
        const sent = { defaultDealAmountCents: 4_200, currency: "EUR" }
        const patched = await client.send("PATCH", path, sent)
        assert.strictEqual(patched.status, 200, JSON.stringify(patched.body))
        const { body } = await create()
        assert.deepStrictEqual([body.amountCents, body.currency], [4_200, "EUR"])
      })
    })
  )

  it.effect("is told to who has just subscribed, and no longer to who has just left", () =>
    Effect.gen(function* () {
      const { client, create } = yield* start
      yield* Effect.promise(async () => {
        const { body: hook } = await client.send("POST", "/v1/webhooks", {
          boardId: client.board.id,
          url: "https://hooks.example.com/",
          events: ["deal.created"]
        })
        const sent = async () =>
          (await client.send("GET", `/v1/webhooks/${hook.id}/deliveries`)).body.data.length
        await create()
        await create()
        assert.strictEqual(await sent(), 2)
        await client.send("PATCH", `/v1/webhooks/${hook.id}`, { active: false })
        await create()
        assert.strictEqual(await sent(), 2)
      })
    })
  )

  it.effect("is one for a key, however often and at once it is sent, and its answer is replayed", () =>
    Effect.gen(function* () {
      const { client, create, put } = yield* start
      yield* Effect.promise(async () => {
        const all = await Promise.all(Array.from({ length: 8 }, () => create({ name: "Once" }, "once")))
        assert.deepStrictEqual(new Set(all.map(({ body }) => body.id)).size, 1)
        await put(([first, ...rest]) => [{ ...first, name: "Later" }, ...rest])
        const again = await create({ name: "Once" }, "once")
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(again.text, all[0]!.text)
        const other = await create({ name: "Twice" }, "once")
        assert.deepStrictEqual([other.status, other.body.error.code], [409, "idempotency_key_reused"])
        const refused = await create({ name: "Once", stageId: "stg_0000000000000000" }, "once")
        assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "idempotency_key_reused"])
        const found = await client.send("GET", "/v1/deals?q=Once")
        assert.strictEqual(found.body.data.length, 1)
      })
    })
  )
})
