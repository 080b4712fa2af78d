import { assert, describe, it } from "@effect/vitest"
import { createClient, type PipelineError } from "../../client/typescript/src/index.ts"

type Reply = (request: Request) => Response | Promise<Response>

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "service-request-id": "req_1", ...headers }
  })

const fault = (status: number, type: string, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { type, code, message: "No.", request_id: "req_2" } }, headers)

const limited = (seconds: number) =>
  fault(429, "rate_limit_error", "rate_limited_key", { "retry-after": String(seconds) })

/** A client whose tries are answered in turn, the last for good; its clock moves only while it waits. */
const told = (...replies: ReadonlyArray<Reply>) => {
  const requests: Array<Request> = []
  const waits: Array<number> = []
  let time = 0
  const client = createClient({
    url: "https://crm.example",
    key: "svc_live_1",
    fetch: async (url, init) => {
      const request = new Request(url as string, init)
      requests.push(request)
      return replies[Math.min(requests.length, replies.length) - 1]!(request)
    },
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      time += milliseconds
    },
    random: () => 0.5,
    now: () => time
  })
  return { client, requests, waits }
}

const board = () => json(200, { id: "b" })
const lost: Reply = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }))

const failed = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => assert.fail("it did not fail"),
    (error: PipelineError) => error
  )

describe("the client's retries", () => {
  it("wait as long as the service says, and use one idempotency key", async () => {
    const { client, requests, waits } = told(
      () => limited(3),
      () => fault(503, "api_error", "unavailable"),
      board
    )
    await client.boards.create({ name: "Sales" })
    assert.deepStrictEqual(waits, [3_125, 375])
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
    assert.match(keys[0]!, /^[0-9a-f]{32}$/u)
    assert.strictEqual(new Set(keys).size, 1)
    assert.deepStrictEqual(
      await Promise.all(requests.map((one) => one.text())),
      Array.from({ length: 3 }, () => '{"name":"Sales"}')
    )
    await client.boards.create({ name: "Sales" })
    assert.notStrictEqual(requests[3]!.headers.get("idempotency-key"), keys[0])
  })

  it("wait twice as long each time, up to a limit, after a lost connection", async () => {
    const { client, requests, waits } = told(lost)
    const error = await failed(client.me.get({}, { retries: 7, timeout: 100_000 }))
    assert.deepStrictEqual([error.code, error.attempts, requests.length], ["unreachable", 8, 8])
    assert.deepStrictEqual(waits, [187.5, 375, 750, 1_500, 3_000, 6_000, 6_000])
    assert.include(error.message, "ECONNRESET")
  })

  it("wait as usual if the service names less than no time", async () => {
    const { client, waits } = told(() => limited(-5), board)
    await client.boards.create({ name: "Sales" })
    assert.deepStrictEqual(waits, [187.5])
  })

  it("end after four of them", async () => {
    const { client, requests } = told(() => fault(503, "api_error", "unavailable"))
    const error = await failed(client.me.get())
    assert.deepStrictEqual([error.code, requests.length], ["unavailable", 5])
  })

  it("are left out where the wait would take longer than the call may", async () => {
    const { client, requests, waits } = told(() => limited(61))
    const error = await failed(client.me.get())
    assert.deepStrictEqual(
      [error.code, error.retryAfter, requests.length, waits],
      ["rate_limited_key", 61, 1, []]
    )
  })

  it("are for what may pass alone", async () => {
    for (const [status, type, code] of [
      [400, "invalid_request_error", "invalid_body"],
      [404, "not_found", "deal_not_found"],
      [409, "conflict_error", "plan_stale"],
      [500, "api_error", "internal_error"]
    ] as const) {
      const { client, requests } = told(() => fault(status, type, code))
      const error = await failed(client.deals.delete({ id: "1" }))
      assert.deepStrictEqual([error.type, error.code, requests.length], [type, code, 1])
    }
    const { client, requests } = told(() => fault(409, "conflict_error", "idempotency_in_progress"), board)
    await client.boards.create({ name: "Sales" })
    assert.lengthOf(requests, 2)
  })

  it("are for the answers of a proxy too, which are not the service's", async () => {
    const { client, requests } = told(() => new Response("<h1>Bad gateway</h1>", { status: 502 }), board)
    await client.boards.get({ id: "b" })
    assert.lengthOf(requests, 2)
    const page = told(() => new Response("<h1>Welcome</h1>", { status: 200 }))
    const error = await failed(page.client.me.get())
    assert.deepStrictEqual([error.type, error.code], ["connection_error", "unexpected_answer"])
    assert.include(error.message, "<h1>Welcome</h1>")
    const moved = told(() => new Response(null, { status: 301, headers: { location: "https://b.example" } }))
    assert.include((await failed(moved.client.me.get())).message, "redirects to https://b.example")
  })
})

describe("a list", () => {
  it("ends with an error where a page names itself as the next", async () => {
    const { client, requests } = told(() =>
      json(200, { data: [{ id: "d" }], hasMore: true, nextCursor: "c" })
    )
    const read = async () => {
      const items = []
      for await (const item of client.deals.list()) {
        items.push(item)
        if (items.length > 5) return
      }
    }
    const error = await failed(read())
    assert.deepStrictEqual([error.code, requests.length], ["unexpected_answer", 2])
  })
})

describe("a call", () => {
  it("ends when its signal does, while it is sent and while it waits", async () => {
    const hanging: Reply = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    const sent = new AbortController()
    const { client } = told((request) => (queueMicrotask(() => sent.abort("enough")), hanging(request)))
    const error = await failed(client.me.get({}, { signal: sent.signal }))
    assert.deepStrictEqual([error.type, error.code, error.cause], ["connection_error", "aborted", "enough"])
    const waiting = new AbortController()
    const slow = told(() => (waiting.abort(), limited(1)))
    const result = await slow.client.me.get.safe({}, { signal: waiting.signal })
    assert.strictEqual(!result.ok && result.error.code, "aborted")
    assert.lengthOf(slow.requests, 1)
  })

  it("ends after its time", async () => {
    const { client, requests } = told(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    )
    const error = await failed(client.me.get({}, { timeout: 5, retries: 0 }))
    assert.deepStrictEqual([error.code, requests.length], ["timed_out", 1])
  })

  it("is an error if an admin has to approve it", async () => {
    const approval = { id: "a1", why: "The rules say so." }
    const { client } = told(() => json(202, { approval }))
    const result = await client.deals.delete.safe({ id: "1" })
    assert.isFalse(result.ok)
    if (result.ok || result.error.type !== "approval_pending") return assert.fail("it is another error")
    assert.strictEqual(result.error.approval.id, "a1")
    assert.include(result.error.message, "The rules say so.")
  })

  it("puts its input into path, query, headers and body", async () => {
    const { client, requests } = told(board)
    await client.leads.update({ id: "a/b", enrichmentClaim: true, remove: ["x"] })
    await client.leads.get({ id: "1", include: ["activity", "deal"] })
    const [write, read] = requests as [Request, Request]
    assert.deepStrictEqual(
      [write.method, write.url, write.headers.get("enrichment-claim"), await write.text()],
      ["PATCH", "https://crm.example/v1/leads/a%2Fb", "true", '{"remove":["x"]}']
    )
    assert.strictEqual(read.url, "https://crm.example/v1/leads/1?include=activity&include=deal")
    assert.deepStrictEqual(
      [read.method, read.headers.get("idempotency-key"), read.headers.get("content-type")],
      ["GET", null, null]
    )
  })

  it("carries the credential to the service alone", async () => {
    const { client, requests } = told(
      () => json(201, { uploadUrl: "https://files.example/up", maxBytes: 10 }),
      () => json(200, { url: "https://files.example/1" })
    )
    assert.strictEqual(await client.uploadImage(new Uint8Array(3)), "https://files.example/1")
    assert.deepStrictEqual(
      requests.map(({ headers, method, url }) => [method, url, headers.get("authorization")]),
      [
        ["POST", "https://crm.example/v1/image-uploads", "Bearer svc_live_1"],
        ["PUT", "https://files.example/up", null]
      ]
    )
  })
})

describe("the feed", () => {
  it("outlives an outage, and asks from the last cursor on", async () => {
    const change = { id: "1", type: "deal.created" }
    const page = (nextCursor: string) => json(200, { data: [change], hasMore: false, nextCursor })
    const { client, requests } = told(
      () => page("c1"),
      lost,
      lost,
      lost,
      lost,
      lost,
      lost,
      () => page("c2")
    )
    const seen = []
    for await (const { id } of client.follow({ since: "2026-05-01" })) if (seen.push(id) === 2) break
    const queries = requests.map(({ url }) => new URL(url).search)
    assert.strictEqual(queries[0], "?since=2026-05-01&wait=20&limit=100")
    assert.deepStrictEqual(new Set(queries.slice(1)), new Set(["?cursor=c1&wait=20&limit=100"]))
    assert.lengthOf(queries, 8)
  })
})
