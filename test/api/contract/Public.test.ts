import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anonymous, contract, ok, workspace } from "../../support/server/Contract.ts"

/** The number of answers over REST with a status, from /metrics. */
const countOf = (text: string, status: number) => {
  const series = `http_request_duration_seconds_count{surface="rest",status="${status}"} `
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(series))
      ?.slice(series.length) ?? 0
  )
}

contract("the public endpoints", (it) => {
  it.effect("say that the process is up and can serve", () =>
    Effect.gen(function* () {
      const { get } = yield* anonymous
      assert.deepStrictEqual(yield* ok(get("/healthz")), { status: "ok" })
      assert.deepStrictEqual(yield* ok(get("/readyz")), { status: "ready" })
    })
  )

  it.effect("have metrics that Prometheus can read, and that count", () =>
    Effect.gen(function* () {
      const { get } = yield* anonymous
      const metrics = Effect.map(get("/metrics"), ({ headers, status, text }) => {
        assert.strictEqual(status, 200)
        assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/u)
        for (const line of text.split("\n").filter((one) => one !== "")) {
          assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? \S+)$/u)
        }
        return text
      })
      const before = yield* metrics
      yield* get("/v1/me")
      yield* get("/v1/me")
      assert.strictEqual(countOf(yield* metrics, 401), countOf(before, 401) + 2)
    })
  )

  it.effect("has metrics of the loops in the background, by their names alone", () =>
    Effect.gen(function* () {
      const { text } = yield* (yield* anonymous).get("/metrics")
      for (const loop of ["Counting requests", "The job purge-deals", "Looking for webhooks to send"]) {
        // Other services of this process have loops of the same name, which may be failing.
        assert.match(text, new RegExp(`^loop_failing\\{loop="${loop}"\\} \\d+$`, "mu"))
        assert.match(text, new RegExp(`^loop_failures_total\\{loop="${loop}"\\} \\d+$`, "mu"))
      }
      assert.match(text, /^loop_turns_total\{loop="Looking for webhooks to send"\} [1-9]\d*$/mu)
    })
  )

  it.effect("need no credential, and ignore a bad one", () =>
    Effect.gen(function* () {
      const { get } = yield* anonymous
      for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/llms.txt"]) {
        assert.strictEqual((yield* get(path, { authorization: "Bearer nonsense" })).status, 200, path)
      }
      const { get: owned } = yield* workspace()
      assert.isNull((yield* owned("/healthz")).headers.get("ratelimit"))
    })
  )
})
