import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Board } from "../../../schema/Board.ts"
import type { Edit } from "../../../schema/Deal.ts"
import { UserId } from "../../../schema/Id.ts"
import * as DealEdit from "../../../src/deals/rules/DealEdit.ts"
import * as StageEntry from "../../../src/deals/rules/StageEntry.ts"
import { deal, stage } from "../../support/samples/Deals.ts"

const now = "2026-05-03T00:00:00.000Z"
const { boardId, id, ownerId } = deal()
const owner = { id: ownerId, name: "Owner" }

const board = (defaultDealAmountCents: number): Board => ({
  id: boardId,
  teamId: boardId as never,
  name: "Sales",
  currency: "JPY",
  defaultDealAmountCents,
  createdAt: now
})

const made = (sent: Edit, defaultAmount = 0) =>
  DealEdit.create(board(defaultAmount), { name: "D", ...sent }, stage("early"), owner, id, now)

const line = fc.option(fc.string({ maxLength: 5 }), { nil: null })

const arbitraryEdit: fc.Arbitrary<Edit> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 5 }),
    company: line,
    amountCents: fc.option(fc.maxSafeNat(), { nil: null }),
    labels: fc.array(fc.constantFrom("a", "b", "c", "A"), { maxLength: 6 }),
    primaryContactName: line,
    primaryContactTitle: line,
    primaryContactEmail: line,
    primaryContactPhone: line,
    primaryContactLinkedin: line,
    keyTerms: line
  },
  { requiredKeys: [] }
)

describe("a new deal", () => {
  const amounts: ReadonlyArray<readonly [sent: Edit, byDefault: number, amount: number | null]> = [
    [{}, 0, null],
    [{}, 500, 500],
    [{ amountCents: null }, 500, null],
    [{ amountCents: 0 }, 500, 0],
    [{ amountCents: 7 }, 500, 7]
  ]
  for (const [sent, byDefault, amount] of amounts) {
    it(`has ${amount} cents when ${JSON.stringify(sent)} is sent and the default is ${byDefault}`, () => {
      assert.strictEqual(made(sent, byDefault).amountCents, amount)
    })
  }

  it("has its board's currency, and null for every field not sent", () => {
    const { company, currency, keyTerms, labels, primaryContact } = made({})
    assert.deepStrictEqual([company, currency, keyTerms, labels], [null, "JPY", null, []])
    assert.deepStrictEqual(Object.values(primaryContact), [null, null, null, null, null])
  })

  it("keeps labels in order, each once", () => {
    assert.deepStrictEqual(made({ labels: ["b", "a", "b", "A", "a"] }).labels, ["b", "a", "A"])
  })
})

describe("an edit", () => {
  it("changes only the fields sent, and names each change", () => {
    fc.assert(
      fc.property(arbitraryEdit, arbitraryEdit, (first, edit) => {
        const before = made(first)
        const after = DealEdit.apply(before, edit, undefined, undefined, now)
        const has = (field: keyof Edit) => edit[field] !== undefined
        assert.strictEqual(after.name, edit.name ?? before.name)
        assert.strictEqual(after.company, has("company") ? edit.company : before.company)
        assert.strictEqual(after.amountCents, has("amountCents") ? edit.amountCents : before.amountCents)
        assert.strictEqual(after.keyTerms, has("keyTerms") ? edit.keyTerms : before.keyTerms)
        assert.deepStrictEqual(after.labels, has("labels") ? [...new Set(edit.labels)] : before.labels)
        const changes = DealEdit.changes(before, after)
        for (const [field, { from, to }] of Object.entries(changes)) {
          assert.notDeepEqual(from, to)
          assert.deepStrictEqual(to as unknown, after[field as "name"])
        }
        const changed =
          JSON.stringify({ ...after, updatedAt: 0 }) !== JSON.stringify({ ...before, updatedAt: 0 })
        assert.strictEqual(Object.keys(changes).length > 0, changed)
      })
    )
  })

  it("applied twice changes nothing the second time", () => {
    fc.assert(
      fc.property(arbitraryEdit, arbitraryEdit, (first, edit) => {
        const once = DealEdit.apply(made(first), edit, undefined, undefined, now)
        const twice = DealEdit.apply(once, edit, undefined, undefined, now)
        assert.deepStrictEqual(twice, once)
        assert.deepStrictEqual(DealEdit.changes(once, twice), {})
      })
    )
  })

  it("sets stage and owner without a stamp", () => {
    const before = deal()
    const other = { id: UserId.make("0190a0b0-c0d0-7000-8000-0000000000ff"), name: null }
    const after = DealEdit.apply(before, {}, stage("won"), other, now)
    assert.deepStrictEqual(after, {
      ...before,
      ...StageEntry.placed(before, stage("won")),
      stage: stage("won"),
      ownerId: other.id,
      ownerName: null,
      updatedAt: now
    })
    assert.sameMembers(Object.keys(DealEdit.changes(before, after)), ["stage", "ownerId", "ownerName"])
  })
})
