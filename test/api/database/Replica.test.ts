import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Redis from "../../support/fakes/Redis.ts"
import { type Api, api, created, member, ok, workspace } from "../../support/server/Contract.ts"
import {
  counted,
  inUse,
  lacks,
  Lines,
  names,
  nodes,
  Other,
  Pair,
  replay,
  soon,
  state
} from "../../support/server/Replicated.ts"

describe.skipIf(lacks !== undefined)(`a replica${lacks === undefined ? "" : `: ${lacks}`}`, () => {
  layer(nodes, { excludeTestServices: true, timeout: "2 minutes" })("of the database", (it) => {
    it.effect("answers reads, and a credential's own writes are always among them, on every node", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const there = api((yield* Other).as(here.apiKey.token))
        yield* inUse(here)
        assert.strictEqual(yield* state(here), "in_use")
        for (let index = 0; index < 15; index++) {
          const name = `D${index}`
          const [writer, reader] = index % 2 === 0 ? [here, there] : [there, here]
          yield* created(writer.post("/v1/deals", { boardId: here.board.id, name }))
          assert.include(yield* names(reader), name)
          assert.include(yield* names(writer), name)
        }
        yield* inUse(there)
      })
    )

    it.effect(
      "that stops replaying shows others what is old for a while only, and writers what they wrote",
      () =>
        Effect.gen(function* () {
          const here = yield* workspace()
          const there = api((yield* Other).as(here.apiKey.token))
          const reader = yield* member(here.workspace.id, "viewer")
          yield* inUse(reader)
          yield* replay("pause")
          yield* Effect.gen(function* () {
            const deal = yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Unseen" }))
            const [own, elsewhere, others, notes] = yield* Effect.all(
              [names(here), names(there), names(reader), ok(reader.get(`/v1/deals/${deal.id}/notes`))],
              { concurrency: 4 }
            )
            assert.deepStrictEqual([own, elsewhere, others], [["Unseen"], ["Unseen"], []])
            // What it doesn't find at all comes from the primary.
            assert.deepStrictEqual(notes.data, [])
            // Beyond the bound, everyone reads from the primary.
            yield* soon(Effect.map(names(reader), (found) => assert.deepStrictEqual(found, ["Unseen"])))
            yield* soon(Effect.map(state(here), (found) => assert.strictEqual(found, "behind")))
            assert.deepStrictEqual(yield* names(here), ["Unseen"])
            assert.isAbove(yield* counted(here, 'to="primary" reason="behind"'), 0)
          }).pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
          yield* inUse(here)
          assert.deepStrictEqual(yield* names(here), ["Unseen"])
        })
    )

    it.effect("that stops replaying keeps nothing from those who ask for what is new since a time", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const reader = yield* member(here.workspace.id, "admin")
        yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Seen" }))
        const stages = yield* ok(here.get(`/v1/boards/${here.board.id}/stages`))
        yield* inUse(reader)
        yield* replay("pause")
        yield* Effect.gen(function* () {
          const won = { boardId: here.board.id, stageId: stages.at(-2).id, name: "New" }
          yield* created(here.post("/v1/deals", won))
          yield* created(here.post("/v1/leads", { firstName: "New" }))
          const asked = Effect.all([counted(reader, 'to="replica"'), counted(reader, 'reason="behind"')])
          const before = yield* asked
          const listed = yield* Effect.forEach(
            [
              "deals?status=all&createdAfter=2020-01-01",
              "deals?status=all&updatedSince=2020-01-01",
              "deals?closedAfter=2020-01-01",
              "leads?createdAfter=2020-01-01",
              "events?since=2020-01-01",
              "audit?operation=leads&since=2020-01-01"
            ],
            (path) => Effect.map(ok(reader.get(`/v1/${path}`)), ({ data }) => data.length)
          )
          assert.deepStrictEqual(listed, [2, 2, 1, 1, 3, 1])
          // Whatever its lag, it was not thought of.
          assert.deepStrictEqual(yield* asked, before)
        }).pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
      })
    )

    it.effect("that dies leaves the reads to the primary until it is back", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const { replica } = yield* Pair
        yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Kept" }))
        yield* inUse(here)
        yield* replica.kill
        for (let index = 0; index < 20; index++) assert.deepStrictEqual(yield* names(here), ["Kept"])
        yield* soon(Effect.map(state(here), (found) => assert.strictEqual(found, "away")))
        yield* replica.start
        yield* inUse(here)
      })
    )

    it.effect("answers reports, lanes, notes, leads and the audit log as the primary does", () =>
      Effect.gen(function* () {
        const here = yield* workspace()
        const deal = yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "One" }))
        yield* created(here.post("/v1/leads", { firstName: "Bo" }))
        yield* inUse(here)
        const paths = [
          `/v1/reports/weighted-pipeline?board_id=${here.board.id}`,
          `/v1/reports/this-month?board_id=${here.board.id}`,
          `/v1/boards/${here.board.id}/lanes`,
          `/v1/deals/${deal.id}/notes`,
          `/v1/deals/${deal.id}/activity`,
          "/v1/leads",
          "/v1/audit"
        ]
        for (const path of paths) {
          const before = yield* counted(here, 'to="replica"')
          const failed = yield* counted(here, 'to="primary" reason="failed"')
          yield* ok(here.get(path))
          assert.deepStrictEqual(
            [yield* counted(here, 'to="replica"'), yield* counted(here, 'to="primary" reason="failed"')],
            [before + 1, failed],
            path
          )
        }
      })
    )

    it.effect("is not read while Redis is lost, and nobody's own writes are missing", () =>
      Effect.gen(function* () {
        const { first, other } = yield* Lines
        const here = yield* workspace()
        const there = api((yield* Other).as(here.apiKey.token))
        const reader = yield* member(here.workspace.id, "viewer")
        const read = Effect.all([counted(here, 'to="replica"'), counted(there, 'to="replica"')])
        const write = (writer: Api, name: string) =>
          created(writer.post("/v1/deals", { boardId: here.board.id, name }))
        yield* Effect.all([inUse(here), inUse(there)])

        first.cut()
        other.cut()
        const [before, unknown] = [yield* read, yield* counted(here, 'reason="unknown"')]
        yield* write(here, "One")
        for (const caller of [here, there, reader]) assert.deepStrictEqual(yield* names(caller), ["One"])
        assert.isAbove(yield* counted(here, 'reason="unknown"'), unknown)
        yield* replay("pause")
        yield* Effect.gen(function* () {
          yield* write(there, "Two")
          for (const caller of [here, there, reader])
            assert.deepStrictEqual(yield* names(caller), ["Two", "One"])
        }).pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
        assert.deepStrictEqual(yield* read, before)

        first.restore()
        other.restore()
        yield* Effect.all([inUse(here), inUse(there)])
        assert.deepStrictEqual(yield* names(there), ["Two", "One"])
      })
    )

    it.effect(
      "may be read beside a node that alone has lost Redis: its callers' writes are found everywhere",
      () =>
        Effect.gen(function* () {
          const { first } = yield* Lines
          const here = yield* workspace()
          const there = api((yield* Other).as(here.apiKey.token))
          yield* Effect.all([inUse(here), inUse(there)])
          first.silence()
          yield* Effect.gen(function* () {
            const made: Array<string> = []
            const write = Effect.fnUntraced(function* (name: string) {
              yield* created(here.post("/v1/deals", { boardId: here.board.id, name }))
              made.unshift(name)
              for (const caller of [there, here]) assert.deepStrictEqual(yield* names(caller), made)
            })
            for (const name of ["One", "Two", "Three"]) yield* write(name)
            yield* replay("pause")
            yield* write("Four").pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
          }).pipe(Effect.ensuring(Effect.sync(() => first.restore())))
          yield* inUse(here)
        })
    )

    it.effect("is not read by what a Redis that comes back empty has forgotten", () =>
      Effect.gen(function* () {
        const { first, other } = yield* Lines
        const here = yield* workspace()
        const there = api((yield* Other).as(here.apiKey.token))
        yield* Effect.all([inUse(here), inUse(there)])
        yield* replay("pause")
        yield* Effect.gen(function* () {
          yield* created(here.post("/v1/deals", { boardId: here.board.id, name: "Kept" }))
          for (const line of [first, other]) line.cut()
          yield* Redis.forget("pipeline:written:")
          for (const line of [first, other]) line.restore()
          // Connected again, and not yet so far behind that nobody reads from it.
          const deadline = performance.now() + 20_000
          while ((yield* state(here)) !== "behind" && performance.now() < deadline) {
            for (const caller of [here, there]) assert.deepStrictEqual(yield* names(caller), ["Kept"])
          }
        }).pipe(Effect.ensuring(Effect.ignore(replay("resume"))))
        yield* Effect.all([inUse(here), inUse(there)])
      })
    )
  })
})
