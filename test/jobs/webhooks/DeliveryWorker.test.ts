import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { DeliveryQueue } from "../../../layers/webhooks/DeliveryQueue.ts"
import { DeliverySignal } from "../../../layers/webhooks/DeliverySignal.ts"
import { Egress } from "../../../layers/egress/Egress.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Signer } from "../../../layers/webhooks/Signer.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Webhooks } from "../../../layers/webhooks/Webhooks.ts"
import { WebhookId } from "../../../schema/Id.ts"
import * as DeliveryWorker from "../../../src/jobs/webhooks/DeliveryWorker.ts"
import { type Answer, eventually, makeReceiver } from "../../support/fakes/Receiver.ts"
import { json, makeSubscriber, verify } from "../../support/fakes/Subscriber.ts"
import { TestService } from "../../support/server/TestService.ts"

const settings = { OUTBOUND_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SCALE: "0.00001" }
const services = DeliveryQueue.layer.pipe(Layer.provideMerge(TestService.layer(settings)))

/** A second sender, with its own signals and lease holder. */
const anotherSender = () =>
  Layer.fresh(DeliveryWorker.layer.pipe(Layer.provide([DeliverySignal.layer, Egress.layer, Signer.layer])))

layer(services, { excludeTestServices: true })("the webhook courier", (it) => {
  it.effect("signs what it sends, verified by the standardwebhooks library and by hand", () =>
    Effect.gen(function* () {
      const { deal, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const { signingSecret } = yield* subscribe(receiver.url)
      const made = yield* deal({ name: "Größe 💶", amountCents: 1 })
      const one = yield* eventually(() => receiver.received[0])
      verify(signingSecret, one)
      const mac = createHmac("sha256", signingSecret).update(one.body).digest("hex")
      assert.strictEqual(one.headers["x-service-signature"], `sha256=${mac}`)
      assert.strictEqual(one.headers["content-type"], "application/json")
      assert.deepStrictEqual(json(one).deal, made)
    })
  )

  it.effect("announces creation, moves and wins, each with its specified payload", () =>
    Effect.gen(function* () {
      const { boardId, call, client, deal, stage, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      yield* subscribe(receiver.url)
      const { id } = yield* deal({ amountCents: 500 })
      const won = stage("Won")
      const moved = yield* call("POST", `/v1/deals/${id}/move`, { toStageId: won.id })
      yield* call("POST", `/v1/deals/${id}/move`, { toStageId: won.id })
      yield* call("PATCH", `/v1/deals/${id}`, { stageId: stage("New").id })
      yield* eventually(() => receiver.received[2])
      const events = Object.fromEntries(receiver.received.map((one) => [json(one).event, json(one)]))
      const by = `api_key:${client.apiKey.id}`
      const ref = ({ id, isAnchor, name, region }: any) => ({ id, name, region, isAnchor })
      assert.strictEqual(receiver.received.length, 3)
      assert.deepStrictEqual(
        { ...events["deal.created"], deal: null },
        {
          event: "deal.created",
          deal_id: id,
          board_id: boardId,
          deal: null,
          created_by: by,
          created_at: moved.body.createdAt
        }
      )
      const change = {
        event: "deal.stage_changed",
        deal_id: id,
        board_id: boardId,
        from_stage: ref(stage("New")),
        to_stage: ref(won),
        deal: moved.body,
        changed_by: by,
        changed_at: moved.body.stageEnteredAt
      }
      assert.deepStrictEqual(events["deal.stage_changed"], change)
      assert.deepStrictEqual(events["deal.won"], {
        ...change,
        event: "deal.won",
        amount_cents: 500,
        currency: "USD",
        won_at: moved.body.wonAt
      })
    })
  )

  it.effect("announces a lead", () =>
    Effect.gen(function* () {
      const { boardId, call, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      yield* subscribe(receiver.url)
      const lead = yield* call("POST", "/v1/leads", { boardId, firstName: "Mia" })
      const payload = json(yield* eventually(() => receiver.received[0]))
      assert.deepStrictEqual(payload, {
        event: "lead.created",
        lead_id: lead.body.id,
        board_id: boardId,
        lead: lead.body,
        created_at: lead.body.createdAt
      })
    })
  )

  it.effect("sends only the events asked for, and only stage changes into the filter's stages", () =>
    Effect.gen(function* () {
      const { call, deal, settled, stage, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const { id } = yield* subscribe(receiver.url, {
        events: ["deal.stage_changed"],
        stageFilter: [stage("Proposal").id]
      })
      const { id: dealId } = yield* deal()
      for (const name of ["Qualified", "Proposal", "Won"]) {
        yield* call("POST", `/v1/deals/${dealId}/move`, { toStageId: stage(name).id })
      }
      const [one] = yield* settled(id, 1)
      assert.strictEqual(one.event, "deal.stage_changed")
      assert.strictEqual(json(receiver.received[0]!).to_stage.name, "Proposal")
    })
  )

  it.effect("delivers everything to a receiver that fails nine times, with one id and the same bytes", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe, webhook } = yield* makeSubscriber
      const receiver = yield* makeReceiver((_received, response, count) => {
        response.writeHead(count < 9 ? 500 : 200).end(`try ${count}`)
      })
      const { id, signingSecret } = yield* subscribe(receiver.url)
      for (let index = 0; index < 10; index++) yield* deal()
      const log = yield* settled(id, 10)
      assert.strictEqual(receiver.received.length, 100)
      for (const delivery of log) {
        const tries = receiver.received.filter((one) => one.headers["webhook-id"] === delivery.id)
        assert.strictEqual(tries.length, 10)
        assert.strictEqual(new Set(tries.map((one) => one.body.toString())).size, 1)
        for (const one of tries) verify(signingSecret, one)
        assert.strictEqual(delivery.status, "delivered")
        assert.deepStrictEqual(
          delivery.attempts.map((one: any) => [one.status, one.response]),
          Array.from({ length: 10 }, (_, count) => [count < 9 ? 500 : 200, `try ${count}`])
        )
      }
      const after = yield* webhook(id)
      assert.isTrue(after.active)
      assert.isNull(after.lastError)
      assert.isString(after.lastDeliveredAt)
    })
  )

  it.effect("gives up after ten tries, and sends again on request", () =>
    Effect.gen(function* () {
      const { call, deal, settled, subscribe, webhook } = yield* makeSubscriber
      const receiver = yield* makeReceiver((_received, response, count) => {
        response.writeHead(count < 10 ? 503 : 200).end()
      })
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      const [failed] = yield* settled(id, 1)
      assert.strictEqual(failed.status, "failed")
      assert.isNull(failed.nextAttemptAt)
      assert.strictEqual((yield* webhook(id)).lastError, "The receiver answered 503.")
      const again = yield* call("POST", `/v1/webhooks/${id}/deliveries/${failed.id}/redeliver`)
      assert.deepStrictEqual([again.status, again.body.status], [200, "pending"])
      const [delivered] = yield* settled(id, 1)
      assert.strictEqual(delivered.status, "delivered")
      assert.strictEqual(delivered.id, failed.id)
      assert.strictEqual(receiver.received.length, 11)
      assert.strictEqual(receiver.received[10]!.headers["webhook-id"], failed.id)
    })
  )

  it.effect("treats a redirect as a failure, and does not follow it", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe, webhook } = yield* makeSubscriber
      const target = yield* makeReceiver()
      const receiver = yield* makeReceiver((_received, response) => {
        response.writeHead(307, { location: target.url }).end()
      })
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      const [failed] = yield* settled(id, 1)
      assert.strictEqual(failed.status, "failed")
      // All tries may take longer than the scaled-down 5 days, which would switch the subscription off too.
      assert.include((yield* webhook(id)).lastError, "The receiver answered 307; redirects are not followed.")
      assert.strictEqual(target.received.length, 0)
    })
  )

  it.effect("delays no receiver that works for ones that hang, and keeps two requests open to each", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe } = yield* makeSubscriber
      let givenUp = 0
      let early = 0
      const hang: Answer = (_received, response) => void response.on("close", () => (givenUp += 1))
      const healthy = yield* makeReceiver((_received, response) => {
        if (givenUp === 0) early += 1
        response.writeHead(204).end()
      })
      const { id } = yield* subscribe(healthy.url)
      // One that has yet to succeed waits like those that hang.
      yield* deal()
      yield* settled(id, 1)
      const hung = yield* Effect.all(Array.from({ length: 12 }, () => makeReceiver(hang)))
      for (const { url } of hung) yield* subscribe(url)
      for (let index = 0; index < 20; index++) yield* deal()
      yield* eventually(() => healthy.received[20], 25)
      // If it had to wait for one that hangs, nearly all would come after that was given up.
      assert.isAbove(early, 10)
      for (const receiver of hung) assert.isAtMost(receiver.maxOpen(), 2)
    })
  )

  it.effect("switches off a subscription that is gone, and on again when told", () =>
    Effect.gen(function* () {
      const { call, deal, settled, subscribe, webhook } = yield* makeSubscriber
      let status = 410
      const switchedOff = { active: false, switchedOff: "gone" }
      const receiver = yield* makeReceiver((_received, response) => void response.writeHead(status).end())
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      const [failed] = yield* settled(id, 1)
      assert.strictEqual(failed.attempts.length, 1)
      const off = yield* webhook(id)
      assert.isFalse(off.active)
      assert.strictEqual(
        off.lastError,
        "The receiver answered 410 (gone). The subscription was switched off."
      )
      const { data } = (yield* call("GET", `/v1/audit?target=${id}&actor=courier`)).body
      assert.deepStrictEqual(
        data.map(({ changes, operation }: any) => [operation, changes]),
        [["jobs.courier", [{ resource: "webhook", id, before: { active: true }, after: switchedOff }]]]
      )
      yield* deal()
      status = 200
      const test = yield* call("POST", `/v1/webhooks/${id}/test`)
      assert.strictEqual(test.status, 201)
      const log = yield* settled(id, 2)
      assert.deepStrictEqual(
        log.map((one: any) => [one.event, one.status]),
        [
          ["webhook.test", "delivered"],
          ["deal.created", "failed"]
        ]
      )
      yield* call("PATCH", `/v1/webhooks/${id}`, { active: true })
      yield* deal()
      yield* settled(id, 3)
      assert.isNull((yield* webhook(id)).lastError)
    })
  )

  it.effect("switches off a subscription that fails for five days", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe, webhook } = yield* makeSubscriber
      const receiver = yield* makeReceiver((_received, response) => void response.writeHead(500).end())
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      yield* settled(id, 1)
      assert.isTrue((yield* webhook(id)).active)
      const sql = yield* SqlClient.SqlClient
      const before = new Date(Date.now() - 5 * 86_400_000).toISOString()
      yield* sql`UPDATE webhooks SET failing_since = ${before} WHERE id = ${id}`
      yield* deal()
      const off = yield* eventually(async () => {
        const now = await Effect.runPromise(webhook(id))
        return now.active ? undefined : now
      })
      assert.match(off.lastError, /^Nothing was delivered for 5 days.*switched off.*500/u)
    })
  )

  it.effect("waits as long as a busy receiver asks, with all its deliveries", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe } = yield* makeSubscriber
      let isBusy = true
      const receiver = yield* makeReceiver((_received, response) => {
        response.writeHead(isBusy ? 429 : 200, isBusy ? { "retry-after": "2" } : {}).end()
        isBusy = false
      })
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      const first = yield* eventually(() => receiver.received[0])
      yield* deal()
      yield* settled(id, 2)
      assert.strictEqual(receiver.received.length, 3)
      assert.isAtLeast(receiver.received[1]!.at - first.at, 1990)
    })
  )

  it.effect("treats any 2xx as received, and keeps the first 1 kB of its body", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver((_received, response) => {
        response.writeHead(202, { "content-type": "text/html" })
        const flood = () => {
          while (response.write(`ä\u0000${"é".repeat(8000)}`)) {}
          response.once("drain", flood)
        }
        flood()
      })
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      const [delivered] = yield* settled(id, 1)
      assert.strictEqual(delivered.status, "delivered")
      const { response } = delivered.attempts[0]
      assert.isTrue(response.startsWith("ä\uFFFDé"))
      assert.isAtMost(Buffer.byteLength(response), 1026)
    })
  )

  it.effect("signs with both secrets for a day after a rotation", () =>
    Effect.gen(function* () {
      const { call, deal, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const { id, signingSecret: before } = yield* subscribe(receiver.url)
      const rotated = yield* call("POST", `/v1/webhooks/${id}/rotate-secret`)
      const { signingSecret: after } = rotated.body
      yield* deal()
      const one = yield* eventually(() => receiver.received[0])
      verify(before, one)
      verify(after, one)
      const mac = createHmac("sha256", after).update(one.body).digest("hex")
      assert.strictEqual(one.headers["x-service-signature"], `sha256=${mac}`)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET previous_secret_until = created_at WHERE id = ${id}`
      yield* deal()
      const next = yield* eventually(() => receiver.received[1])
      verify(after, next)
      assert.throws(() => verify(before, next))
    })
  )

  it.effect("sends a chat tool its own format, unsigned", () =>
    Effect.gen(function* () {
      const { boardId, client, deal } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const id = WebhookId.make(yield* (yield* Ids).uuid)
      const webhook = {
        id,
        boardId,
        label: null,
        urlFingerprint: "hook",
        provider: "slack",
        events: ["deal.created"],
        stageFilter: [],
        active: true,
        createdAt: new Date().toISOString(),
        lastDeliveredAt: null,
        lastError: null,
        createdBy: null,
        maker: null
      } as const
      const tenant = { workspaceId: client.workspace.id }
      yield* Effect.provideService((yield* Webhooks).insert(webhook, receiver.url, null), Tenant, tenant)
      const made = yield* deal({ name: "<!channel> *now*" })
      const one = yield* eventually(() => receiver.received[0])
      const message = json(one)
      assert.strictEqual(message.text, "New deal: &lt;!channel&gt; *now*")
      assert.include(JSON.stringify(message.blocks), `/deals/${made.id}|Open the deal>`)
      for (const name of ["x-service-signature", "webhook-signature", "webhook-timestamp"]) {
        assert.isUndefined(one.headers[name])
      }
    })
  )

  it.effect("finds deliveries by polling if the notification is lost", () =>
    Effect.gen(function* () {
      const { boardId, client, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const { id } = yield* subscribe(receiver.url)
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO deliveries SELECT ${client.workspace.id}::uuid, ${boardId}::uuid, ${id}::uuid,
        'deal.won', '{}', 'pending', false, 0, now(), '[]', now(), NULL`
      yield* eventually(() => receiver.received[0], 5)
    })
  )

  it.effect("leaves deliveries alone that another sender has leased, until the lease ends", () =>
    Effect.gen(function* () {
      const { call, client, deal, subscribe } = yield* makeSubscriber
      const receiver = yield* makeReceiver()
      const { id } = yield* subscribe(receiver.url)
      yield* deal()
      yield* eventually(() => receiver.received[0])
      yield* eventually(async () => {
        const { body } = await client.send("GET", `/v1/webhooks/${id}/deliveries`)
        return body.data[0].status === "delivered" ? true : undefined
      })
      const sql = yield* SqlClient.SqlClient
      const until = Date.now() + 3000
      yield* sql`UPDATE webhooks SET leased_by = ${id}, leased_until = ${new Date(until).toISOString()}
        WHERE id = ${id}`
      yield* deal()
      yield* call("POST", `/v1/webhooks/${id}/test`)
      yield* eventually(() => receiver.received[2])
      for (const one of receiver.received.slice(1)) assert.isAtLeast(one.at, until)
    })
  )

  it.effect("sends nothing twice if several senders share a database", () =>
    Effect.gen(function* () {
      const { deal, settled, subscribe } = yield* makeSubscriber
      const receivers = yield* Effect.all(Array.from({ length: 10 }, () => makeReceiver()))
      const webhooks = yield* Effect.forEach(receivers, ({ url }) =>
        subscribe(url, { events: ["deal.created"] })
      )
      const deals = Effect.forEach(Array.from({ length: 40 }), () => deal(), { concurrency: 8 })
      const received = Effect.gen(function* () {
        yield* deals
        for (const { id } of webhooks) yield* settled(id, 40)
      })
      yield* Effect.provide(received, Layer.mergeAll(anotherSender(), anotherSender()))
      for (const receiver of receivers) {
        const ids = receiver.received.map((one) => one.headers["webhook-id"])
        assert.deepStrictEqual([ids.length, new Set(ids).size], [40, 40])
        assert.isAtMost(receiver.maxOpen(), 2)
      }
    })
  )

  it.effect("gives a lease to only one of many that ask at once", () =>
    Effect.gen(function* () {
      const { client, subscribe } = yield* makeSubscriber
      const { id } = yield* subscribe("http://127.0.0.1:1/never")
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const queue = yield* DeliveryQueue
      const now = "2090-01-01T00:00:00.000Z"
      // The subscription is paused for the service, but not for these senders, whose clock is later.
      yield* sql`UPDATE webhooks SET paused_until = '2080-01-01' WHERE id = ${id}`
      yield* sql`INSERT INTO deliveries SELECT ${client.workspace.id}::uuid, ${yield* ids.uuid}::uuid, ${id}::uuid,
        'deal.won', '{}', 'pending', false, 0, now(), '[]', now(), NULL`
      const leases = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () =>
          Effect.flatMap(ids.uuid, (holder) =>
            queue.lease({ webhookId: id, holder, now, until: "2099-01-01T00:00:00.000Z" })
          ),
        { concurrency: 20 }
      ).pipe(Effect.provideService(Tenant, { workspaceId: client.workspace.id }))
      assert.strictEqual(leases.filter((lease) => lease !== undefined).length, 1)
    })
  )
})
