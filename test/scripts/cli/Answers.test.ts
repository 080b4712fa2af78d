import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runner } from "../../support/server/Cli.ts"

/** Runs a command against a server that gives this answer to all that it is asked. */
const told = (status: number, body: string, ...args: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => createServer((_, response) => response.writeHead(status).end(body))),
        (open) => Effect.promise(() => new Promise((done) => (open.closeAllConnections(), open.close(done))))
      )
      yield* Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)))
      const { port } = server.address() as AddressInfo
      return yield* runner({
        SALES_PIPELINE_URL: `http://127.0.0.1:${port}`,
        SALES_PIPELINE_API_KEY: `svc_live_${"x".repeat(43)}`,
        HOME: "/nowhere"
      })(...args)
    })
  )

describe("a command", () => {
  it.effect("prints nothing of an error that would steer a terminal", () =>
    Effect.gen(function* () {
      const message = "No\u001B]0;owned\u0007 \u009B2J\u202Edeal\u2066.\nAsk."
      const error = { code: "deal_not\u001B_found", message }
      const { code, stderr } = yield* told(404, JSON.stringify({ error }), "boards", "list")
      assert.strictEqual(code, 1)
      assert.strictEqual(stderr, "deal_not _found: No ]0;owned 2J deal . Ask.\n")
    })
  )

  it.effect("takes no other answer for the service's", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        ["<h1>Welcome</h1>", ["me", "get"]],
        ["", ["boards", "create", "--name", "A"]],
        ["null", ["boards", "list"]],
        ["null", ["boards", "list", "--all"]],
        ['{"items":[]}', ["boards", "list", "--all"]],
        ['{"data":5}', ["boards", "list"]],
        ['{"data":[],"hasMore":true,"nextCursor":"c"}', ["deals", "list", "--all"]]
      ]
      for (const [body, args] of cases) {
        const { code, stderr, stdout } = yield* told(200, body, ...args)
        assert.deepStrictEqual([code, stdout], [4, ""], `${args.join(" ")}: ${body}`)
        assert.match(stderr, /^unavailable: \S+ answered 200, and not as a sales pipeline does\./u)
      }
    })
  )
})
