import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Deals } from "../../layers/deals/Deals.ts"
import { Notes } from "../../layers/deals/Notes.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { DealId, NoteId, type WorkspaceId } from "../../schema/Id.ts"
import { type Api, contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const epoch = Date.parse("2026-05-01T00:00:00.000Z")

interface Item {
  readonly id: string
  readonly createdAt: string
}

/** Newest first, by id within a millisecond. */
const inOrder = (items: ReadonlyArray<Item>) =>
  items.every((item, index) => {
    const next = items[index + 1]
    if (next === undefined || item.createdAt > next.createdAt) return true
    return item.createdAt === next.createdAt && item.id > next.id
  })

/** Reads a list to its end; `between` runs after each page with the items so far. */
const walk = Effect.fnUntraced(function* (
  api: Api,
  path: string,
  limit: number,
  between: (seen: ReadonlyArray<Item>) => Effect.Effect<void> = () => Effect.void
) {
  const seen: Array<Item> = []
  let cursor = ""
  for (let page = 0; page < 200; page++) {
    const { data, hasMore, nextCursor } = yield* ok(api.get(`${path}limit=${limit}${cursor}`))
    seen.push(...data)
    assert.strictEqual(hasMore, nextCursor !== null)
    if (!hasMore) return seen
    assert.strictEqual(data.length, limit)
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
    yield* between(seen)
  }
  return assert.fail("the walk does not end")
})

/** Inserts items with a chosen time directly into the database. */
interface Source {
  readonly path: string
  readonly insert: (createdAt: string) => Effect.Effect<string>
  readonly remove: (id: string) => Effect.Effect<void>
}

let count = 0
/** Unique ids in random order. */
const nextId = () => {
  const scattered = (++count * 0x9e3779b1) % 2 ** 32
  return `0190a0b0-c0d0-7000-8000-${scattered.toString(16).padStart(12, "0")}`
}

const asTenant = (workspaceId: WorkspaceId) => Effect.provideService(Tenant, { workspaceId })

const dealsOf = Effect.gen(function* () {
  const api = yield* workspace()
  const deals = yield* Deals
  const model = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "D" }))
  yield* ok(api.delete(`/v1/deals/${model.id}`))
  const source: Source = {
    path: "/v1/deals?status=all&",
    insert: (createdAt) => {
      const id = nextId()
      return Effect.as(deals.insert({ ...model, id: DealId.make(id), createdAt }, []), id).pipe(
        asTenant(api.workspace.id)
      )
    },
    remove: (id) => Effect.asVoid(ok(api.delete(`/v1/deals/${id}`)))
  }
  return { api, source }
})

const notesOf = Effect.gen(function* () {
  const api = yield* workspace()
  const notes = yield* Notes
  const deal = yield* created(api.post("/v1/deals", { boardId: api.board.id, name: "D" }))
  const model = yield* created(api.post(`/v1/deals/${deal.id}/notes`, { contentText: "N" }))
  yield* ok(api.delete(`/v1/notes/${model.id}`))
  const source: Source = {
    path: `/v1/deals/${deal.id}/notes?`,
    insert: (createdAt) => {
      const id = nextId()
      return Effect.as(notes.insert([{ ...model, id: NoteId.make(id), createdAt }]), id).pipe(
        asTenant(api.workspace.id)
      )
    },
    remove: (id) => Effect.asVoid(ok(api.delete(`/v1/notes/${id}`)))
  }
  return { api, source }
})

/** Few enough times that many items share one. */
const time = fc.integer({ min: 0, max: 3 }).map((millis) => new Date(epoch + millis).toISOString())

const history = fc.record({
  first: fc.array(time, { maxLength: 24 }),
  limit: fc.integer({ min: 1, max: 7 }),
  later: fc.array(fc.record({ add: fc.array(time, { maxLength: 3 }), drop: fc.option(fc.nat()) }), {
    maxLength: 8
  })
})

type History = typeof history extends fc.Arbitrary<infer A> ? A : never

const skipsAndRepeatsNothing = Effect.fnUntraced(function* (
  { api, source }: { readonly api: Api; readonly source: Source },
  { first, later, limit }: History
) {
  const present = new Set(yield* Effect.forEach(first, source.insert))
  const steps = [...later]
  const seen = yield* walk(api, source.path, limit, () =>
    Effect.gen(function* () {
      const step = steps.shift()
      if (step === undefined) return
      yield* Effect.forEach(step.add, source.insert)
      const dropped = step.drop === null ? undefined : [...present][step.drop % (present.size || 1)]
      if (dropped === undefined) return
      present.delete(dropped)
      yield* source.remove(dropped)
    })
  )
  const ids = seen.map((item) => item.id)
  assert.strictEqual(new Set(ids).size, ids.length, "an item is repeated")
  for (const id of present) assert.include(ids, id, "an item is skipped")
  assert.isTrue(inOrder(seen), "the order is broken")
})

/** Checks many random histories, each on its own list. */
const always = Effect.fnUntraced(function* <R>(
  made: Effect.Effect<{ readonly api: Api; readonly source: Source }, never, R>
) {
  const run = Effect.runPromiseWith(yield* Effect.context<R>())
  const property = fc.asyncProperty(history, (one) =>
    run(Effect.flatMap(made, (list) => skipsAndRepeatsNothing(list, one)))
  )
  yield* Effect.promise(() => fc.assert(property, { numRuns: 15 }))
})

contract("pages", (it) => {
  it.effect("of deals skip and repeat nothing, whatever is added or deleted in between", () =>
    always(dealsOf)
  )

  it.effect("of notes skip and repeat nothing, whatever is added or deleted in between", () =>
    always(notesOf)
  )

  it.effect("stay complete while others write at the same time", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const create = () => created(api.post("/v1/deals", { boardId: api.board.id, name: "D" }))
      const first = yield* Effect.forEach(Array.from({ length: 40 }), create, { concurrency: 10 })
      const [seen] = yield* Effect.all(
        [walk(api, "/v1/deals?", 3), Effect.forEach(Array.from({ length: 40 }), create, { concurrency: 5 })],
        { concurrency: 2 }
      )
      const ids = seen.map((item) => item.id)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.includeMembers(
        ids,
        first.map((deal) => deal.id)
      )
    })
  )

  it.effect("have 25 items unless limit says otherwise; limit may change between pages", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const create = () => created(api.post("/v1/deals", { boardId: api.board.id, name: "D" }))
      yield* Effect.forEach(Array.from({ length: 30 }), create, { concurrency: 10 })
      const first = yield* ok(api.get("/v1/deals"))
      assert.deepStrictEqual([first.data.length, first.hasMore], [25, true])
      const rest = yield* ok(api.get(`/v1/deals?limit=100&cursor=${first.nextCursor}`))
      assert.deepStrictEqual([rest.data.length, rest.hasMore, rest.nextCursor], [5, false, null])
      assert.strictEqual((yield* ok(api.get("/v1/deals?limit=30"))).hasMore, false)
      assert.strictEqual((yield* ok(api.get("/v1/deals?limit=29"))).hasMore, true)
    })
  )

  it.effect("accept a cursor only for its own list, filters and workspace, and not if it was changed", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      const other = yield* workspace()
      const deals = yield* Effect.forEach(["a", "a", "a"], (name) =>
        created(api.post("/v1/deals", { boardId: api.board.id, name }))
      )
      const notes = (index: number) => `/v1/deals/${deals[index].id}/notes`
      const note = () => created(api.post(notes(0), { contentText: "N" }))
      yield* Effect.forEach(Array.from({ length: 3 }), note)
      const cursorOf = (path: string) =>
        Effect.map(ok(api.get(`${path}limit=1`)), ({ nextCursor }) => nextCursor)
      const plain: string = yield* cursorOf("/v1/deals?")
      const filters = ["status=all", "q=a", `boardId=${api.board.id}`, "status=won"]
      for (const filter of filters) {
        yield* refused(api.get(`/v1/deals?${filter}&cursor=${plain}`), 400, "invalid_cursor")
      }
      yield* ok(api.get(`/v1/deals?cursor=${plain}&status=open`))
      const filtered = yield* cursorOf(`/v1/deals?q=a&boardId=${api.board.id}&`)
      yield* ok(api.get(`/v1/deals?boardId=${api.board.id}&cursor=${filtered}&q=a`))
      yield* refused(
        api.get(`/v1/deals?q=A&boardId=${api.board.id}&cursor=${filtered}`),
        400,
        "invalid_cursor"
      )
      yield* refused(other.get(`/v1/deals?cursor=${plain}`), 400, "invalid_cursor")
      const ofNotes = yield* cursorOf(`${notes(0)}?`)
      for (const path of ["/v1/boards", notes(0), `/v1/deals/${deals[0].id}/activity`]) {
        yield* refused(api.get(`${path}?cursor=${plain}`), 400, "invalid_cursor")
      }
      for (const path of [notes(1), `/v1/deals/${deals[0].id}/activity`, "/v1/deals"]) {
        yield* refused(api.get(`${path}?cursor=${ofNotes}`), 400, "invalid_cursor")
      }
      const flipped = Array.from({ length: plain.length }, (_, index) => {
        const letter = plain[index] === "A" ? "B" : "A"
        return plain.slice(0, index) + letter + plain.slice(index + 1)
      })
      const odd = ["x", "=", "null", `${plain}=`, `${plain}A`, plain.slice(0, -1), "A".repeat(9000), "%00"]
      for (const cursor of [...flipped, ...odd]) {
        yield* refused(api.get(`/v1/deals?cursor=${encodeURIComponent(cursor)}`), 400, "invalid_cursor")
      }
    })
  )

  it.effect("reveal nothing useful in a cursor", () =>
    Effect.gen(function* () {
      const api = yield* workspace()
      for (const name of ["a", "b"]) yield* created(api.post("/v1/deals", { boardId: api.board.id, name }))
      const { nextCursor } = yield* ok(api.get("/v1/deals?limit=1"))
      assert.match(nextCursor, /^[A-Za-z0-9_-]+$/u)
      assert.notInclude(Buffer.from(nextCursor, "base64url").toString(), api.workspace.id)
    })
  )
})
