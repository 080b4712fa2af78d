import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Sort } from "../../../schema/Deal.ts"
import { furnished } from "../../support/samples/Found.ts"
import { contract, created, member, ok, refused } from "../../support/server/Contract.ts"

/** A UTC day some days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

contract("finding deals", (it) => {
  it.effect("sorts by each key in both directions, deals without the value last", () =>
    Effect.gen(function* () {
      const { create, names } = yield* furnished
      const day = (n: number) => `2026-05-0${n}`
      const at = (n: number) => `${day(n)}T09:30:00.000Z`
      yield* create(
        "a",
        { amountCents: 200, nextStepAt: at(2), expectedCloseAt: day(3) },
        { created_at: at(1), updated_at: at(3), active_on: day(4) }
      )
      yield* create(
        "b",
        { amountCents: null, expectedCloseAt: day(2) },
        { created_at: at(2), updated_at: at(5), active_on: day(5) }
      )
      yield* create(
        "c",
        { amountCents: 300, nextStepAt: day(1) },
        { created_at: at(3), updated_at: at(4), active_on: day(6) }
      )
      yield* create("d", { amountCents: 0 }, { created_at: at(4), updated_at: at(6), active_on: day(7) })
      const expected: Record<(typeof Sort.literals)[number], string> = {
        created: "a b c d",
        "-created": "d c b a",
        updated: "a c b d",
        "-updated": "d b c a",
        amount: "d a c b",
        "-amount": "c a d b",
        quiet: "d c b a",
        "-quiet": "a b c d",
        nextStep: "c a b d",
        "-nextStep": "a c d b",
        expectedClose: "b a c d",
        "-expectedClose": "a b d c"
      }
      for (const sort of Sort.literals) assert.strictEqual(yield* names({ sort }), expected[sort], sort)
      assert.strictEqual(yield* names({}), expected["-created"])
    })
  )

  it.effect(
    "turns pages of every order without loss or repetition, under equal keys and without values",
    () =>
      Effect.gen(function* () {
        const { create, list, sql, stage, workspace } = yield* furnished
        const ids = yield* Effect.forEach(
          Array.from({ length: 23 }, (_, index) => index),
          (index) =>
            Effect.map(
              create(
                `deal ${index}`,
                {
                  amountCents: index % 3 === 0 ? null : 100 * (index % 2),
                  nextStepAt: index % 4 === 0 ? null : `2026-05-0${1 + (index % 2)}`,
                  expectedCloseAt: index % 4 === 1 ? null : `2026-05-0${1 + (index % 3)}`,
                  stageId: stage(index % 5 === 0 ? "Won" : "New")
                },
                { active_on: `2026-05-0${1 + (index % 2)}` }
              ),
              ({ id }) => id as string
            )
        )
        yield* sql`UPDATE deals SET created_at = '2026-05-01T00:00:00.000Z', updated_at = '2026-05-01T00:00:00.000Z',
          currency = CASE WHEN right(name, 1) IN ('1', '4', '6') THEN 'EUR' ELSE currency END
        WHERE workspace_id = ${workspace.id}`
        for (const sort of Sort.literals) {
          const whole = (yield* list({ sort, status: "all", limit: "100" })).data.map(({ id }: any) => id)
          assert.sameMembers(whole, ids, sort)
          for (const limit of ["1", "4", "7", "8"]) {
            const seen: Array<string> = []
            let cursor: string | undefined
            do {
              const page = yield* list({
                sort,
                status: "all",
                limit,
                ...(cursor === undefined ? {} : { cursor })
              })
              seen.push(...page.data.map(({ id }: any) => id))
              cursor = page.nextCursor ?? undefined
            } while (cursor !== undefined)
            assert.deepStrictEqual(seen, whole, `${sort} by ${limit}`)
          }
        }
      })
  )

  it.effect(
    "refuses a cursor of another order or of other filters, but not of the same time written differently",
    () =>
      Effect.gen(function* () {
        const { create, get, list } = yield* furnished
        for (const name of ["a", "b", "c"]) yield* create(name, { amountCents: 100 })
        const page = { limit: "1", sort: "-amount", amountMin: "50" }
        const { nextCursor: cursor } = yield* list(page)
        assert.lengthOf((yield* list({ ...page, cursor })).data, 1)
        for (const other of [{ sort: "amount" }, { sort: "-created" }, { amountMin: "51" }, { label: "x" }]) {
          const query = new URLSearchParams({ ...page, cursor, ...other } as Record<string, string>)
          yield* refused(get(`/v1/deals?${query}`), 400, "invalid_cursor")
        }
        const { nextCursor } = yield* list({ limit: "1", createdAfter: "2026-05-01" })
        const same = { createdAfter: "2026-05-01T02:00:00+02:00", cursor: nextCursor }
        assert.lengthOf((yield* list({ limit: "1", ...same })).data, 1)
      })
  )

  it.effect("filters by amount, both bounds included, and leaves out deals without one", () =>
    Effect.gen(function* () {
      const { create, names } = yield* furnished
      for (const [name, amountCents] of Object.entries({
        none: null,
        zero: 0,
        ten: 10,
        much: 9_007_199_254_740_991
      }))
        yield* create(name, { amountCents })
      assert.strictEqual(yield* names({ amountMin: "10" }), "much ten")
      assert.strictEqual(yield* names({ amountMax: "10" }), "ten zero")
      assert.strictEqual(yield* names({ amountMin: "0", sort: "amount" }), "zero ten much")
      assert.strictEqual(yield* names({ amountMin: "9007199254740991" }), "much")
      assert.strictEqual(yield* names({ amountMin: "10", amountMax: "10" }), "ten")
    })
  )

  it.effect("filters by time, from a time on and before a time", () =>
    Effect.gen(function* () {
      const { create, names } = yield* furnished
      yield* create(
        "a",
        {},
        { created_at: "2026-04-30T23:59:59.999Z", updated_at: "2026-05-02T00:00:00.000Z" }
      )
      yield* create(
        "b",
        {},
        { created_at: "2026-05-01T00:00:00.000Z", updated_at: "2026-05-01T00:00:00.000Z" }
      )
      assert.strictEqual(yield* names({ createdAfter: "2026-05-01" }), "b")
      assert.strictEqual(yield* names({ createdBefore: "2026-05-01" }), "a")
      assert.strictEqual(yield* names({ createdAfter: "2026-05-01T01:00:00+02:00" }), "b a")
      assert.strictEqual(yield* names({ updatedSince: "2026-05-02T00:00:00Z" }), "a")
      assert.strictEqual(yield* names({ createdAfter: "0001-01-01", createdBefore: "9999-12-31" }), "b a")
    })
  )

  it.effect("filters by days without activity, which a note ends", () =>
    Effect.gen(function* () {
      const { create, names, post } = yield* furnished
      const created_at = "2026-05-01T00:00:00.000Z"
      const deal = yield* create("a", {}, { active_on: daysAgo(31), created_at })
      yield* create("b", {}, { active_on: daysAgo(29), created_at: `${daysAgo(29)}T23:59:59.999Z` })
      yield* create("c")
      assert.strictEqual(yield* names({ quietDays: "30" }), "a")
      assert.strictEqual(yield* names({ quietDays: "1", sort: "-quiet" }), "a b")
      yield* created(post(`/v1/deals/${deal.id}/notes`, { contentText: "They called." }))
      assert.strictEqual(yield* names({ quietDays: "1" }), "b")
    })
  )

  it.effect("filters by when a deal was won or lost, whatever the status", () =>
    Effect.gen(function* () {
      const { create, names, stage } = yield* furnished
      const won = { stageId: stage("Won") }
      const dead = { stageId: stage("Dead") }
      yield* create("early", won, { won_at: "2026-04-30T00:00:00.000Z" })
      yield* create("won", won, { won_at: "2026-05-01T00:00:00.000Z" })
      yield* create("lost", dead, { dead_at: "2026-05-02T00:00:00.000Z" })
      yield* create("undated", won, { won_at: null })
      // An edit of its stage left the time at which it was won before.
      yield* create("open", {}, { won_at: "2026-05-03T00:00:00.000Z" })
      yield* create("other", dead, {
        won_at: "2026-05-03T00:00:00.000Z",
        dead_at: "2026-04-01T00:00:00.000Z"
      })
      assert.strictEqual(yield* names({ closedAfter: "2026-05-01" }), "lost won")
      assert.strictEqual(yield* names({ closedBefore: "2026-05-01" }), "other early")
      assert.strictEqual(yield* names({ closedAfter: "2026-05-01", closedBefore: "2026-05-02" }), "won")
      assert.strictEqual(yield* names({ closedAfter: "2026-05-01", status: "dead" }), "lost")
      assert.strictEqual(yield* names({ closedAfter: "2026-05-01", status: "open" }), "")
    })
  )

  it.effect("filters by owner, me being the caller, and by label", () =>
    Effect.gen(function* () {
      const { create, get, names, workspace } = yield* furnished
      const someone = yield* member(workspace.id, "member")
      yield* create("mine", { labels: ["hot", "inbound"] })
      yield* create("theirs", { ownerId: someone.id, labels: ["Hot"] })
      const owner = (yield* ok(get("/v1/me"))).user.id
      assert.strictEqual(yield* names({ ownerId: "me" }), "mine")
      assert.strictEqual(yield* names({ ownerId: owner }), "mine")
      assert.strictEqual(yield* names({ ownerId: someone.id.toUpperCase() }), "theirs")
      const { data } = yield* ok(someone.get("/v1/deals?ownerId=me"))
      assert.deepStrictEqual(
        data.map(({ name }: any) => name),
        ["theirs"]
      )
      assert.strictEqual(yield* names({ label: "hot" }), "mine")
      assert.strictEqual(yield* names({ label: "inbound", ownerId: someone.id }), "")
      assert.strictEqual(yield* names({ label: 'a"},{' }), "")
    })
  )

  it.effect("combines all filters with a search and an order", () =>
    Effect.gen(function* () {
      const { board, create, names, stage } = yield* furnished
      const columns = { created_at: "2026-05-01T00:00:00.000Z", active_on: daysAgo(40) }
      for (const [name, amountCents] of Object.entries({
        "Acme-1": 500,
        "Acme-2": 900,
        "Acme-3": 700,
        Zeta: 800
      }))
        yield* create(name, { amountCents, labels: ["hot"] }, columns)
      yield* create("Acme-4", { amountCents: 950, labels: ["hot"] })
      const all = {
        boardId: board.id,
        stageId: stage("New"),
        status: "open",
        search: "acme",
        q: "Acme-",
        ownerId: "me",
        label: "hot",
        amountMin: "600",
        amountMax: "1000",
        quietDays: "30",
        createdAfter: "2026-05-01",
        createdBefore: "2026-05-02",
        updatedSince: "2026-05-01",
        sort: "-amount"
      }
      assert.strictEqual(yield* names(all), "Acme-2 Acme-3")
      assert.strictEqual(yield* names({ ...all, closedAfter: "2026-05-01" }), "")
    })
  )
})
