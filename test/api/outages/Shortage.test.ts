import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, PlatformError } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { fromSocket } from "../../../layers/egress/EgressFailure.ts"
import { Files } from "../../../layers/files/Files.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Images } from "../../../layers/files/Images.ts"
import { roomFor } from "../../../src/surfaces/http/server/ConnectionLimit.ts"
import { contract, created, ok, refused, workspace } from "../../support/server/Contract.ts"
import { makeEgressRecorder } from "../../support/fakes/EgressRecorder.ts"
import * as EgressRecorder from "../../support/fakes/EgressRecorder.ts"
import * as Process from "../../support/server/Process.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import { makeSubscriber } from "../../support/fakes/Subscriber.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { testSettings } from "../../support/server/TestSettings.ts"

const coded = (code: string) => Object.assign(new Error(`${code}: nothing left`), { code })

let refusals = 0
const egress = makeEgressRecorder(() =>
  refusals++ < 2
    ? fromSocket("receiver.example", coded("EMFILE"), { wasConnected: false, wasReused: false })
    : EgressRecorder.ok
)

contract(
  "a service out of file descriptors",
  (it) => {
    it.effect("does not count a webhook it could not send as an attempt", () =>
      Effect.gen(function* () {
        const { deal, settled, subscribe, webhook } = yield* makeSubscriber
        const { id } = yield* subscribe("https://receiver.example/hook")
        yield* deal()
        const [delivery] = yield* settled(id, 1)
        assert.deepStrictEqual([delivery.status, delivery.attempts.length], ["delivered", 1])
        assert.lengthOf(egress.calls, 3)
        assert.isNull((yield* webhook(id)).lastError)
      })
    )
  },
  {},
  { overrides: egress.layer }
)

/** A full disk. */
const full = FileSystem.layerNoop({
  exists: () => Effect.succeed(false),
  makeDirectory: () => Effect.void,
  remove: () => Effect.void,
  open: () =>
    Effect.fail(
      PlatformError.systemError({
        _tag: "Unknown",
        module: "FileSystem",
        method: "open",
        cause: coded("ENOSPC")
      })
    )
})

const onFullDisk = Layer.effect(
  Images,
  Effect.map(Files, ({ keep }) =>
    Images.of({
      store: () => Effect.flatMap(keep("a/b", new Uint8Array(1), "image/png"), () => Effect.never),
      stub: () => Effect.never,
      keep: () => Effect.never,
      urlOf: (id) => id
    })
  )
).pipe(
  Layer.provide(Layer.fresh(Files.layerLocal)),
  Layer.provide([Ids.layer, testSettings({}), full]),
  Layer.orDie
)

contract(
  "a service out of disk space",
  (it) => {
    it.effect("answers 503 with Retry-After to a picture, and serves everything else", () =>
      Effect.gen(function* () {
        const { patch, post } = yield* workspace()
        const lead = yield* created(post("/v1/leads", { firstName: "Ada" }))
        const url = `/v1/leads/${lead.id}`
        const answer = yield* patch(url, { enrichment: { screenshot: "https://pictures.example/a.png" } })
        assert.deepStrictEqual([answer.status, answer.body.error.code], [503, "unavailable"])
        assert.strictEqual(answer.headers.get("retry-after"), "2")
        yield* ok(patch(url, { enrichment: { score: 3 } }))
      })
    )
  },
  {},
  { overrides: onFullDisk }
)

contract("a write that loses every race", (it) => {
  it.effect("is answered 503 with Retry-After", () =>
    Effect.gen(function* () {
      const { board, post } = yield* workspace()
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$`)
      yield* sql.unsafe("CREATE TRIGGER lose BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION lose()")
      const error = yield* refused(post("/v1/deals", { boardId: board.id, name: "A" }), 503, "unavailable")
      assert.notInclude(error.message, "Something failed")
    })
  )
})

const clients = 12

/** Sends one GET /v1/me and keeps the connection open. */
const ask = (url: string, token: string, agent: Agent) =>
  Effect.callback<number | string>((resume) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) =>
      response.resume().on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
    )
    sent.on("error", ({ message }) => resume(Effect.succeed(message)))
    sent.end()
  })

const idle = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      socket.on("error", () => {})
      await Promise.race([once(socket, "connect"), once(socket, "close")])
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

describe.skipIf(process.platform === "win32")("many more clients than file descriptors", () => {
  it("leave the service the descriptors it needs itself", () => {
    assert.deepStrictEqual([64, 256, 1024, 20_000].map(roomFor), [16, 64, 832, 19_808])
  })

  it.live(
    "leave it its connections to the database",
    () =>
      Effect.gen(function* () {
        const { token, url } = yield* Process.start(yield* Process.site, { descriptors: 256 })
        const agent = new Agent({ keepAlive: true, maxSockets: clients })
        const many = (path: string) =>
          Effect.all(
            Array.from({ length: 5 * clients }, () => ask(url + path, token!, agent)),
            { concurrency: clients }
          )
        yield* many("/healthz")
        const sockets = yield* Effect.replicateEffect(idle(url), 400, { concurrency: 50 })
        yield* eventually(() =>
          sockets.filter(({ destroyed }) => destroyed).length > 300 ? true : undefined
        )
        assert.deepStrictEqual(new Set(yield* many("/v1/me")), new Set([200]))
        agent.destroy()
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    60_000
  )
})
