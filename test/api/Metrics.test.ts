import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../support/server/TestService.ts"

const openMetrics = { accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5" }

/** The series of a text of metrics, with their values. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.replace(/ # .*$/u, "").split(/ (?=\S+$)/u) as [string, string])
      .map(([name, value]) => [name, Number(value)])
  )

const read = Effect.gen(function* () {
  const { send } = yield* TestService
  return seriesOf((yield* Effect.promise(() => send("GET", "/metrics"))).text)
})

const rpc = (id: string) =>
  `${JSON.stringify({ _tag: "Request", id: "1", tag: id, payload: {}, headers: [] })}\n`

layer(TestService.layer({ RATE_LIMIT_PER_KEY: "5" }))("metrics", (it) => {
  it.effect("tell operations apart by surface, with their errors", () =>
    Effect.gen(function* () {
      const { as, workspace } = yield* TestService
      const { apiKey, send } = yield* workspace()
      const count = (series: ReadonlyMap<string, number>, surface: string) =>
        series.get(`operation_duration_seconds_count{operation="deals.list",surface="${surface}"}`) ?? 0
      const before = yield* read
      yield* Effect.promise(() => send("GET", "/v1/deals"))
      yield* Effect.promise(() => send("GET", "/v1/deals/0192f6a0-0000-7000-8000-000000000000"))
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_deals", arguments: {} }
      }
      yield* Effect.promise(() => send("POST", "/mcp", call))
      yield* Effect.promise(() =>
        as(apiKey.token)("POST", "/rpc", rpc("deals.list"), { "content-type": "application/ndjson" })
      )
      const after = yield* read
      for (const surface of ["rest", "mcp", "rpc"]) {
        assert.strictEqual(count(after, surface), count(before, surface) + 1, surface)
      }
      const error = 'operation="deals.get",surface="rest",type="not_found",code="deal_not_found"'
      assert.isAbove(after.get(`operation_errors_total{${error}}`) ?? 0, 0)
      // The fifth and sixth request of a minute.
      yield* Effect.promise(() => send("GET", "/v1/deals"))
      yield* Effect.promise(() => send("GET", "/v1/deals"))
      const limited = 'rate_limit_refusals_total{limit="key"}'
      assert.isAbove((yield* read).get(limited)!, after.get(limited)!)
    })
  )

  it.effect("get no new series from what strangers send", () =>
    Effect.gen(function* () {
      const { send } = yield* TestService
      const ask = (index: number) => {
        const headers = {
          authorization: `Bearer nonsense-${index}`,
          traceparent: `00-${index}`,
          agent: `a${index}`
        }
        return Effect.promise(() => send("GET", `/v1/nothing-${index}?q=${index}`, undefined, headers))
      }
      yield* ask(0)
      yield* Effect.promise(() => send("POST", `/f/none`, {}))
      const before = [...(yield* read).keys()].filter((name) => !/^(cache|job|loop|webhook)_/u.test(name))
      yield* Effect.forEach(
        Array.from({ length: 300 }, (_, index) => index),
        ask,
        { concurrency: 20 }
      )
      const after = [...(yield* read).keys()].filter((name) => !/^(cache|job|loop|webhook)_/u.test(name))
      assert.deepStrictEqual(after, before)
    })
  )

  it.effect("lead from a bucket to a trace, where the format can say so", () =>
    Effect.gen(function* () {
      const { send, workspace } = yield* TestService
      const { send: own } = yield* workspace()
      const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
      const traceparent = `00-${trace}-00f067aa0ba902b7-01`
      yield* Effect.promise(() => own("GET", "/v1/boards", undefined, { traceparent }))
      const ndjson = { "content-type": "application/ndjson", traceparent }
      yield* Effect.promise(() => own("POST", "/rpc", rpc("boards.list"), ndjson))
      const { headers, text } = yield* Effect.promise(() => send("GET", "/metrics", undefined, openMetrics))
      assert.match(headers.get("content-type") ?? "", /^application\/openmetrics-text; version=1\.0\.0/u)
      assert.match(text, /\n# EOF\n$/u)
      assert.match(text, /^# TYPE operation_errors counter$/mu)
      for (const surface of ["rest", "rpc"]) {
        const exemplar = new RegExp(
          `^operation_duration_seconds_bucket\\{operation="boards\\.list",surface="${surface}",le="[^"]+"\\} \\d+ ` +
            `# \\{trace_id="${trace}",span_id="[0-9a-f]{16}"\\} [\\d.]+(e-\\d+)? \\d+\\.\\d{3}$`,
          "mu"
        )
        assert.match(text, exemplar)
      }
      const plain = yield* Effect.promise(() => send("GET", "/metrics"))
      assert.notInclude(plain.text, trace)
    })
  )

  it.effect("tell of process, pool, queue and jobs", () =>
    Effect.gen(function* () {
      const series = yield* read
      for (const name of [
        "process_resident_memory_bytes",
        "nodejs_eventloop_lag_p99_seconds",
        "database_pool_size",
        'database_connections_open{pool="callers"}',
        'admission_limit{kind="deals"}',
        "data_dir_free_bytes"
      ]) {
        assert.isTrue(Number.isFinite(series.get(name)), name)
      }
      assert.isAbove(series.get('database_connections_open{pool="callers"}')!, 0)
    })
  )
})

layer(TestService.layer({ METRICS_TOKEN: "0123456789abcdef-metrics" }))("metrics with a token", (it) => {
  it.effect("are told to who knows it, and say to others what to send", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const read = (authorization?: string) =>
        Effect.promise(async () => {
          const response = await fetch(`${url}/metrics`, {
            headers: authorization === undefined ? {} : { authorization }
          })
          return {
            status: response.status,
            challenge: response.headers.get("www-authenticate"),
            text: await response.text()
          }
        })
      for (const wrong of [
        undefined,
        "",
        "Bearer",
        "Bearer 0123456789abcdef-metric",
        "Basic 0123456789abcdef-metrics"
      ]) {
        const { challenge, status, text } = yield* read(wrong)
        assert.deepStrictEqual([status, challenge], [401, 'Bearer realm="metrics"'], wrong)
        assert.include(text, "METRICS_TOKEN")
        assert.notInclude(text, "build_info")
      }
      for (const scheme of ["Bearer", "bearer"]) {
        const { status, text } = yield* read(`${scheme} 0123456789abcdef-metrics`)
        assert.strictEqual(status, 200)
        assert.match(text, /^build_info\{.*commit="/mu)
      }
    })
  )
})
