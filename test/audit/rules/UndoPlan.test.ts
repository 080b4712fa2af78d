import { assert, describe, it } from "@effect/vitest"
import type { AuditChange } from "../../../schema/Audit.ts"
import * as UndoPlan from "../../../src/audit/rules/UndoPlan.ts"
import {
  type Entry,
  type CurrentRecord,
  keyOf,
  type Rules,
  type State
} from "../../../src/audit/rules/UndoTypes.ts"

const rules: Rules = {
  deal: {
    soft: new Set(["updatedAt"]),
    removed: (fields) => ({ ...fields, deletedAt: "now" }),
    isThere: (fields) => (fields["deletedAt"] ?? null) === null,
    active: (state) => (state !== null && state["deletedAt"] == null && state["stage"] === "open" ? 1 : 0)
  },
  note: {
    links: ({ of }) => [keyOf("deal", of!)],
    isSilent: () => true
  }
}

const entry = (at: number, ...changes: ReadonlyArray<AuditChange>): Entry => ({
  id: `e${at}`,
  at: String(at),
  operation: "o",
  requestId: `r${at}`,
  changes
})

const deal = (before: State, after: State): AuditChange => ({ resource: "deal", id: "d", before, after })

const note = (id: string, before: State, after: State): AuditChange => ({
  ...{ resource: "note", id, of: "d", before, after }
})

const plan = (
  entries: ReadonlyArray<Entry>,
  state: State,
  {
    dependents = [],
    notes = {},
    room = 10
  }: {
    dependents?: CurrentRecord["dependents"]
    notes?: Record<string, State>
    room?: number
  } = {}
) => {
  const found = new Map<string, CurrentRecord>([
    [keyOf("deal", "d"), { state, ...(dependents && { dependents }) }]
  ])
  for (const [id, one] of Object.entries(notes)) found.set(keyOf("note", id), { state: one })
  const { refused, turned, undone, ...rest } = UndoPlan.of(entries, found, rules, room)
  return {
    undone: undone.map((one) => one.entry.id),
    codes: refused.map(({ code, entry: of, fields }) => [of.id, code, ...fields]),
    deal: turned.find(({ resource }) => resource === "deal")?.after,
    turned: turned.map(({ id }) => id),
    ...rest
  }
}

describe("planning an undo", () => {
  it("walks from the newest to the oldest, so that what is undone too does not hinder", () => {
    const entries = [
      entry(2, deal({ name: "b" }, { name: "c" })),
      entry(1, deal({ name: "a" }, { name: "b" }))
    ]
    assert.deepInclude(plan(entries, { name: "c" }), { undone: ["e2", "e1"], deal: { name: "a" } })
    assert.deepInclude(plan(entries.slice(1), { name: "c" }), {
      undone: [],
      codes: [["e1", "changed_since", "name"]],
      turned: []
    })
  })

  it("puts soft fields back only from what the change made of them", () => {
    const made = entry(1, deal({ name: "a", updatedAt: 1 }, { name: "b", updatedAt: 2 }))
    assert.deepStrictEqual(plan([made], { name: "b", updatedAt: 2 }).deal, { name: "a", updatedAt: 1 })
    assert.deepStrictEqual(plan([made], { name: "b", updatedAt: 9 }).deal, { name: "a", updatedAt: 9 })
  })

  it("takes objects back key by key", () => {
    const made = entry(1, deal({ own: { a: 1 } }, { own: { a: 2, b: 3 } }))
    assert.deepStrictEqual(plan([made], { own: { a: 2, b: 3, c: 4 } }).deal, { own: { a: 1, c: 4 } })
    assert.deepStrictEqual(plan([made], { own: { a: 2, b: 9 } }).codes, [["e1", "changed_since", "own.b"]])
  })

  it("removes what was created, unless something was built upon it that stays", () => {
    const made = entry(1, deal(null, { name: "a" }))
    const noted = entry(2, note("n", null, { text: "x" }))
    const dependents = [{ key: keyOf("note", "n"), at: "2" }]
    const notes = { n: { text: "x" } }
    assert.deepStrictEqual(plan([made], { name: "a" }, { dependents, notes }).codes, [["e1", "built_upon"]])
    const both = plan([noted, made], { name: "a" }, { dependents, notes })
    assert.deepStrictEqual([both.undone, both.deal], [["e2", "e1"], { name: "a", deletedAt: "now" }])
    assert.deepStrictEqual(plan([made], { name: "z" }).codes, [["e1", "changed_since", "name"]])
    assert.deepStrictEqual(plan([made], { name: "a", deletedAt: "t" }).codes, [["e1", "already_undone"]])
  })

  it("undoes what belongs together or nothing of it", () => {
    const moved = entry(1, note("n", null, { text: "moved" }), deal({ name: "a" }, { name: "b" }))
    const notes = { n: { text: "moved" } }
    assert.deepStrictEqual(plan([moved], { name: "b" }, { notes }).turned, ["d", "n"])
    assert.deepStrictEqual(plan([moved], { name: "c" }, { notes }).turned, [])
  })

  it("keeps to the room of the plan, and counts what it frees", () => {
    const won = entry(1, deal({ stage: "open" }, { stage: "won" }))
    assert.deepStrictEqual(plan([won], { stage: "won" }, { room: 0 }).codes, [["e1", "plan_limit_exceeded"]])
    assert.deepInclude(plan([won], { stage: "won" }, { room: 1 }), { undone: ["e1"], active: 1 })
  })

  it("refuses kinds without rules, records that are gone, and too large entries", () => {
    const key: AuditChange = { resource: "api_key", id: "k", before: null, after: {} }
    assert.deepStrictEqual(plan([entry(1, key)], null).codes, [["e1", "not_undoable"]])
    assert.deepStrictEqual(plan([entry(1, deal({ name: "a" }, { name: "b" }))], null).codes, [["e1", "gone"]])
    assert.strictEqual(UndoPlan.tooLarge(entry(1, key), 201).code, "too_many")
  })
})
