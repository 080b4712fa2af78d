import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../../support/server/TestService.ts"

/** The statuses of requests with a wrong key, each of which claims another address. */
const guesses = (count: number) =>
  Effect.gen(function* () {
    const { as } = yield* TestService
    const send = as(`svc_live_${"0".repeat(43)}`)
    const statuses: Array<number> = []
    for (let n = 1; n <= count; n++) {
      const headers = { "x-forwarded-for": `198.51.100.${n}` }
      statuses.push((yield* Effect.promise(() => send("GET", "/v1/me", undefined, headers))).status)
    }
    return statuses
  })

const overHttp = Effect.gen(function* () {
  const { send } = yield* TestService
  const answer = yield* Effect.promise(() =>
    send("GET", "/healthz", undefined, { "x-forwarded-proto": "http" })
  )
  return answer.status
})

/** Tests reach the service from 127.0.0.1. */
layer(TestService.layer({ TRUST_PROXY: "10.0.0.0/8", RATE_LIMIT_PER_ADDRESS: "2" }))(
  "who comes to it directly, past the proxies",
  (it) => {
    it.effect("can't choose an address or a protocol", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* guesses(4), [401, 401, 429, 429])
        assert.strictEqual(yield* overHttp, 200)
      })
    )
  }
)

layer(TestService.layer({ TRUST_PROXY: "127.0.0.0/8", RATE_LIMIT_PER_ADDRESS: "2" }))("a proxy", (it) => {
  it.effect("says who calls, and that they did so over http, which is refused", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* guesses(4), [401, 401, 401, 401])
      assert.strictEqual(yield* overHttp, 403)
    })
  )
})

layer(TestService.layer({ TRUST_PROXY: "2", RATE_LIMIT_PER_ADDRESS: "2" }))(
  "the second of two proxies",
  (it) => {
    it.effect("is believed about the first, and the first about the client", () =>
      Effect.gen(function* () {
        const { as } = yield* TestService
        const send = as(`svc_live_${"0".repeat(43)}`)
        const path = (n: number) => ({ "x-forwarded-for": `192.0.2.${n}, 203.0.113.9, 10.0.0.1` })
        const answers = yield* Effect.promise(async () => {
          const statuses: Array<number> = []
          for (const n of [1, 2, 3]) statuses.push((await send("GET", "/v1/me", undefined, path(n))).status)
          return statuses
        })
        assert.deepStrictEqual(answers, [401, 401, 429])
      })
    )
  }
)
