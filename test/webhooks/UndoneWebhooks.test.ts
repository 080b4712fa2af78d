import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually, makeReceiver } from "../support/fakes/Receiver.ts"
import { json, makeSubscriber } from "../support/fakes/Subscriber.ts"
import { TestService } from "../support/server/TestService.ts"

const at = /^\d{4}-\d\d-\d\dT/u

const site = Effect.gen(function* () {
  const subscriber = yield* makeSubscriber
  const receiver = yield* makeReceiver()
  const write = Effect.fnUntraced(function* (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>
  ) {
    const answer = yield* Effect.promise(() => subscriber.client.send(method, path, body, headers))
    assert.isBelow(answer.status, 300, answer.text)
    return { ...answer, requestId: answer.headers.get("service-request-id")! }
  })
  return {
    ...subscriber,
    receiver,
    write,
    undo: (body: object, headers?: Record<string, string>) => write("POST", "/v1/undo", body, headers),
    /** Waits for this many requests to a path, and gives them in the order of their names. */
    heard: (count: number, path = "/hook") =>
      Effect.map(
        eventually(() => {
          const here = receiver.received.filter((one) => one.path === path)
          return here.length >= count ? here : undefined
        }),
        (all) => all.toSorted((a, b) => (String(a.body) < String(b.body) ? -1 : 1))
      )
  }
})

const idOf = ({ headers }: { readonly headers: object }) => (headers as any)["webhook-id"]

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }))("webhooks of what is undone", (it) => {
  it.effect("tell those who heard of a win that it was undone, and that it holds again", () =>
    Effect.gen(function* () {
      const { boardId, client, deal, heard, receiver, stage, subscribe, undo, write } = yield* site
      const made = yield* deal({ name: "Fleet" })
      yield* subscribe(receiver.url, { events: ["deal.won"] })
      yield* subscribe(`${receiver.url}/lost`, {
        events: ["deal.stage_changed"],
        stageFilter: [stage("Dead").id]
      })
      const move = yield* write("POST", `/v1/deals/${made.id}/move`, { toStageId: stage("Won").id })
      const [won] = yield* heard(1)
      const back = yield* undo({ requestId: move.requestId })
      const undone = (yield* heard(2)).find((one) => json(one).event === "deal.change_undone")!
      const { changed_at, deal: now, original, ...rest } = json(undone)
      assert.deepStrictEqual(rest, {
        event: "deal.change_undone",
        deal_id: made.id,
        board_id: boardId,
        changed_by: `api_key:${client.apiKey.id}`
      })
      assert.match(changed_at, at)
      assert.strictEqual(now.stage.id, made.stage.id)
      assert.isNull(now.wonAt)
      assert.deepStrictEqual(original, {
        event: "deal.won",
        delivery_id: idOf(won!),
        created_at: json(won!).changed_at
      })
      const again = yield* undo({ requestId: back.requestId })
      const redone = (yield* heard(3)).find((one) => json(one).event === "deal.change_redone")!
      assert.deepStrictEqual(json(redone).original, original)
      assert.strictEqual(json(redone).deal.stage.name, "Won")
      yield* undo({ requestId: again.requestId })
      const names = (yield* heard(4)).map((one) => json(one).event)
      assert.deepStrictEqual(names, [
        ...["deal.change_redone", "deal.change_undone", "deal.change_undone", "deal.won"]
      ])
      assert.deepStrictEqual(
        receiver.received.filter(({ path }) => path === "/hook/lost"),
        []
      )
    })
  )

  it.effect("follow each of many, only of those that went back, and name what is gone", () =>
    Effect.gen(function* () {
      const { deal, receiver, stage, subscribe, heard, undo, write } = yield* site
      const deals = [yield* deal({ name: "One" }), yield* deal({ name: "Two" })]
      yield* subscribe(receiver.url, { events: ["deal.created", "deal.stage_changed"] })
      const ids = deals.map(({ id }) => id)
      const bulk = yield* write("POST", "/v1/deals/bulk-move", { ids, toStageId: stage("Proposal").id })
      yield* write("POST", `/v1/deals/${ids[1]}/move`, { toStageId: stage("Won").id })
      yield* heard(3)
      const { body } = yield* undo({ requestId: bulk.requestId })
      assert.strictEqual(body.notUndone.length, 1)
      const undone = (yield* heard(4)).map(json).filter(({ event }) => event === "deal.change_undone")
      assert.deepStrictEqual(
        undone.map(({ deal_id }) => deal_id),
        [ids[0]]
      )
      const make = yield* write("POST", "/v1/deals", { boardId: deals[0].boardId, name: "Three" })
      yield* undo({ requestId: make.requestId })
      const gone = (yield* heard(6)).map(json).find(({ deal }) => deal === null)
      assert.deepInclude(gone, { event: "deal.change_undone", deal_id: make.body.id, deal: null })
    })
  )

  it.effect("tell those who heard of a lead that it is gone, and that it is back", () =>
    Effect.gen(function* () {
      const { boardId, client, heard, receiver, subscribe, undo, write } = yield* site
      yield* subscribe(receiver.url, { events: ["lead.created"] })
      const make = yield* write("POST", "/v1/leads", { boardId, firstName: "Ada" })
      const [first] = yield* heard(1)
      const back = yield* undo({ requestId: make.requestId })
      const undone = (yield* heard(2)).map(json).find(({ event }) => event === "lead.change_undone")
      assert.deepInclude(undone, {
        lead_id: make.body.id,
        lead: null,
        changed_by: `api_key:${client.apiKey.id}`,
        original: { event: "lead.created", delivery_id: idOf(first!), created_at: undone.original.created_at }
      })
      assert.match(undone.original.created_at, at)
      yield* undo({ requestId: back.requestId })
      const redone = (yield* heard(3)).map(json).find(({ event }) => event === "lead.change_redone")
      assert.deepStrictEqual(redone.original, undone.original)
      assert.strictEqual(redone.lead.id, make.body.id)
      assert.strictEqual(redone.lead.contact.firstName, "Ada")
    })
  )

  it.effect("are told of by a dry run, and not sent by it", () =>
    Effect.gen(function* () {
      const { deal, receiver, stage, subscribe, undo, write } = yield* site
      const made = yield* deal()
      const hook = yield* subscribe(receiver.url, { events: ["deal.won"] })
      const move = yield* write("POST", `/v1/deals/${made.id}/move`, { toStageId: stage("Won").id })
      const { body } = yield* undo({ requestId: move.requestId }, { "dry-run": "true" })
      assert.deepStrictEqual(body.dryRun.webhooks, [
        { webhookId: hook.id, event: "deal.change_undone", count: 1 }
      ])
      const done = yield* undo({ requestId: move.requestId }, { plan: body.dryRun.plan })
      assert.strictEqual(done.body.undone.length, 1)
      const { data } = (yield* write("GET", `/v1/webhooks/${hook.id}/deliveries`)).body
      assert.sameMembers(
        data.map(({ event }: any) => event),
        ["deal.won", "deal.change_undone"]
      )
    })
  )
})
