import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { runner } from "../../support/server/Cli.ts"
import { TestService } from "../../support/server/TestService.ts"

const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver on this machine, which answers as it is told and then always 204. */
const receiver = (port = 0, ...answers: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const remaining = [...answers]
      const got: Array<Got> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => (body += chunk))
        request.on("end", () => {
          got.push({ headers: request.headers, body })
          response.writeHead(remaining.shift() ?? 204).end()
        })
      }).listen(port, "127.0.0.1")
      await once(server, "listening")
      return { got, server, port: (server.address() as AddressInfo).port }
    }),
    ({ server }) => Effect.sync(() => server.close(() => {}).closeAllConnections())
  )

const site = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey, board, send } = yield* service.workspace()
  const env = { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token, HOME: "/nowhere" }
  const lines: Array<string> = []
  return {
    board,
    lines,
    run: runner(env, (line) => lines.push(line)),
    send: (...args: Parameters<typeof send>) => Effect.promise(() => send(...args))
  }
})

const verified = ({ body, headers }: Got) => {
  const plain = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
  assert.strictEqual(headers["x-service-signature"], plain)
  return new Webhook(secret).verify(body, headers as Record<string, string>) as any
}

const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    for (const end = Date.now() + 20_000; !isSo();) {
      assert.isBelow(Date.now(), end, "it did not happen in time")
      await new Promise((done) => setTimeout(done, 20))
    }
  })

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("listen", (it) => {
  it.effect("forwards what happens, signed as webhooks are", () =>
    Effect.gen(function* () {
      const { board, lines, run, send } = yield* site
      const { got, port } = yield* receiver()
      const listening = yield* Effect.forkChild(
        run("listen", String(port), "--secret", secret, "--count", "3")
      )
      yield* until(() => lines.some((line) => line.startsWith("Forwarding to")))
      yield* Effect.promise(async () => {
        for (const end = Date.now() + 15_000; got.length === 0 && Date.now() < end;) {
          await Effect.runPromise(send("POST", "/v1/deals", { boardId: board.id, name: "Fleet" }))
          await new Promise((done) => setTimeout(done, 300))
        }
      })
      const first = verified(got[0]!)
      const stages = (yield* send("GET", `/v1/boards/${board.id}/stages`)).body
      const won = stages.find(({ region }: { region: string }) => region === "won")
      yield* send("POST", `/v1/deals/${first.deal_id}/move`, { toStageId: won.id })
      yield* Fiber.join(listening)
      const deal = (yield* send("GET", `/v1/deals/${first.deal_id}`)).body
      assert.strictEqual(first.event, "deal.created")
      assert.match(first.created_by, /^api_key:/u)
      assert.isAtLeast(got.length, 3)
      assert.lengthOf(new Set(got.map(({ headers }) => headers["webhook-id"])), got.length)
      assert.include(lines.join("\n"), "✓ deal.created")
      assert.strictEqual(deal.stage.name, "Won")
    }).pipe(Effect.scoped)
  )

  it.effect("replays, in their order and with the ids they had, and tries again what was refused", () =>
    Effect.gen(function* () {
      const { board, lines, run, send } = yield* site
      const { body: made } = yield* send("POST", "/v1/deals", { boardId: board.id, name: "Fleet" })
      const stages = (yield* send("GET", `/v1/boards/${board.id}/stages`)).body
      const won = stages.find(({ region }: { region: string }) => region === "won")
      yield* send("POST", `/v1/deals/${made.id}/move`, { toStageId: won.id })
      const { got, port } = yield* receiver(0, 500)
      const replay = run(
        "listen",
        `http://127.0.0.1:${port}/in`,
        "--secret",
        secret,
        "--replay",
        "50",
        "--count",
        "3"
      )
      assert.strictEqual((yield* replay).code, 0)
      const events = got.slice(1).map(verified)
      assert.sameMembers(
        events.map(({ event }) => event),
        ["deal.created", "deal.stage_changed", "deal.won"]
      )
      const moved = events.find(({ event }) => event === "deal.won")
      assert.deepInclude(moved.to_stage, { id: won.id, region: "won" })
      assert.strictEqual(moved.deal.name, "Fleet")
      assert.match(lines.join("\n"), /✗ deal\.created \S+ 500; again in 0\.5 s/u)
      const ids = got.slice(1).map(({ headers }) => headers["webhook-id"])
      assert.strictEqual(got[0]!.headers["webhook-id"], ids[0])
      yield* replay
      assert.deepStrictEqual(
        got.slice(4).map(({ headers }) => headers["webhook-id"]),
        ids
      )
    }).pipe(Effect.scoped)
  )

  it.effect("waits for a receiver that is not there yet", () =>
    Effect.gen(function* () {
      const { board, lines, run, send } = yield* site
      yield* send("POST", "/v1/deals", { boardId: board.id, name: "Early" })
      const { port, server } = yield* receiver()
      yield* Effect.promise(() => new Promise((done) => server.close(done)))
      const flags = ["--events", "deal.created", "--board", board.id, "--replay", "9", "--count", "1"]
      const listening = yield* Effect.forkChild(run("listen", String(port), "--secret", secret, ...flags))
      yield* until(() => lines.some((line) => line.includes("ECONNREFUSED; trying again")))
      const { got } = yield* receiver(port)
      yield* Fiber.join(listening)
      assert.strictEqual(verified(got[0]!).deal.name, "Early")
    }).pipe(Effect.scoped)
  )

  it.effect("forwards a subscription's deliveries byte for byte", () =>
    Effect.gen(function* () {
      const { board, run, send } = yield* site
      const away = yield* receiver(0, 500)
      const { body: hook } = yield* send("POST", "/v1/webhooks", {
        boardId: board.id,
        url: `http://127.0.0.1:${away.port}/`,
        label: "Ours",
        events: ["deal.created"]
      })
      yield* send("POST", "/v1/deals", { boardId: board.id, name: "Sent" })
      yield* until(() => away.got.length > 0)
      const { got, port } = yield* receiver()
      const flags = ["--webhook", "ours", "--replay", "1", "--count", "1"]
      const { code, stderr } = yield* run("listen", String(port), "--secret", secret, ...flags)
      assert.strictEqual(code, 0, stderr)
      verified(got[0]!)
      assert.strictEqual(got[0]!.body, away.got[0]!.body)
      assert.strictEqual(got[0]!.headers["webhook-id"], away.got[0]!.headers["webhook-id"])
      assert.notStrictEqual(hook.signingSecret, secret)
    }).pipe(Effect.scoped)
  )

  it.effect("says what is wrong before it begins", () =>
    Effect.gen(function* () {
      const { run } = yield* site
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["listen", "nowhere"], "TO takes an address"],
        [["listen", "4000", "--secret", "x"], "--secret takes a signing secret"],
        [["listen", "4000", "--webhook", "x", "--board", "y"], "leave --board and --events out"],
        [["listen", "4000", "--webhook", "none", "--replay", "1"], "no subscription has the label none"],
        [["listen", "4000", "--replay", "no cursor"], "cursor"],
        [["listen", "4000", "--count", "0"], "must be 1 or more"]
      ]
      for (const [args, line] of cases) {
        const { code, stderr } = yield* run(...args)
        assert.include([1, 2], code, args.join(" "))
        assert.include(stderr, line)
      }
    })
  )

  it.effect("tail prints each change on a line", () =>
    Effect.gen(function* () {
      const { board, lines, run, send } = yield* site
      const { body: made } = yield* send("POST", "/v1/deals", { boardId: board.id, name: "Told\nof" })
      yield* send("PATCH", `/v1/deals/${made.id}`, { amountCents: 500 })
      const tailing = yield* Effect.forkChild(run("tail", "--replay", "10"))
      yield* until(() => lines.some((line) => line.includes("deal.updated")))
      assert.match(
        lines.join("\n"),
        /deal\.updated +Told of {2}amountCents: none → 500 {2}by .+ with the API key/u
      )
      yield* Fiber.interrupt(tailing)
    })
  )
})
