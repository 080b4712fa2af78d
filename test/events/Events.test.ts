import { assert } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type Api, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

interface Change {
  readonly id: string
  readonly type: string
  readonly dealId: string | null
  readonly leadId: string | null
  readonly data: any
  readonly text: string | null
  readonly actor: { readonly type: string } | null
}

/** Follows the feed from a cursor to its end. */
const follow = Effect.fnUntraced(function* (api: Api, from = "", limit = 100) {
  const all: Array<Change> = []
  let cursor = from
  while (true) {
    const { data, hasMore, nextCursor } = yield* ok(
      api.get(`/v1/events?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`)
    )
    all.push(...data)
    cursor = nextCursor
    if (!hasMore) return { all, cursor }
  }
})

const typesOf = (changes: ReadonlyArray<Change>) => changes.map(({ type }) => type)

const stageIn = Effect.fnUntraced(function* (
  api: Api & { readonly board: { readonly id: string } },
  region: string
) {
  const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  return stages.find((one: { region: string }) => one.region === region).id as string
})

contract("the feed of changes", (it) => {
  it.effect("tells each change once, in order, of deals, notes and leads, and by whom", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { board, patch, post, request } = api
      const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "Fleet" }))
      yield* ok(patch(`/v1/deals/${deal.id}`, { amountCents: 500 }))
      yield* ok(patch(`/v1/deals/${deal.id}`, { amountCents: 500 }))
      yield* ok(post(`/v1/deals/${deal.id}/move`, { toStageId: yield* stageIn(api, "won") }))
      const note = yield* created(post(`/v1/deals/${deal.id}/notes`, { contentText: "Signed." }))
      yield* ok(patch(`/v1/notes/${note.id}`, { contentText: "Signed today." }))
      const lead = yield* created(post("/v1/leads", { boardId: board.id, workEmail: "ada@acme.example" }))
      yield* ok(patch(`/v1/leads/${lead.id}`, { triageStatus: "contacted", enrichment: { score: 7 } }))
      yield* ok(request("DELETE", `/v1/notes/${note.id}`))
      yield* ok(request("DELETE", `/v1/deals/${deal.id}`))
      const { all, cursor } = yield* follow(api)
      assert.deepStrictEqual(typesOf(all), [
        "deal.created",
        "deal.updated",
        "deal.stage_changed",
        "deal.won",
        "note.created",
        "note.updated",
        "lead.created",
        "lead.triaged",
        "lead.enriched",
        "note.deleted",
        "deal.deleted"
      ])
      const [, edited, moved] = all
      assert.deepStrictEqual(edited!.data, { changes: { amountCents: { from: null, to: 500 } } })
      assert.strictEqual(moved!.data.to.region, "won")
      assert.deepStrictEqual(all[7]!.data, { from: "new", to: "contacted" })
      assert.deepStrictEqual(all[8]!.data, { fields: ["score"] })
      assert.isTrue(all.every(({ actor }) => actor?.type === "api_key"))
      assert.isTrue(
        all.every(({ dealId, leadId, type }) => (type.startsWith("lead.") ? leadId : dealId) !== null)
      )
      // The same in small pages; and nothing more after the last.
      assert.deepStrictEqual((yield* follow(api, "", 2)).all, all)
      assert.deepStrictEqual((yield* follow(api, cursor)).all, [])
      yield* created(post("/v1/deals", { boardId: board.id, name: "Next" }))
      assert.deepStrictEqual(typesOf((yield* follow(api, cursor)).all), ["deal.created"])
    })
  )

  it.effect("skips nothing that is committed late, and repeats nothing", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { board, patch, post } = api
      const sql = yield* SqlClient.SqlClient
      const early = yield* created(post("/v1/deals", { boardId: board.id, name: "Early" }))
      const first = yield* follow(api)
      // A change that has its place in the sequence, and is not committed while another is, and is read.
      const late = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`INSERT INTO changes (workspace_id, type, deal_id, created_at)
            VALUES (${api.workspace.id}, 'deal.updated', ${early.id}, now())`
          yield* created(post(`/v1/deals/${early.id}/notes`, { contentText: "Meanwhile" }))
          return yield* follow(api, first.cursor)
        })
      )
      const second = yield* late
      assert.deepStrictEqual(typesOf(second.all), ["note.created"])
      const third = yield* follow(api, second.cursor)
      assert.deepStrictEqual(typesOf(third.all), ["deal.updated"])
      // Many writers while many read: every reader has every change once, and a deal's in their order.
      const deals = yield* Effect.forEach(Array.from({ length: 5 }), (_, index) =>
        created(post("/v1/deals", { boardId: board.id, name: `Deal ${index}`, amountCents: 0 }))
      )
      const write = Effect.forEach(
        Array.from({ length: 60 }, (_, index) => index),
        (index) => ok(patch(`/v1/deals/${deals[index % 5].id}`, { amountCents: 1 + index })),
        { concurrency: 12 }
      )
      const writing = yield* Effect.forkChild(write, { startImmediately: true })
      const reader = Effect.gen(function* () {
        const seen: Array<Change> = []
        let cursor = third.cursor
        while (writing.pollUnsafe() === undefined) {
          const page = yield* follow(api, cursor, 7)
          seen.push(...page.all)
          cursor = page.cursor
        }
        return [...seen, ...(yield* follow(api, cursor, 7)).all]
      })
      const [one, two] = yield* Effect.all([reader, reader], { concurrency: 2 })
      yield* Fiber.join(writing)
      const rest = (yield* follow(api, third.cursor)).all
      assert.lengthOf(rest, 65)
      assert.deepStrictEqual(one, rest)
      assert.deepStrictEqual(two, rest)
      assert.lengthOf(new Set(rest.map(({ id }) => id)), 65)
      for (const { id } of deals) {
        const amounts = rest.filter(({ dealId, type }) => dealId === id && type === "deal.updated")
        // Each edit begins where the one before it ended.
        amounts.reduce((before, { data }) => {
          assert.strictEqual(data.changes.amountCents.from, before)
          return data.changes.amountCents.to
        }, 0)
      }
    })
  )

  it.effect("continues after a cursor whatever time it began from, and not in another workspace", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      for (const name of ["A", "B", "C"])
        yield* created(api.post("/v1/deals", { boardId: api.board.id, name }))
      const since = "since=2026-01-01"
      const first = yield* ok(api.get(`/v1/events?limit=1&${since}`))
      const whole = (yield* follow(api)).all
      const paths = ["", `&${since}`, "&since=2027-01-01T00:00:00Z", `&${since}&wait=1`]
      for (const more of paths) {
        const { data } = yield* ok(api.get(`/v1/events?cursor=${first.nextCursor}${more}`))
        assert.deepStrictEqual([...first.data, ...data], whole)
      }
      const plain = yield* ok(api.get("/v1/events?limit=1"))
      assert.lengthOf((yield* ok(api.get(`/v1/events?cursor=${plain.nextCursor}&${since}`))).data, 2)
      const other = yield* workspace()
      yield* refused(other.get(`/v1/events?cursor=${first.nextCursor}`), 400, "invalid_cursor")
    })
  )

  it.effect("waits for the next change if it is asked to", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { cursor } = yield* follow(api)
      const began = performance.now()
      const waiting = yield* Effect.forkChild(ok(api.get(`/v1/events?cursor=${cursor}&wait=20`)), {
        startImmediately: true
      })
      yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "News" }))
      const { data } = yield* Fiber.join(waiting)
      assert.deepStrictEqual(typesOf(data), ["deal.created"])
      assert.isBelow(performance.now() - began, 15_000)
      // "From now on" waits as well, and its cursor stays good.
      const from = new Date(Date.now() + 3_600_000).toISOString()
      const start = performance.now()
      const { nextCursor } = yield* ok(api.get(`/v1/events?since=${from}&wait=1`))
      assert.isAbove(performance.now() - start, 900)
      const again = yield* ok(api.get(`/v1/events?since=${from}&cursor=${nextCursor}&wait=1`))
      assert.deepStrictEqual([again.data, again.hasMore], [[], false])
      assert.isAbove(performance.now() - start, 1_900)
      const nothing = yield* ok(api.get(`/v1/events?cursor=${(yield* follow(api)).cursor}&wait=1`))
      assert.deepStrictEqual([nothing.data, nothing.hasMore], [[], false])
    })
  )

  it.effect("waits no longer for a client that has gone", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const { url } = yield* TestService
      const { cursor } = yield* follow(api)
      const headers = { authorization: `Bearer ${api.apiKey.token}` }
      const gone = Array.from({ length: 8 }, () => new AbortController())
      const calls = gone.map(({ signal }) =>
        fetch(`${url}/v1/events?cursor=${cursor}&wait=20`, { headers, signal }).catch(() => undefined)
      )
      const timed = Effect.map(Effect.timed(ok(api.get(`/v1/events?cursor=${cursor}&wait=1`))), ([took]) =>
        Duration.toMillis(took)
      )
      const isFull = (millis: number) => millis < 900
      const poll = { schedule: Schedule.spaced("50 millis"), times: 100 }
      assert.isTrue(isFull(yield* Effect.repeat(timed, { until: isFull, ...poll })))
      for (const one of gone) one.abort()
      yield* Effect.promise(() => Promise.all(calls))
      // Each has its place back within a second, and not after 20.
      assert.isFalse(isFull(yield* Effect.repeat(timed, { until: (millis) => !isFull(millis), ...poll })))
    })
  )

  it.effect("begins at a time, and says what is wrong with one", () =>
    Effect.gen(function* () {
      const { board, get, post } = yield* workspace()
      yield* created(post("/v1/deals", { boardId: board.id, name: "Now" }))
      assert.lengthOf((yield* ok(get("/v1/events?since=2020-01-01"))).data, 1)
      assert.lengthOf((yield* ok(get("/v1/events?since=2020-01-01T00:00:00%2B02:00"))).data, 1)
      const later = yield* ok(get("/v1/events?since=2999-01-01"))
      assert.lengthOf(later.data, 0)
      const { message } = yield* refused(get("/v1/events?since=yesterday"), 400, "invalid_query")
      assert.include(message, "2026-05-01")
      const { message: plus } = yield* refused(
        get("/v1/events?since=2026-05-01T09:30:00+02:00"),
        400,
        "invalid_query"
      )
      assert.include(plus, "%2B")
      yield* refused(get("/v1/events?cursor=nonsense"), 400, "invalid_cursor")
      yield* refused(get("/v1/events?wait=21"), 400, "invalid_query")
      const { nextCursor } = yield* ok(get("/v1/events?since=2020-01-01"))
      yield* refused(get(`/v1/events?cursor=${nextCursor.slice(1)}`), 400, "invalid_cursor")
    })
  )
})
