/** How often each operation writes to its connection and waits for the answer. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contractOnTestClock, created, ok, workspace } from "../../support/server/Contract.ts"
import { counted } from "../../support/database/Trips.ts"

const expected = {
  "deals.get": 1,
  "deals.create": 2,
  "deals.create, keyed": 2,
  "deals.move": 2,
  "deals.move, keyed": 2,
  "deals.update": 2,
  "notes.create": 2,
  "notes.create, keyed": 2,
  "leads.update": 2
}

/** A clock that stands still, so that a credential is read once. */
contractOnTestClock("an operation", (it) => {
  it.effect("takes no more round trips than these", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
      const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "A" }))
      const lead = yield* created(api.post("/v1/leads", { boardId: api.board.id, firstName: "B" }))
      let made = 0
      const keyed = () => ({ "idempotency-key": `trip-${++made}` })
      const next = () => stages[++made % 2].id
      const path = `/v1/deals/${deal.id}`
      const calls: Record<string, () => Effect.Effect<{ readonly status: number }, unknown, any>> = {
        "deals.get": () => api.get(path),
        "deals.create": () => api.post("/v1/deals", { boardId: api.board.id, name: "C" }),
        "deals.create, keyed": () => api.post("/v1/deals", { boardId: api.board.id, name: "C" }, keyed()),
        "deals.move": () => api.post(`${path}/move`, { toStageId: next() }),
        "deals.move, keyed": () => api.post(`${path}/move`, { toStageId: next() }, keyed()),
        "deals.update": () => api.patch(path, { name: `D ${++made}` }),
        "notes.create": () => api.post(`${path}/notes`, { contentText: "Hello" }),
        "notes.create, keyed": () => api.post(`${path}/notes`, { contentText: "Hello" }, keyed()),
        "leads.update": () => api.patch(`/v1/leads/${lead.id}`, { enrichment: { summary: `S ${++made}` } })
      }
      const trips: Record<string, number> = {}
      for (const [name, call] of Object.entries(calls)) {
        // What the service asks by itself meanwhile is counted too, so the fewest of several calls are theirs.
        const most = expected[name as keyof typeof expected]
        let fewest = Infinity
        for (let time = 0; time < 20 && fewest > most; time++) {
          const [{ status }, count] = yield* counted(call())
          assert.isBelow(status, 300, name)
          fewest = Math.min(fewest, count)
        }
        trips[name] = fewest
      }
      assert.deepStrictEqual(trips, expected)
    })
  )

  it.effect("that searches as was searched lately shares a connection, for a first page", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      for (const name of ["Shared A", "Shared B"])
        yield* created(api.post("/v1/deals", { boardId: api.board.id, name }))
      const texts = ["sha", "shar", "share", "shared", "har", "hare", "hared", "red a"]
      const atOnce = (asked: ReadonlyArray<string>) =>
        counted(
          Effect.forEach(asked, (query) => ok(api.get(`/v1/deals?limit=1&${query}`)), {
            concurrency: "unbounded"
          })
        )
      const first = texts.map((text) => `q=${encodeURIComponent(text)}`)
      const [pages, anew] = yield* atOnce(first)
      assert.isAtLeast(anew, texts.length)
      let fewest = Infinity
      for (let time = 0; time < 20 && fewest > 4; time++) {
        const [again, count] = yield* atOnce(first)
        assert.deepStrictEqual(again, pages)
        fewest = Math.min(fewest, count)
      }
      assert.isAtMost(fewest, 4)
      const next = first.slice(0, 7).map((query, index) => `${query}&cursor=${pages[index].nextCursor}`)
      const [further, count] = yield* atOnce(next)
      assert.deepStrictEqual(new Set(further.map(({ data }) => data[0].name)), new Set(["Shared A"]))
      assert.isAtLeast(count, next.length)
    })
  )
})
