import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Deal } from "../../../schema/Deal.ts"
import { UserId } from "../../../schema/Id.ts"
import * as DealTotals from "../../../src/deals/rules/DealTotals.ts"
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
      DealTotals.difference(null, won).filter(({ key }) => !/:own-|:flow:/u.test(key)),
      [
        "edge:proposal:2026-02-01T00:00",
        "edge:won:2026-02-28T23:45",
        "month:proposal:2026-02",
        "month:won:2026-02",
        "stage:stg_won",
        "week:created:2026-01-26",
        "week:won:2026-02-23"
      ].map((key) => ({ key, currency: "USD" as const, deals: 1, cents: 700 }))
    )
  })

  it("have keys for the quarters of an hour that a zone may have in another week or month, and no others", () => {
    const edges = (time: string) =>
      DealTotals.difference(
        null,
        deal({ stage: stage("won"), createdAt: "2026-05-06T12:00:00.000Z", wonAt: time })
      )
        .map(({ key }) => key)
        .filter((key) => key.startsWith("edge:won"))
    const cases = [
      // Monday 4 May 2026
      ["2026-05-03T09:59:59.999Z", []],
      ["2026-05-03T10:00:00.000Z", ["edge:won:2026-05-03T10:00"]],
      ["2026-05-04T11:59:59.999Z", ["edge:won:2026-05-04T11:45"]],
      ["2026-05-04T12:00:00.000Z", []],
      ["2026-04-30T10:07:00.000Z", ["edge:won:2026-04-30T10:00"]],
      ["2026-04-30T09:59:00.000Z", []],
      ["2026-05-01T11:59:00.000Z", ["edge:won:2026-05-01T11:45"]],
      ["2026-05-01T12:00:00.000Z", []]
    ] as const
    for (const [time, keys] of cases) assert.deepStrictEqual(edges(time), [...keys], time)
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
        .filter((key) => !/^week:created|:own-|:flow:|^edge:/u.test(key))
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

  it("are by owner for what months count", () => {
    const [ada, mia] = ["a", "b"].map((last) => UserId.make(`0190a0b0-c0d0-7000-8000-00000000000${last}`))
    const won = deal({
      stage: stage("won"),
      wonAt: "2026-02-10T12:00:00.000Z",
      amountCents: 7,
      ownerId: ada!
    })
    assert.deepStrictEqual(DealTotals.difference(won, { ...won, ownerId: mia! }), [
      { key: `month:own-won:2026-02:${ada}`, currency: "USD", deals: -1, cents: -7 },
      { key: `month:own-won:2026-02:${mia}`, currency: "USD", deals: 1, cents: 7 }
    ])
  })

  it("count a move with the time before it, and take it back with its undo", () => {
    const at = (stageEnteredAt: string, region: "early" | "late") =>
      deal({ stage: stage(region), stageEnteredAt })
    const [before, after] = [at("2026-01-01T00:00:00.000Z", "early"), at("2026-02-10T12:00:30.000Z", "late")]
    const flows = (one: Deal | null, other: Deal | null, origin?: string | null) =>
      DealTotals.difference(one, other, origin).filter(({ key }) => key.includes("flow"))
    const key = "month:flow:2026-02:stg_early:stg_late"
    const seconds = (40 * 24 + 12) * 3600 + 30
    assert.deepStrictEqual(flows(before, after), [{ key, currency: "USD", deals: 1, cents: seconds }])
    assert.deepStrictEqual(flows(after, before), [{ key, currency: "USD", deals: -1, cents: -seconds }])
    assert.deepStrictEqual(flows(after, { ...after, amountCents: 5 }), [])
    // Moved since it was created, which its activity tells; created elsewhere, where an edit took it since.
    assert.deepStrictEqual(flows(after, null, null), [])
    assert.deepStrictEqual(flows(null, after, null), [])
    assert.deepStrictEqual(flows(after, null, "stg_early"), flows(before, null))
    assert.deepStrictEqual(
      flows(null, before).map(({ key }) => key),
      ["edge:flow:2026-01-01T00:00:new:stg_early", "month:flow:2026-01:new:stg_early"]
    )
    assert.deepStrictEqual(
      flows(before, null).map(({ deals }) => deals),
      [-1, -1]
    )
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
        // Moves are history, which the deals don't tell.
        const ofDeals = (sums: Sums) => new Map([...nonZero(sums)].filter(([key]) => !key.includes("flow")))
        assert.deepStrictEqual(ofDeals(kept), ofDeals(full))
      })
    )
  })
})
