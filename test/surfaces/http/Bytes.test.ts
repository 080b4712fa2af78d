import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connect } from "node:net"
import * as InFlight from "../../../src/surfaces/http/server/InFlight.ts"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const limit = 1_048_576

const formType = { "content-type": "application/x-www-form-urlencoded" }

const form = (path: string, body: string) =>
  Effect.flatMap(TestService, ({ url }) =>
    Effect.promise(() => fetch(url + path, { method: "POST", body, headers: formType, redirect: "manual" }))
  )

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "3" }), { excludeTestServices: true })(
  "a public form",
  (it) => {
    for (const path of ["/sign-in", "/setup"]) {
      it.effect(`at ${path} counts the client's address before it reads the body`, () =>
        Effect.gen(function* () {
          const statuses: Array<number> = []
          for (let n = 0; n < 4; n++) statuses.push((yield* form(path, "csrf=made-up")).status)
          assert.strictEqual(statuses.at(-1), 429)
        })
      )
    }
  }
)

layer(TestService.layer(), { excludeTestServices: true })("the body of a small form", (it) => {
  const paths = ["/sign-in", "/sign-out", "/account/password", "/account/sign-out-everywhere", "/workspace"]
  for (const path of paths) {
    it.effect(`at ${path} is refused above 16 KiB`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* form(path, "a=".padEnd(16_384, "x"))).status, 403)
        assert.strictEqual((yield* form(path, "a=".padEnd(16_385, "x"))).status, 413)
      })
    )
  }

  it.effect("is refused unparsed if it has more than a thousand fields", () =>
    Effect.gen(function* () {
      const answer = yield* form("/sign-in", "a&".repeat(8_192))
      assert.strictEqual(answer.status, 400)
      assert.include(yield* Effect.promise(() => answer.text()), "more than 1000 fields")
    })
  )
})

const callOf = (id: number, headers: ReadonlyArray<readonly [string, string]> = []) =>
  `${JSON.stringify({ _tag: "Request", id: String(id), tag: "me.get", payload: {}, headers })}\n`

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "3" }), { excludeTestServices: true })("RPC", (it) => {
  const rpc = (body: string) =>
    Effect.gen(function* () {
      const { send } = yield* (yield* TestService).workspace()
      return yield* Effect.promise(() => send("POST", "/rpc", body, { "content-type": "application/ndjson" }))
    })
  const refusal = ({ body, status }: { readonly body: any; readonly status: number }) => [
    status,
    body.error.code
  ]

  it.effect("accepts a body up to 1 MiB, and answers 413 in the envelope above it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* rpc(callOf(1).padEnd(limit))).status, 200)
      assert.deepStrictEqual(refusal(yield* rpc(callOf(1).padEnd(limit + 1))), [413, "body_too_large"])
    })
  )

  it.effect("accepts up to twenty calls in one body", () =>
    Effect.gen(function* () {
      const calls = (count: number) => Array.from({ length: count }, (_, n) => callOf(n)).join("")
      const answer = yield* rpc(calls(20))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.text.match(/"_tag":"Success"/gu)?.length, 20)
      assert.deepStrictEqual(refusal(yield* rpc(calls(21))), [400, "invalid_body"])
      const unknown = yield* rpc(calls(20).replaceAll("me.get", "me.nothing"))
      assert.strictEqual(unknown.text.match(/"_tag":"Die"/gu)?.length, 20, unknown.text.slice(0, 300))
    })
  )

  it.effect("refuses two calls with one id, whose answers would look alike", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(refusal(yield* rpc(callOf(1) + callOf(1))), [400, "invalid_body"])
    })
  )

  it.effect("accepts no credential but the request's own", () =>
    Effect.gen(function* () {
      for (const name of ["authorization", "Authorization"]) {
        const answer = yield* rpc(callOf(1) + callOf(2, [[name, "Bearer svc_live_guessed"]]))
        assert.deepStrictEqual(refusal(answer), [400, "invalid_body"])
        assert.include(answer.body.error.message, "credential of its own")
      }
    })
  )

  for (const line of ["{}", "[]", "1", "{", '{"_tag":"Request"}', '{"_tag":"Ack"}', '{"a":'.repeat(9_000)]) {
    it.effect(`refuses ${line.slice(0, 20)}, which is not a call`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* rpc(`${line}\n`)).status, 400)
      })
    )
  }
})

const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry)

layer(TestService.layer(), { excludeTestServices: true })("input with ten thousand errors", (it) => {
  const bodies = (boardId: string) =>
    ({
      "stages without a name": ["PUT", `/v1/boards/${boardId}/stages`, { stages: many(20_000, {}) }],
      "labels that are numbers": ["POST", "/v1/deals", { boardId, name: "D", labels: many(20_000, 1) }],
      "unknown events": ["POST", "/v1/webhooks", { url: "https://a.example", events: many(20_000, "x") }],
      "unknown fields": [
        "POST",
        "/v1/deals",
        Object.fromEntries(many(20_000, 0).map((_, n) => [`field${n}`, 1]))
      ],
      "one field with a long name": ["POST", "/v1/deals", { ["x".repeat(500_000)]: 1 }]
    }) as const

  it.effect("gets a hundred of them listed and all counted, over REST, MCP and RPC", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      for (const [what, [method, path, body]] of Object.entries(bodies(board.id))) {
        const answer = yield* Effect.promise(() => send(method, path, body))
        assert.strictEqual(answer.status, 400, what)
        assert.isAtMost(answer.text.length, 40_000, what)
        const { fields, issues = [], more = 0 } = answer.body.error.meta
        if (what === "unknown fields") assert.strictEqual(fields, 20_000)
        assert.isAtMost(issues.length, 100)
        assert.strictEqual(issues.length === 100, more > 0, what)
        if (more > 0) assert.include(answer.body.error.message, "99 more in meta.issues")
      }
      const [, , unknown] = bodies(board.id)["unknown fields"]
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call" }
      const params = { name: "create_deal", arguments: unknown }
      const tool = yield* Effect.promise(() => send("POST", "/mcp", { ...call, params }))
      assert.isAtMost(tool.text.length, 80_000)
      assert.strictEqual(tool.body.result.structuredContent.error.meta.fields, 20_000)
      const request = { _tag: "Request", id: "1", tag: "deals.create", payload: { labels: many(20_000, 1) } }
      const rpc = yield* Effect.promise(() =>
        send("POST", "/rpc", `${JSON.stringify({ ...request, headers: [] })}\n`)
      )
      assert.isAtMost(rpc.text.length, 40_000)
    })
  )

  it.effect("is refused for its unknown fields, wherever its valid fields are", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      const own = Object.fromEntries(many(300, 0).map((_, n) => [`k${n}`, n]))
      const fits = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { ...own, boardId: board.id, name: "D" })
      )
      assert.deepStrictEqual([fits.status, fits.body.error.code], [400, "unknown_field"])
      assert.isTrue(fits.body.error.meta.issues.every(({ path }: { path: string }) => path.startsWith("k")))
    })
  )
})

const ledger = InFlight.make({
  stranger: 2 * limit,
  workspace: 3 * limit,
  strangers: 3 * limit,
  all: 4 * limit
})

/** Announces a body of 1 MiB and sends none of it. */
const promise1MiB = (url: string, path: string, headers = "") =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof connect>>((resume) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}Content-Length: ${limit}\r\n\r\n`
        )
        resume(Effect.succeed(socket))
      })
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const until = (isDone: () => boolean) =>
  Effect.suspend(() => Effect.promise(() => new Promise(setImmediate))).pipe(
    Effect.repeat({ while: () => !isDone() }),
    Effect.timeout("5 seconds")
  )

layer(TestService.layer({}, { overrides: Layer.succeed(InFlight.InFlight, ledger) }), {
  excludeTestServices: true
})("endless bodies", (it) => {
  it.effect("take only a share each, and leave room for requests with a credential", () =>
    Effect.gen(function* () {
      const { board, page: path, post, send, url } = yield* Intake.make
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* promise1MiB(url, path)
          yield* promise1MiB(url, path)
          yield* until(() => ledger.total() === 2 * limit)
          const third = yield* Effect.promise(() => post("POST", path, "{}".padEnd(limit)))
          assert.strictEqual(third.status, 429)
          assert.strictEqual(third.headers.get("retry-after"), "2")
          const deal = { boardId: board.id, name: "Known" }
          assert.strictEqual((yield* Effect.promise(() => send("POST", "/v1/deals", deal))).status, 201)
        })
      )
      yield* until(() => ledger.total() === 0)
    })
  )
})
