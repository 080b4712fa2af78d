import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  type Api,
  as,
  contract,
  created,
  member,
  ok,
  refused,
  workspace
} from "../support/server/Contract.ts"

type Mine = Effect.Success<ReturnType<typeof workspace>>

const deals = (mine: Pick<Api, "post">, rows: ReadonlyArray<object>, more: object = {}) =>
  ok(mine.post("/v1/imports/deals", { rows, ...more }))

const counts = ({ created, failed, unchanged, updated }: any) => [created, updated, unchanged, failed]

const one = (mine: Mine, externalId: string) =>
  Effect.map(ok(mine.get(`/v1/deals?status=all&externalId=${externalId}`)), ({ data }) => data[0])

contract("imports", (it) => {
  it.effect("make deals, change them the second time, and change nothing the third", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const rows = [
        { externalId: "1", name: "A", amount: "12.50", stage: "proposal", owner: mine.user.email, line: 2 },
        { externalId: "2", name: "B", status: "won", createdAt: "2024-01-05", closedAt: "2024-03-01" },
        { externalId: "3", name: "C", stage: "Closed Lost", labels: ["x"], closedAt: "2024-02-01" }
      ]
      const first = yield* deals(mine, rows)
      assert.deepStrictEqual(counts(first), [3, 0, 0, 0])
      assert.deepStrictEqual(
        first.rows.map(({ line, outcome }: any) => [line, outcome]),
        [
          [2, "created"],
          [2, "created"],
          [3, "created"]
        ]
      )
      const a = yield* one(mine, "1")
      assert.deepStrictEqual([a.amountCents, a.stage.name, a.boardId], [1250, "Proposal", mine.board.id])
      const b = yield* one(mine, "2")
      assert.deepStrictEqual([b.createdAt, b.wonAt], ["2024-01-05T00:00:00.000Z", "2024-03-01T00:00:00.000Z"])
      assert.strictEqual((yield* one(mine, "3")).deadAt, "2024-02-01T00:00:00.000Z")
      assert.deepStrictEqual(counts(yield* deals(mine, rows)), [0, 0, 3, 0])
      const changed = rows.map((row) => (row.externalId === "1" ? { ...row, stage: "Won" } : row))
      assert.deepStrictEqual(counts(yield* deals(mine, changed)), [0, 1, 2, 0])
      assert.isNotNull((yield* one(mine, "1")).wonAt)
      const events = yield* ok(mine.get(`/v1/deals/${a.id}?include=activity`))
      assert.deepStrictEqual(
        events.activity.data.map((note: any) => note.systemEventType),
        ["deal_won", "stage_changed", "deal_created"]
      )
    })
  )

  it.effect("fail row by row, with the field and what to do", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const other = yield* workspace()
      const row = (fields: object) => ({ externalId: crypto.randomUUID(), name: "A", ...fields })
      const wrong: ReadonlyArray<readonly [object, string, RegExp]> = [
        [{ name: "A" }, "externalId", /externalId is required/u],
        [{ externalId: "x" }, "name", /a new deal needs one/u],
        [row({ amount: "1.234,50" }), "amount", /write "1234.50"/u],
        [row({ amount: "1,234" }), "amount", /two ways/u],
        [row({ stage: "Demo" }), "stage", /Its stages: New, Qualified/u],
        [row({ owner: "nobody@test.example" }), "owner", /is no member/u],
        [row({ ownerId: other.user.id }), "ownerId", /is not a member/u],
        [row({ boardId: other.board.id }), undefined as never, /no board/u],
        [row({ board: "Nowhere" }), "board", /is no board of this workspace/u],
        [row({ createdAt: "31.12.2024" }), "createdAt", /must be a date/u],
        [row({ closedAt: "2999-01-01", status: "won" }), "closedAt", /in the future/u],
        [row({ stag: "New" }), "stag", /did you mean stage/u],
        [row({ labels: Array.from({ length: 51 }, (_, index) => `l${index}`) }), "labels", /at most 50/u]
      ]
      const answer = yield* deals(mine, [...wrong.map(([sent]) => sent), row({})])
      assert.deepStrictEqual(counts(answer), [1, 0, 0, wrong.length])
      for (const [index, [, field, message]] of wrong.entries()) {
        assert.strictEqual(answer.rows[index].field, field, answer.rows[index].message)
        assert.match(answer.rows[index].message, message)
      }
    })
  )

  it.effect("of one id twice in a batch do both rows, the later on top", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const rows = [
        { externalId: "1", name: "A", company: "Acme" },
        { externalId: "1", name: "B" }
      ]
      assert.deepStrictEqual(counts(yield* deals(mine, rows)), [1, 1, 0, 0])
      const { company, name } = yield* one(mine, "1")
      assert.deepStrictEqual([name, company], ["B", "Acme"])
    })
  )

  it.effect("of one record by its id here and by its id elsewhere do both rows, too", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const [{ id }] = (yield* deals(mine, [{ externalId: "1", name: "A" }])).rows
      const both = [
        { externalId: id, company: "Acme" },
        { externalId: "1", labels: ["x"] }
      ]
      assert.deepStrictEqual(counts(yield* deals(mine, both)), [0, 2, 0, 0])
      const deal = yield* one(mine, "1")
      assert.deepStrictEqual([deal.id, deal.name, deal.company, deal.labels], [id, "A", "Acme", ["x"]])
      const leads = (rows: ReadonlyArray<object>) => ok(mine.post("/v1/imports/leads", { rows }))
      const made = (yield* leads([{ externalId: "l1", firstName: "Mia" }])).rows[0].id
      const sent = [
        { externalId: made, lastName: "Chen" },
        { externalId: "l1", phone: "5" }
      ]
      assert.deepStrictEqual(counts(yield* leads(sent)), [0, 2, 0, 0])
      const { contact, externalId } = yield* ok(mine.get(`/v1/leads/${made}`))
      assert.deepStrictEqual(
        [contact.firstName, contact.lastName, contact.phone, externalId],
        ["Mia", "Chen", "5", "l1"]
      )
    })
  )

  it.effect("of the same rows at once make each deal once", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const rows = Array.from({ length: 50 }, (_, index) => ({ externalId: `${index}`, name: "A" }))
      const answers = yield* Effect.all(
        [rows, rows.toReversed(), rows].map((some) => deals(mine, some)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        answers.reduce((sum, answer) => sum + answer.created, 0),
        50
      )
      assert.strictEqual(
        answers.reduce((sum, answer) => sum + answer.failed, 0),
        0
      )
    })
  )

  it.effect("keep to the plan, a row at a time", () =>
    Effect.gen(function* () {
      const mine = yield* workspace("free")
      const rows = Array.from({ length: 102 }, (_, index) => ({ externalId: `${index}`, name: "A" }))
      const answer = yield* deals(mine, [...rows, { externalId: "won", name: "A", status: "won" }])
      assert.deepStrictEqual(counts(answer), [101, 0, 0, 2])
      assert.match(answer.rows[100].message, /no room for another open deal/u)
    })
  )

  it.effect("need the right to write, and change nothing in a dry run", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const viewer = yield* as((yield* member(mine.workspace.id, "viewer")).token)
      const body = { rows: [{ externalId: "1", name: "A" }] }
      yield* refused(viewer.post("/v1/imports/deals", body), 403, "insufficient_scope")
      yield* refused(
        viewer.post("/v1/imports/leads", { rows: [{ externalId: "1" }] }),
        403,
        "insufficient_scope"
      )
      const { dryRun } = yield* ok(mine.post("/v1/imports/deals", body, { "dry-run": "true" }))
      assert.strictEqual(dryRun.answer.created, 1)
      assert.isUndefined(yield* one(mine, "1"))
      const key = { "idempotency-key": "batch 1" }
      const first = yield* ok(mine.post("/v1/imports/deals", body, key))
      assert.deepStrictEqual(yield* ok(mine.post("/v1/imports/deals", body, key)), first)
    })
  )

  it.effect("announce deals only if asked", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const hook = { boardId: mine.board.id, url: "https://hooks.test.example/", events: ["deal.created"] }
      const { id } = yield* created(mine.post("/v1/webhooks", hook))
      yield* deals(mine, [{ externalId: "1", name: "A" }])
      yield* deals(mine, [{ externalId: "2", name: "B" }], { announce: true })
      const { data } = yield* ok(mine.get(`/v1/webhooks/${id}/deliveries`))
      assert.strictEqual(data.length, 1)
    })
  )

  it.effect("can be undone, and done again", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      yield* deals(mine, [{ externalId: "1", name: "A" }])
      const answer = yield* mine.post("/v1/imports/deals", {
        rows: [
          { externalId: "1", name: "B" },
          { externalId: "2", name: "C" }
        ]
      })
      const undone = yield* ok(mine.post("/v1/undo", { requestId: answer.headers.get("service-request-id") }))
      assert.deepStrictEqual(undone.notUndone, [])
      assert.strictEqual((yield* one(mine, "1")).name, "A")
      assert.isUndefined(yield* one(mine, "2"))
      assert.deepStrictEqual(counts(yield* deals(mine, [{ externalId: "2", name: "C" }])), [1, 0, 0, 0])
    })
  )

  it.effect("make and correct leads, which an undo takes back", () =>
    Effect.gen(function* () {
      const mine = yield* workspace()
      const leads = (row: object) => mine.post("/v1/imports/leads", { rows: [row] })
      const row = {
        externalId: "1",
        firstName: "Mia",
        workEmail: "mia@acme.example",
        createdAt: "2024-01-05"
      }
      const first = yield* ok(leads({ ...row, message: "" }))
      const { id } = first.rows[0]
      const read = ok(mine.get(`/v1/leads/${id}`))
      const before = yield* read
      assert.strictEqual(before.attribution.source, "import")
      assert.strictEqual(before.createdAt, "2024-01-05T00:00:00.000Z")
      assert.deepStrictEqual(counts(yield* ok(leads(row))), [0, 0, 1, 0])
      const correction = yield* leads({ ...row, workEmail: "chen@acme.example", utmSource: "ad" })
      assert.deepStrictEqual(counts(yield* ok(Effect.succeed(correction))), [0, 1, 0, 0])
      const after = yield* read
      assert.strictEqual(after.contact.email, "chen@acme.example")
      assert.strictEqual(after.attribution.utmSource, "ad")
      const match = yield* ok(mine.get("/v1/match?email=chen@acme.example"))
      assert.strictEqual(match.leads.length, 1)
      yield* ok(mine.post("/v1/undo", { requestId: correction.headers.get("service-request-id") }))
      assert.deepStrictEqual(yield* read, before)
      assert.deepStrictEqual(counts(yield* ok(leads({ externalId: "2", workEmail: "no" }))), [0, 0, 0, 1])
      const { data } = yield* ok(mine.get("/v1/events?limit=100"))
      assert.include(
        data.map(({ type }: any) => type),
        "lead.updated"
      )
    })
  )
})
