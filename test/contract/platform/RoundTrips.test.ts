/** How often each operation writes to its connection and waits for the answer: docs/bench.md lists them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { Wire } from "../../../layers/platform/database/Wire.ts"
import { contract, created, ok, workspace } from "../../support/server/Contract.ts"

/** Writes to the connections of requests while `effect` runs: what jobs ask has connections of its own. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const seen: Array<string> = []
    const write = Wire.prototype._write
    const spy = vi.spyOn(Wire.prototype, "_write").mockImplementation(function (this: Wire, ...given) {
      if (this.pool === "callers") seen.push(String(given[0]))
      return write.apply(this, given)
    })
    const many = vi.spyOn(Wire.prototype, "_writev").mockImplementation(() => {
      throw new Error("A write did not wait for the one before")
    })
    const over = Effect.sync(() => {
      spy.mockRestore()
      many.mockRestore()
    })
    return Effect.ensuring(
      Effect.map(effect, (value) => [value, seen.length] as const),
      over
    )
  })

contract("a write", (it) => {
  it.effect("takes no more round trips than these", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const stages = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
      const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "A" }))
      const lead = yield* created(
        api.post("/v1/leads", { boardId: api.board.id, name: "B", email: "b@b.example" })
      )
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
        // The credential may have to be read again for one of them.
        const counts: Array<number> = []
        for (let time = 0; time < 3; time++) {
          const [{ status }, count] = yield* counted(call())
          assert.isBelow(status, 300, name)
          counts.push(count)
        }
        trips[name] = Math.min(...counts)
      }
      assert.deepStrictEqual(trips, {})
    })
  )
})
