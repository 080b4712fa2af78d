import { EventEmitter } from "node:events"
import type { Server, ServerResponse } from "node:http"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { queueUntilRouted } from "../../../src/surfaces/http/server/StartupQueue.ts"

/** Records the answer to a request. */
const response = () => {
  const said = { status: 0, headers: {} as Record<string, string>, body: "" }
  const end = (body: string) => Object.assign(said, { body })
  const writeHead = (status: number, headers: object) => {
    Object.assign(said, { status, headers })
    return { end }
  }
  return { said, writeHead, end }
}

const queued = () => {
  const server = new EventEmitter()
  queueUntilRouted(server as Server)
  const come = () => {
    const one = response()
    server.emit("request", {}, one)
    return one.said
  }
  const route = async () => {
    server.on("request", (_request, one: ServerResponse) => one.end("served"))
    await new Promise((resume) => setImmediate(resume))
  }
  return { come, route }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

describe("a request that arrives before the routes", () => {
  it("is served once they are there", async () => {
    const { come, route } = queued()
    const early = come()
    vi.advanceTimersByTime(4_900)
    assert.deepEqual([early.status, early.body], [0, ""])
    await route()
    assert.strictEqual(early.body, "served")
    vi.advanceTimersByTime(60_000)
    assert.deepEqual([early.status, early.body], [0, "served"])
    assert.strictEqual(come().body, "served")
  })

  it("is told to retry if they are not there after 5 s", async () => {
    const { come, route } = queued()
    const early = come()
    vi.advanceTimersByTime(5_000)
    assert.strictEqual(early.status, 503)
    assert.strictEqual(early.headers["Retry-After"], "2")
    assert.strictEqual(JSON.parse(early.body).error.code, "unavailable")
    await route()
    assert.notStrictEqual(early.body, "served")
  })

  it("is told so at once if 500 others wait", () => {
    const { come } = queued()
    const others = Array.from({ length: 500 }, come)
    assert.strictEqual(come().status, 503)
    assert.isTrue(others.every(({ status }) => status === 0))
  })
})
