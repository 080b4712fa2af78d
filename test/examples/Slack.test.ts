/** docs/examples/slack-on-wins, between the service and a stand-in for Slack. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import * as Example from "../support/examples/Example.ts"
import * as Receiver from "../support/fakes/Receiver.ts"
import { makeSubscriber } from "../support/fakes/Subscriber.ts"
import { TestService } from "../support/server/TestService.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const file = "docs/examples/slack-on-wins/receiver.ts"
const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`

const textsOf = ({ received }: Receiver.Receiver) =>
  received.map(({ body }) => JSON.parse(body.toString()).text)

/** The receiver as a process, and a Slack that answers as told. */
const receiving = Effect.fnUntraced(function* (env: Record<string, string>, answer?: Receiver.Answer) {
  const slack = yield* Receiver.makeReceiver(answer)
  const SEEN_FILE = join(yield* temporaryDirectory, "seen.txt")
  const settings = { PORT: "0", SLACK_URL: slack.url, SIGNING_SECRET: secret, SEEN_FILE, ...env }
  const begin = Effect.gen(function* () {
    const running = yield* Example.start([file], settings)
    const said = yield* Effect.promise(() => running.says("Listening on"))
    return { ...running, url: /http:\S+/u.exec(said)![0] }
  })
  return { slack, begin, running: yield* begin }
})

/** Sends an event as the service does. */
const send = (
  url: string,
  id: string,
  event: object,
  { at = new Date(), body = JSON.stringify(event) } = {}
) =>
  fetch(url, {
    method: "POST",
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, JSON.stringify(event))
    }
  })

const won = (changes: object = {}) => ({
  event: "deal.won",
  amount_cents: 1_250_000,
  currency: "USD",
  deal: { id: "d1", name: "Annual licence", company: "Acme", ...changes }
})

const settings = { OUTBOUND_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SCALE: "0.01" }

layer(TestService.layer(settings), { excludeTestServices: true })("Slack on wins", (it) => {
  it.effect("is told without code", () =>
    Effect.gen(function* () {
      const { subscribe } = yield* makeSubscriber
      const made = yield* subscribe("https://hooks.slack.com/services/T00/B00/XXXX", { events: ["deal.won"] })
      assert.deepStrictEqual([made.provider, made.signingSecret], ["slack", null])
    })
  )

  it.effect("is told once of a deal that is won, and when that is undone", () =>
    Effect.gen(function* () {
      const { call, deal, stage, subscribe } = yield* makeSubscriber
      // The service makes the secret, and the receiver has to know it: a second one takes its place.
      const first = yield* receiving({})
      const hook = yield* subscribe(first.running.url, { events: ["deal.won", "deal.stage_changed"] })
      first.running.kill("SIGTERM")
      yield* Effect.promise(() => first.running.exit)
      const { running, slack } = yield* receiving({
        PORT: new URL(first.running.url).port,
        SIGNING_SECRET: `${secret},${hook.signingSecret}`,
        SALES_PIPELINE_URL: "https://sales.example"
      })
      const { id } = yield* deal({ name: "<!channel> & co", company: "Acme", amountCents: 1_250_000 })
      const moved = yield* call("POST", `/v1/deals/${id}/move`, { toStageId: stage("Won").id })
      yield* Receiver.eventually(() => slack.received[0])
      yield* call("POST", "/v1/undo", { requestId: moved.headers.get("service-request-id") })
      yield* Receiver.eventually(() => slack.received[1])
      assert.deepStrictEqual(textsOf(slack), [
        `:tada: Won: <https://sales.example/deals/${id}|&lt;!channel&gt; &amp; co> for $12,500.00, Acme`,
        "Not won after all: &lt;!channel&gt; &amp; co"
      ])
      assert.notInclude(running.said(), "signature")
    })
  )

  it.effect("refuses what nobody signed, what was changed, and what is old", () =>
    Effect.gen(function* () {
      const { running, slack } = yield* receiving({})
      yield* Effect.promise(async () => {
        const late = { at: new Date(Date.now() - 600_000) }
        const changed = { body: JSON.stringify(won({ name: "Another" })) }
        const answers = [
          await fetch(running.url, { method: "POST", body: JSON.stringify(won()) }),
          await fetch(running.url),
          await send(running.url, "m1", won(), late),
          await send(running.url, "m2", won(), changed),
          await send(running.url, "m3", won({ name: "x".repeat(1_100_000) }))
        ]
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [401, 401, 401, 401, 401]
        )
        assert.deepStrictEqual(slack.received, [])
      })
    })
  )

  it.effect("tells one event once, however often it comes, also after a restart", () =>
    Effect.gen(function* () {
      const held: Array<() => void> = []
      const { begin, running, slack } = yield* receiving({}, (_, response) => {
        held.push(() => response.writeHead(200).end("ok"))
      })
      const together = [send(running.url, "m1", won()), send(running.url, "m1", won())]
      yield* Receiver.eventually(() => held[0])
      held[0]!()
      const answers = yield* Effect.promise(() => Promise.all(together))
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [204, 204]
      )
      running.kill("SIGKILL")
      yield* Effect.promise(() => running.exit)
      const again = yield* begin
      const third = yield* Effect.promise(() => send(again.url, "m1", won()))
      assert.deepStrictEqual([third.status, slack.received.length], [204, 1])
    })
  )

  it.effect("has the service try again while Slack is busy", () =>
    Effect.gen(function* () {
      const { running, slack } = yield* receiving({}, (_received, response) => {
        const isFirst = slack.received.length === 1
        response.writeHead(isFirst ? 429 : 200, isFirst ? { "retry-after": "30" } : {}).end()
      })
      yield* Effect.promise(async () => {
        const busy = await send(running.url, "m1", won())
        assert.deepStrictEqual([busy.status, busy.headers.get("retry-after")], [502, "30"])
        assert.include(running.said(), "Slack did not take a message: 429")
        assert.strictEqual((await send(running.url, "m1", won({ company: null }))).status, 204)
        assert.strictEqual(
          textsOf(slack)[1],
          ":tada: Won: <http://127.0.0.1:3000/deals/d1|Annual licence> for $12,500.00"
        )
        const other = { event: "deal.created", deal: {} }
        assert.strictEqual((await send(running.url, "m2", other)).status, 204)
        assert.lengthOf(slack.received, 2)
      })
    })
  )

  it.effect("is not started without its settings", () =>
    Effect.promise(async () => {
      const { code, stderr } = await Example.run([file], { SLACK_URL: "no address", SIGNING_SECRET: secret })
      assert.deepStrictEqual([code, stderr.includes("SLACK_URL")], [2, true])
    })
  )
})
