import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import * as fc from "fast-check"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import * as ReadBody from "../../../src/surfaces/http/request/ReadBody.ts"

const as = (flaw: ReadBody.Flaw) => flaw

const message = () => new IncomingMessage(new Socket())

const listeners = (source: IncomingMessage) =>
  ["data", "end"].reduce((sum, event) => sum + source.listenerCount(event), 0)

describe("a body that arrives", () => {
  it("is its chunks one after another", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 99 })), async (chunks) => {
        const source = message()
        const read = Effect.runPromise(ReadBody.bytes(source, 100_000, as))
        for (const chunk of chunks) source.push(Buffer.from(chunk))
        source.push(null)
        assert.deepStrictEqual(
          [...(await read)],
          chunks.flatMap((chunk) => [...chunk])
        )
        assert.strictEqual(listeners(source), 0)
      })
    ))

  it("is refused as soon as it is too large, and what follows is let through", async () => {
    const source = message()
    const read = Effect.runPromise(Effect.result(ReadBody.bytes(source, 10, as)))
    source.push(Buffer.alloc(6))
    source.push(Buffer.alloc(5))
    assert.deepStrictEqual(await read, Result.fail("too large"))
    source.push(Buffer.alloc(99))
    source.push(null)
    await new Promise((done) => source.once("end", done))
    assert.strictEqual(source.readableLength, 0)
  })

  it("of the largest size is not too large", async () => {
    const source = message()
    const read = Effect.runPromise(ReadBody.bytes(source, 10, as))
    source.push(Buffer.alloc(10))
    source.push(null)
    assert.strictEqual((await read).length, 10)
  })

  for (const error of [undefined, new Error("reset")]) {
    it(`is cut short if its connection ends ${error === undefined ? "quietly" : "with an error"}`, async () => {
      const source = message()
      const read = Effect.runPromise(Effect.result(ReadBody.bytes(source, 10, as)))
      source.push(Buffer.alloc(5))
      source.destroy(error)
      assert.deepStrictEqual(await read, Result.fail("cut short"))
    })
  }

  it("is cut short if its connection has ended before", async () => {
    const source = message()
    source.destroy()
    const read = await Effect.runPromise(Effect.result(ReadBody.bytes(source, 10, as)))
    assert.deepStrictEqual(read, Result.fail("cut short"))
  })

  it("is given up with its connection if nobody waits for it any more", async () => {
    const source = message()
    const fiber = Effect.runFork(ReadBody.bytes(source, 10, as))
    await Effect.runPromise(Fiber.interrupt(fiber))
    assert.isTrue(source.destroyed)
    assert.strictEqual(listeners(source), 0)
  })
})
