/** Measures deliveries per second through Egress to a receiver in another process of this machine. */
import { ConfigProvider, Effect, Layer } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Egress } from "../../layers/platform/egress/Egress.ts"
import { Settings } from "../../layers/platform/Settings.ts"

const receiver = `
  require("node:http").createServer((q, r) => q.resume().on("end", () => r.end("ok")))
    .listen(0, "127.0.0.1", function () { console.log(this.address().port) })`

const body = new TextEncoder().encode(JSON.stringify({ event: "deal.created", padding: "x".repeat(1000) }))

const deliver = (url: string) =>
  Effect.flatMap(Egress, (egress) =>
    egress.request({
      url,
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      connectTimeout: "5 seconds",
      totalTimeout: "15 seconds",
      maxResponseBytes: 16_384,
      whenTooLarge: "cut",
      redirects: 0
    })
  )

const measure = Effect.fnUntraced(function* (url: string, count: number, concurrency: number) {
  const started = performance.now()
  yield* Effect.forEach(Array(count), () => deliver(url), { concurrency, discard: true })
  const perSecond = Math.round((count / (performance.now() - started)) * 1000)
  console.log(JSON.stringify({ count, concurrency, perSecond }))
})

const child = spawn(process.execPath, ["-e", receiver], { stdio: ["ignore", "pipe", "inherit"] })
const [port] = await once(child.stdout, "data")
const url = `http://127.0.0.1:${String(port).trim()}/hook`

await Effect.runPromise(
  Effect.gen(function* () {
    yield* measure(url, 2000, 64)
    yield* measure(url, 20_000, 64)
    yield* measure(url, 10_000, 2)
  }).pipe(
    Effect.provide(
      Egress.layer.pipe(
        Layer.provide(Settings.layer),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ OUTBOUND_ALLOW_PRIVATE: "true" })))
      )
    )
  )
)
child.kill()
