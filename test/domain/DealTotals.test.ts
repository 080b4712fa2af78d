import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Deal } from "../../schema/Deal.ts"
import * as DealTotals from "../../src/domain/DealTotals.ts"
import { arbitraryDeal, deal, stage } from "../support/Deals.ts"

type Sums = Map<string, { deals: number; cents: bigint }>

const add = (sums: Sums, changes: ReadonlyArray<DealTotals.Total>) => {
  for (const { cents, deals, key } of changes) {
    const sum = sums.get(key) ?? { deals: 0, cents: 0n }
    sums.set(key, { deals: sum.deals + deals, cents: sum.cents + BigInt(cents) })
  }
}

const nonZero = (sums: Sums) =>
  new Map([...sums].filter(([, { cents, deals }]) => deals !== 0 || cents !== 0n).sort())

describe("the totals", () => {
  it("have the stage, and the week or month of each stamp in UTC", () => {
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
      ].map((key) => ({ key, deals: 1, cents: 700 }))
    )
  })

  it("count a deal without an amount as a deal of 0 cents", () => {
    const [total] = DealTotals.difference(null, deal())
    assert.deepStrictEqual([total!.deals, total!.cents], [1, 0])
  })

  it("change by nothing where nothing that counts has changed", () => {
    const before = deal({ amountCents: 5 })
    assert.deepStrictEqual(DealTotals.difference(before, { ...before, name: "Else" }), [])
  })

  it("come in the order of their keys, whatever changed", () => {
    fc.assert(
      fc.property(arbitraryDeal, arbitraryDeal, (before, after) => {
        const keys = DealTotals.difference(before, after).map((total) => total.key)
        assert.deepStrictEqual(keys, [...keys].sort())
      })
    )
  })

  it("are the full sum over all deals after any history", () => {
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
