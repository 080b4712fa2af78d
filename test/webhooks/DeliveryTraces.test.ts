import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually, makeReceiver } from "../support/fakes/Receiver.ts"
import { makeSubscriber, verify } from "../support/fakes/Subscriber.ts"
import { TestService } from "../support/server/TestService.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const tracestate = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"

/** Makes a deal with these headers, and returns the headers of the delivery that tells of it. */
const delivered = Effect.fnUntraced(function* (headers: Record<string, string>) {
  const receiver = yield* makeReceiver()
  const { boardId, client, subscribe } = yield* makeSubscriber
  const { signingSecret } = yield* subscribe(receiver.url)
  yield* Effect.promise(() => client.send("POST", "/v1/deals", { boardId, name: "Traced" }, headers))
  yield* eventually(async () => receiver.received[0])
  const [received] = receiver.received
  verify(signingSecret, received!)
  return received!.headers
})

const settings = { OUTBOUND_ALLOW_PRIVATE: "true" }

layer(TestService.layer(settings, { isTraced: true }), { excludeTestServices: true })(
  "a delivery of a traced service",
  (it) => {
    it.effect("is a span of its own in the trace of the write", () =>
      Effect.gen(function* () {
        const headers = yield* delivered({ traceparent, tracestate })
        assert.match(String(headers["traceparent"]), new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`, "u"))
        assert.notStrictEqual(headers["traceparent"], traceparent)
        assert.strictEqual(headers["tracestate"], tracestate)
      })
    )

    it.effect("has a trace of its own if the write came with none, or with a bad one", () =>
      Effect.gen(function* () {
        for (const sent of [{}, { traceparent: `00-${traceId}-nonsense-01`, tracestate }]) {
          const headers = yield* delivered(sent as Record<string, string>)
          assert.match(String(headers["traceparent"]), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/u)
          assert.notInclude(String(headers["traceparent"]), traceId)
          assert.isUndefined(headers["tracestate"])
        }
      })
    )
  }
)

layer(TestService.layer(settings), { excludeTestServices: true })(
  "a delivery of a service without traces",
  (it) => {
    it.effect("passes on what the caller of the write sent", () =>
      Effect.gen(function* () {
        const headers = yield* delivered({ traceparent, tracestate })
        assert.strictEqual(headers["traceparent"], traceparent)
        assert.strictEqual(headers["tracestate"], tracestate)
        const others = yield* delivered({})
        assert.isUndefined(others["traceparent"])
      })
    )
  }
)
