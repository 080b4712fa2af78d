import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Socket } from "node:net"
import { TestService } from "../../support/server/TestService.ts"

/** What sockets do with what is written to them; Node's types leave these out. */
interface Writing {
  _write(this: Socket, ...rest: Array<unknown>): void
  _writev(this: Socket, ...rest: Array<unknown>): void
}

/** Counts writes of the sockets that servers in this process accepted, while the scope is open. */
const counted = Effect.acquireRelease(
  Effect.sync(() => {
    const prototype = Socket.prototype as unknown as Writing
    const { _write, _writev } = prototype
    const counts = { single: 0, gathered: 0 }
    const isAccepted = (socket: Socket) => (socket as { readonly server?: unknown }).server != null
    prototype._write = function (...rest) {
      if (isAccepted(this)) counts.single++
      return _write.apply(this, rest)
    }
    prototype._writev = function (...rest) {
      if (isAccepted(this)) counts.gathered++
      return _writev.apply(this, rest)
    }
    return { counts, restore: () => Object.assign(prototype, { _write, _writev }) }
  }),
  ({ restore }) => Effect.sync(restore)
)

layer(TestService.layer(), { excludeTestServices: true })("an answer", (it) => {
  it.effect("is written to its socket at once, headers and body in one piece", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace()
      const deal = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: board.id, name: "Łódź — a name beyond Latin-1" })
      )
      yield* Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name: "Another" }))
      const plain = { "accept-encoding": "identity" }
      const { counts } = yield* counted
      const answers = [
        ["GET", `/v1/deals/${deal.body.id}`, 200],
        ["GET", "/v1/deals", 200],
        ["GET", "/v1/deals/none", 404],
        ["HEAD", "/v1/deals", 200]
      ] as const
      for (const [method, path, status] of answers) {
        const answer = yield* Effect.promise(() => send(method, path, undefined, plain))
        assert.strictEqual(answer.status, status, path)
      }
      assert.deepStrictEqual(counts, { single: answers.length, gathered: 0 })
      // As many bytes as characters is ASCII alone: these are Latin-1, and take two bytes each in UTF-8.
      const latin = yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: board.id, name: "Zoë Ünal ÿ" })
      )
      for (const { body } of [deal, latin]) {
        const read = yield* Effect.promise(() => send("GET", `/v1/deals/${body.id}`, undefined, plain))
        assert.deepStrictEqual(read.body, body)
      }
      counts.single = 0
      // Bytes follow their headers in the same system call.
      const packed = yield* Effect.promise(() =>
        send("GET", "/v1/deals", undefined, { "accept-encoding": "gzip" })
      )
      assert.strictEqual(packed.headers.get("content-encoding"), "gzip")
      assert.strictEqual(counts.single + counts.gathered, 1)
    }).pipe(Effect.scoped)
  )
})
