import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Compressed from "../../../src/surfaces/http/response/Compressed.ts"
import * as ContentNegotiation from "../../../src/surfaces/http/response/ContentNegotiation.ts"
import { TestService } from "../../support/server/TestService.ts"

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** An answer as it was sent: `fetch` would decode it. */
const bare = (url: string, headers: Record<string, string>, method = "GET") =>
  Effect.callback<Received>((resume) => {
    request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Array<Buffer> = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("end", () =>
        resume(
          Effect.succeed({
            status: answer.statusCode!,
            headers: answer.headers,
            bytes: Buffer.concat(chunks)
          })
        )
      )
    }).end()
  })

const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

layer(TestService.layer(), { excludeTestServices: true })("an answer of the API", (it) => {
  for (const coding of ["br", "gzip"] as const) {
    it.effect(`is compressed by ${coding} where that is asked for, and the same within`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey, board, send } = yield* service.workspace()
        for (let n = 0; n < 5; n++) {
          yield* Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name: `Ünïcode ${n}` }))
        }
        const url = `${service.url}/v1/deals`
        const authorization = `Bearer ${apiKey.token}`
        const plain = yield* bare(url, { authorization })
        const packed = yield* bare(url, { authorization, "accept-encoding": coding })
        assert.strictEqual(plain.headers["content-encoding"], undefined)
        assert.strictEqual(plain.headers["vary"], "accept-encoding")
        assert.strictEqual(packed.headers["content-encoding"], coding)
        assert.strictEqual(packed.headers["vary"], "accept-encoding")
        assert.strictEqual(packed.headers["content-length"], String(packed.bytes.length))
        assert.isBelow(packed.bytes.length, plain.bytes.length / 2)
        assert.strictEqual(decoded[coding](packed.bytes).toString(), plain.bytes.toString())
        const head = yield* bare(url, { authorization, "accept-encoding": coding }, "HEAD")
        assert.strictEqual(head.headers["content-length"], packed.headers["content-length"])
        assert.strictEqual(head.bytes.length, 0)
        const small = yield* bare(`${service.url}/v1/deals/none`, {
          authorization,
          "accept-encoding": coding
        })
        assert.deepStrictEqual([small.status, small.headers["content-encoding"]], [404, undefined])
      })
    )
  }
})

/** What `forRequest` makes of a text of that many bytes. */
const sent = (
  asked: Record<string, string>,
  { headers = {}, size = 4000, type = "application/json" } = {} as {
    readonly headers?: Record<string, string>
    readonly size?: number
    readonly type?: string
  }
) =>
  Compressed.forRequest(
    { "accept-encoding": "gzip, br", ...asked },
    HttpServerResponse.text("x".repeat(size), { contentType: type, headers })
  )

const codingOf = (...args: Parameters<typeof sent>) =>
  Effect.map(sent(...args), ({ headers }) => headers["content-encoding"])

describe("what is compressed", () => {
  it.effect("is text from 1 KiB on, large or small", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codingOf({}, { size: 1023 }), undefined)
      assert.strictEqual(yield* codingOf({}, { size: 1024 }), "br")
      assert.strictEqual(yield* codingOf({}, { size: 300_000 }), "br")
      assert.strictEqual(yield* codingOf({ "accept-encoding": "gzip" }, { size: 300_000 }), "gzip")
      assert.strictEqual(yield* codingOf({}, { type: "image/png" }), undefined)
      assert.strictEqual(yield* codingOf({}, { type: "text/event-stream" }), undefined)
      assert.strictEqual(yield* codingOf({}, { type: "text/html; charset=utf-8" }), "br")
    })
  )

  it.effect("keeps what it varied by, and its status", () =>
    Effect.gen(function* () {
      const { headers, status } = yield* sent({}, { headers: { vary: "Origin" } })
      assert.deepStrictEqual([headers["vary"], status], ["Origin, accept-encoding", 200])
    })
  )

  it.effect("is no page that another site, or a script, made a browser ask for as a person", () =>
    Effect.gen(function* () {
      const page = { type: "text/html; charset=utf-8", headers: { "cache-control": "no-store" } }
      const navigation = (site: string, mode = "navigate") => ({
        cookie: "__Host-session=x",
        "sec-fetch-mode": mode,
        "sec-fetch-site": site
      })
      for (const site of ["same-origin", "none"]) {
        assert.strictEqual(yield* codingOf(navigation(site), page), "br", site)
      }
      for (const asked of [
        navigation("cross-site"),
        navigation("same-site"),
        navigation("same-origin", "cors"),
        { cookie: "__Host-session=x" }
      ]) {
        assert.strictEqual(yield* codingOf(asked, page), undefined, JSON.stringify(asked))
      }
      assert.strictEqual(yield* codingOf({}, page), "br", "nobody's page")
    })
  )

  it.effect("is no JSON that hands out a secret", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codingOf({}, { headers: { "cache-control": "no-store" } }), undefined)
    })
  )
})

describe("Accept-Encoding", () => {
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, identity; q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["", undefined]
  ]
  for (const [header, coding] of cases) {
    it(`"${header}" is answered by ${coding ?? "no compression"}`, () => {
      assert.strictEqual(ContentNegotiation.accepted(header), coding)
    })
  }
})
