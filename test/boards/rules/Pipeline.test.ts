import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Field from "../../../schema/Field.ts"
import { StageId } from "../../../schema/Id.ts"
import type { Region } from "../../../schema/Stage.ts"
import * as Cents from "../../../src/shared/Cents.ts"
import * as Pipeline from "../../../src/boards/rules/Pipeline.ts"

const lane = (
  probability: number,
  deals: number,
  cents: bigint,
  region: Region = "early"
): Pipeline.Lane => ({
  stage: { id: StageId.make("stg_0aB3dE6gH9kL2mN5"), name: "Stage", region, probability },
  undated: 0,
  deals,
  cents,
  others: []
})

const most = BigInt(Number.MAX_SAFE_INTEGER)

describe("dividing cents", () => {
  it("rounds to the nearest whole number, and a half up", () => {
    const cases: ReadonlyArray<readonly [bigint, bigint, bigint]> = [
      [0n, 100n, 0n],
      [49n, 100n, 0n],
      [50n, 100n, 1n],
      [51n, 100n, 1n],
      [149n, 100n, 1n],
      [150n, 100n, 2n],
      [1n, 3n, 0n],
      [2n, 3n, 1n],
      [-49n, 100n, 0n],
      [-50n, 100n, 0n],
      [-51n, 100n, -1n],
      [-150n, 100n, -1n],
      [-151n, 100n, -2n],
      [most * 100n + 50n, 100n, most + 1n]
    ]
    for (const [dividend, divisor, quotient] of cases) {
      assert.strictEqual(Cents.divideHalfUp(dividend, divisor), quotient, `${dividend} / ${divisor}`)
    }
  })

  it("is never off by more than half a unit", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (dividend, divisor) => {
        const error = 2n * (Cents.divideHalfUp(dividend, divisor) * divisor - dividend)
        return error > -divisor && error <= divisor
      })
    )
  })
})

describe("the pipeline", () => {
  it("weights a lane by its probability, rounded half up", () => {
    const cases: ReadonlyArray<readonly [number, bigint, bigint]> = [
      [0, 999n, 0n],
      [100, 999n, 999n],
      [50, 1n, 1n],
      [10, 4n, 0n],
      [10, 5n, 1n],
      [33, 150n, 50n],
      [70, 1_005n, 704n],
      [1, most, 90_071_992_547_410n],
      [90, 3n * most, 24_319_437_987_800_676n]
    ]
    for (const [probability, cents, weighted] of cases) {
      assert.strictEqual(
        Pipeline.weighted(lane(probability, 1, cents)),
        weighted,
        `${cents} × ${probability}%`
      )
    }
  })

  it("rounds the sum once, so that it may differ from its lanes by a cent", () => {
    const lanes = [lane(50, 1, 1n), lane(50, 1, 1n), lane(50, 1, 1n)]
    assert.deepStrictEqual(lanes.map(Pipeline.weighted), [1n, 1n, 1n])
    assert.deepStrictEqual(Pipeline.sums(lanes), { deals: 3, cents: 3n, others: [], weighted: 2n })
  })

  it("counts only open stages, and is zero without any", () => {
    const lanes = [
      lane(25, 2, 100n, "early"),
      lane(50, 1, 100n, "anchor"),
      lane(90, 1, 100n, "late"),
      lane(100, 9, 900n, "won"),
      lane(0, 9, 900n, "dead")
    ]
    assert.deepStrictEqual(Pipeline.sums(lanes), { deals: 4, cents: 300n, others: [], weighted: 165n })
    assert.deepStrictEqual(Pipeline.sums([]), { deals: 0, cents: 0n, others: [], weighted: 0n })
    assert.deepStrictEqual(Pipeline.sums([lane(50, 0, 0n)]), {
      deals: 0,
      cents: 0n,
      others: [],
      weighted: 0n
    })
  })

  it("equals the sum over its deals, one by one", () => {
    const deals = fc.array(fc.tuple(fc.nat(6), fc.option(fc.maxSafeNat())), { maxLength: 50 })
    const probabilities = fc.array(fc.nat(100), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(deals, probabilities, (deals, probabilities) => {
        const lanes = probabilities.map((probability, index) => {
          const held = deals.filter(([at]) => at === index)
          return lane(
            probability,
            held.length,
            held.reduce((sum, [, cents]) => sum + BigInt(cents ?? 0), 0n)
          )
        })
        const exact = deals.reduce(
          (sum, [at, cents]) => sum + BigInt(cents ?? 0) * BigInt(probabilities[at]!),
          0n
        )
        assert.strictEqual(Pipeline.sums(lanes).weighted, Cents.divideHalfUp(exact, 100n))
        assert.strictEqual(Pipeline.sums(lanes).deals, deals.length)
      })
    )
  })
})

describe("a sum on the wire", () => {
  it("is a JSON integer with all its digits, however many", () => {
    for (const sum of [0n, 1n, most, most + 1n, most + 2n, 3n * most, 10n ** 30n + 7n, -most - 2n]) {
      assert.strictEqual(JSON.stringify({ sum: Field.sum(sum) }), `{"sum":${sum}}`)
    }
  })
})
