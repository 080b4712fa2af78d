import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Deal } from "../../../schema/Deal.ts"
import * as DealTotals from "../../../src/domain/deals/DealTotals.ts"
import { arbitraryDeal, deal, stage } from "../../support/samples/Deals.ts"

type Sums = Map<string, { deals: number; cents: bigint }>

const add = (sums: Sums, changes: ReadonlyArray<DealTotals.Total>) => {
  for (const { cents, currency, deals, key } of changes) {
    const row = `${key} ${currency}`
    const sum = sums.get(row) ?? { deals: 0, cents: 0n }
    sums.set(row, { deals: sum.deals + deals, cents: sum.cents + BigInt(cents) })
  }
}

const nonZero = (sums: Sums) =>
  new Map([...sums].filter(([, { cents, deals }]) => deals !== 0 || cents !== 0n).sort())

describe("the totals", () => {
  it("have keys for the stage, and for the week or month of each stamp in UTC", () => {
    const won = deal({
      amountCents: 700,
      stage: stage("won"),
      createdAt: "2026-01-31T23:59:59.999Z",
      commitmentAt: "2026-02-01T00:00:00.000Z",
      wonAt: "2026-02-28T23:59:59.999Z"
    })
    assert.deepStrictEqual(
      DealTotals.difference(null, won),
      [
        "month:proposal:2026-02",
        "month:won:2026-02",
        "stage:stg_won",
        "week:created:2026-01-26",
        "week:won:2026-02-23"
      ].map((key) => ({ key, currency: "USD" as const, deals: 1, cents: 700 }))
    )
  })

  it("count a deal without an amount as a deal of 0 cents", () => {
    const [total] = DealTotals.difference(null, deal())
    assert.deepStrictEqual([total!.deals, total!.cents], [1, 0])
  })

  it("count a deal as won or dead while its stage is, and separately if it lacks the date", () => {
    const time = "2026-02-28T23:59:59.999Z"
    const keysOf = (changes: Partial<Deal>) =>
      DealTotals.difference(null, deal(changes))
        .map(({ key }) => key)
        .filter((key) => !key.startsWith("week:created"))
    assert.deepStrictEqual(keysOf({ stage: stage("late"), wonAt: time }), ["stage:stg_late"])
    assert.deepStrictEqual(keysOf({ stage: stage("dead"), wonAt: time }), [
      "stage:stg_dead",
      "undated:stg_dead"
    ])
    assert.deepStrictEqual(keysOf({ stage: stage("won") }), ["stage:stg_won", "undated:stg_won"])
    assert.include(keysOf({ stage: stage("dead"), deadAt: time }), "month:dead:2026-02")
  })

  it("are separate for each currency", () => {
    const [yen, dollars] = [deal({ amountCents: 5, currency: "JPY" }), deal({ amountCents: 7 })]
    assert.deepStrictEqual(
      DealTotals.difference(yen, dollars).filter(({ key }) => key === "stage:stg_early"),
      [
        { key: "stage:stg_early", currency: "JPY", deals: -1, cents: -5 },
        { key: "stage:stg_early", currency: "USD", deals: 1, cents: 7 }
      ]
    )
  })

  it("do not change if nothing that counts has changed", () => {
    const before = deal({ amountCents: 5 })
    assert.deepStrictEqual(DealTotals.difference(before, { ...before, name: "Else" }), [])
  })

  it("are ordered by key, whatever changed", () => {
    fc.assert(
      fc.property(arbitraryDeal, arbitraryDeal, (before, after) => {
        const keys = DealTotals.difference(before, after).map((total) => total.key)
        assert.deepStrictEqual(keys, [...keys].sort())
      })
    )
  })

  it("equal the sum over all deals after any history", () => {
    const history = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.option(arbitraryDeal, { nil: null })), {
      maxLength: 40
    })
    fc.assert(
      fc.property(history, (changes) => {
        const kept: Sums = new Map()
        const deals = new Map<number, Deal>()
        for (const [slot, after] of changes) {
          add(kept, DealTotals.difference(deals.get(slot) ?? null, after))
          if (after === null) deals.delete(slot)
          else deals.set(slot, after)
        }
        const full: Sums = new Map()
        for (const one of deals.values()) add(full, DealTotals.difference(null, one))
        assert.deepStrictEqual(nonZero(kept), nonZero(full))
      })
    )
  })
})
