import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Process from "../../support/server/Process.ts"
import { sender } from "../../support/server/TestService.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "")

interface Line {
  readonly message: string
  readonly level: string
  readonly timestamp: string
  readonly annotations: Readonly<Record<string, any>>
}

/** Every line, each of which must be JSON. */
const parsed = (text: string): ReadonlyArray<Line> =>
  linesOf(text).map((line) => {
    const read = JSON.parse(line)
    assert.isString(read.message)
    assert.isString(read.level)
    assert.isFalse(Number.isNaN(Date.parse(read.timestamp)))
    return read
  })

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

/** What must be in no line: each value is sent somewhere as a secret or as someone's data. */
const marks = {
  name: "Zebulon-Quiverstock",
  email: "zebulon.private@person.example",
  note: "his-confidential-remark",
  password: "a-Very-long-passw0rd-4711",
  token: "svc_live_thisIsNoKeyButMustNotBeLogged0000000000000000",
  form: "formtokenformtoken4711",
  query: "query-secret-4711",
  cookie: "cookie-secret-4711",
  address: "203.0.113.77",
  agent: "agent-name-4711"
}

layer(TestDatabase.layer)("logs", (it) => {
  it.effect(
    "are JSON to the last line, tell of each request, and hold no secret and no personal data",
    () =>
      Effect.gen(function* () {
        const environment = {
          ...(yield* Process.site),
          LOG_FORMAT: "json",
          LOG_LEVEL: "debug",
          TRUST_PROXY: "true"
        }
        const service = yield* Process.start(environment)
        const { token } = service
        assert.isDefined(token)
        const first = parsed(service.said())
        const shown = first.find(({ annotations }) => annotations["apiKey"] !== undefined)
        assert.strictEqual(shown?.annotations["apiKey"], token)
        const begin = service.said().length

        const own = sender(service.url, token)
        const stranger = sender(service.url, undefined)
        const everywhere = {
          cookie: `session=${marks.cookie}`,
          "x-forwarded-for": marks.address,
          "user-agent": marks.agent,
          agent: marks.agent,
          traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
          tracestate: `x=${marks.query}`
        }
        const call = (name: string, args: object) => ({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args }
        })
        const ask = (as: typeof own, method: string, path: string, body?: unknown, more: object = {}) =>
          Effect.promise(() => as(method, path, body, { ...everywhere, ...more }))
        const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
        const urlencoded = { "content-type": "application/x-www-form-urlencoded" }
        const lead = { name: marks.name, email: marks.email, message: marks.note }

        const { body: boards } = yield* ask(own, "GET", "/v1/boards")
        const boardId = boards.data[0].id
        const made = yield* ask(own, "POST", "/v1/deals", {
          boardId,
          name: marks.name,
          primaryContactEmail: marks.email
        })
        assert.strictEqual(made.status, 201, made.text)
        yield* ask(own, "GET", `/v1/deals?q=${marks.query}`)
        yield* ask(own, "GET", `/v1/deals/${marks.query}`)
        yield* ask(own, "POST", "/v1/deals", `{"name": "${marks.note}`)
        yield* ask(own, "POST", "/v1/leads", lead)
        yield* ask(own, "POST", "/v1/webhooks", { boardId, url: `https://${marks.email}/` })
        yield* ask(own, "POST", "/mcp", call("create_deal", { name: marks.name, boardId: marks.note }))
        yield* ask(own, "POST", "/mcp", `{"jsonrpc":"2.0","id":"${marks.note}"}`)
        const payload = {
          _tag: "Request",
          id: "1",
          tag: "deals.list",
          payload: { q: marks.name },
          headers: []
        }
        yield* ask(own, "POST", "/rpc", `${JSON.stringify(payload)}\n`, {
          "content-type": "application/ndjson"
        })
        yield* ask(stranger, "GET", "/v1/deals", undefined, { authorization: `Bearer ${marks.token}` })
        yield* ask(stranger, "GET", `/f/${marks.form}?token=${marks.query}`)
        yield* ask(stranger, "POST", `/f/${marks.form}`, form(lead), urlencoded)
        yield* ask(
          stranger,
          "POST",
          `/intake/email/${marks.form}`,
          `From: ${marks.email}\r\n\r\n${marks.note}`,
          {
            "content-type": "message/rfc822"
          }
        )
        yield* ask(
          stranger,
          "POST",
          "/sign-in",
          form({ email: marks.email, password: marks.password }),
          urlencoded
        )
        yield* ask(stranger, "GET", `/password/${marks.form}`)
        yield* ask(stranger, "GET", `/join/${marks.form}`)
        yield* ask(stranger, "GET", `/embed?token=${marks.query}`)
        yield* ask(stranger, "GET", `/oauth/authorize?client_id=${marks.query}&login_hint=${marks.email}`)
        yield* ask(
          stranger,
          "POST",
          "/oauth/token",
          form({ code: marks.query, client_secret: marks.token }),
          urlencoded
        )
        yield* ask(stranger, "GET", `/${marks.query}/%0a${marks.note}`)
        yield* ask(stranger, "DELETE", `/v1/deals/${marks.query}`)
        yield* service.kill("SIGTERM")
        const { stderr, stdout } = yield* service.exit

        parsed(stderr)
        const lines = parsed(stdout).slice(first.length)
        const requests = lines.filter(({ message }) => message === "request")
        assert.isAtLeast(requests.length, 22)
        const creation = requests.find(({ annotations }) => annotations["operation"] === "deals.create")
        assert.deepInclude(creation?.annotations, {
          method: "POST",
          route: "/v1/deals",
          surface: "rest",
          status: 201,
          traceId,
          bytesOut: Buffer.byteLength(made.text)
        })
        assert.match(creation?.annotations["requestId"], /^req_[0-9a-f]{32}$/u)
        assert.match(creation?.annotations["actor"], /^api_key:/u)
        assert.isString(creation?.annotations["workspace"])
        assert.isAbove(creation?.annotations["durationMs"], 0)
        assert.isAbove(creation?.annotations["bytesIn"], 0)
        const { surface } = requests.find(
          ({ annotations }) => annotations["route"] === "/f/:token"
        )!.annotations
        assert.strictEqual(surface, "intake")
        const rpc = requests.find(({ annotations }) => annotations["surface"] === "rpc")
        assert.strictEqual(rpc?.annotations["operation"], "deals.list")

        const written = (stdout + stderr).slice(begin)
        for (const [what, mark] of Object.entries({ ...marks, key: token!, demo: "ada@demo.example" })) {
          assert.notInclude(written.slice(written.indexOf('"message":"request"')), mark, what)
        }
      }),
    90_000
  )

  it.effect("are JSON even if the service can't start", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* Process.run({ PORT: "abc", LOG_FORMAT: "json" })
      assert.strictEqual(code, 1)
      const [line, ...others] = parsed(stderr)
      assert.lengthOf(others, 0)
      assert.strictEqual(line?.level, "FATAL")
      assert.include(line?.message, "PORT")
    })
  )
})
