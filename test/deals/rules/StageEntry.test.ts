import { assert, describe, it } from "@effect/vitest"
import type { Deal } from "../../../schema/Deal.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import type { Region } from "../../../schema/Stage.ts"
import * as StageEntry from "../../../src/deals/rules/StageEntry.ts"
import * as fc from "fast-check"
import { arbitraryDeal, arbitraryStage, deal, stage } from "../../support/samples/Deals.ts"

const t0 = "2026-05-01T00:00:00.000Z"
const t1 = "2026-05-02T00:00:00.000Z"
const now = "2026-05-03T00:00:00.000Z"

type Stamps = readonly [commitmentAt: string | null, wonAt: string | null, deadAt: string | null]

const stampsOf = (of: Deal): Stamps => [of.commitmentAt, of.wonAt, of.deadAt]

const withStamps = (region: Region, [commitmentAt, wonAt, deadAt]: Stamps): Deal =>
  deal({ stage: stage(region), commitmentAt, wonAt, deadAt })

describe("entering a stage", () => {
  const moves: ReadonlyArray<readonly [from: Region, had: Stamps, to: Region, has: Stamps]> = [
    ["early", [null, null, null], "early", [null, null, null]],
    ["early", [null, null, null], "anchor", [now, null, null]],
    ["early", [null, null, null], "late", [null, null, null]],
    ["early", [null, null, null], "won", [null, now, null]],
    ["early", [null, null, null], "dead", [null, null, now]],
    ["anchor", [t0, null, null], "early", [t0, null, null]],
    ["anchor", [t0, null, null], "late", [t0, null, null]],
    ["late", [t0, null, null], "anchor", [t0, null, null]],
    ["late", [null, null, null], "anchor", [now, null, null]],
    ["late", [t0, null, null], "won", [t0, now, null]],
    ["won", [t0, t1, null], "dead", [t0, null, now]],
    ["dead", [t0, null, t1], "won", [t0, now, null]],
    ["won", [t0, t1, null], "early", [t0, null, null]],
    ["dead", [null, null, t1], "late", [null, null, null]],
    ["won", [null, t1, null], "anchor", [now, null, null]],
    ["dead", [t0, null, t1], "anchor", [t0, null, null]]
  ]
  for (const [from, had, to, has] of moves) {
    it(`stamps ${JSON.stringify(has)} when ${JSON.stringify(had)} goes from ${from} to ${to}`, () => {
      assert.deepStrictEqual(stampsOf(StageEntry.enter(withStamps(from, had), stage(to), now)), has)
    })
  }

  it("stamps a new deal like a move into its region", () => {
    for (const region of ["early", "anchor", "late", "won", "dead"] as const) {
      const moved = StageEntry.enter(withStamps("early", [null, null, null]), stage(region), now)
      const { commitmentAt, deadAt, wonAt } = StageEntry.initial(region, now)
      assert.deepStrictEqual(stampsOf(moved), [commitmentAt, wonAt, deadAt])
    }
  })

  it("keeps commitmentAt for ever, and wonAt and deadAt while the deal is in such a stage", () => {
    const walk = fc.array(arbitraryStage, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(arbitraryDeal, walk, (start, stages) => {
        let current = start
        for (const [index, next] of stages.entries()) {
          const at = new Date(Date.parse(now) + index).toISOString()
          const before = current
          current = StageEntry.enter(before, next, at)
          assert.strictEqual(current.stageEnteredAt, at)
          assert.strictEqual(current.updatedAt, at)
          assert.strictEqual(current.stage.id, next.id)
          assert.strictEqual(current.wonAt, next.region === "won" ? at : null)
          assert.strictEqual(current.deadAt, next.region === "dead" ? at : null)
          if (before.commitmentAt !== null) assert.strictEqual(current.commitmentAt, before.commitmentAt)
          else assert.strictEqual(current.commitmentAt, next.region === "anchor" ? at : null)
        }
        const still = (deal: Deal) => {
          const { commitmentAt, deadAt, stage, stageEnteredAt, updatedAt, wonAt, ...rest } = deal
          const { forecastCategory, lostReason, ...kept } = rest
          return kept
        }
        assert.deepStrictEqual(still(current), still(start))
      })
    )
  })
})

describe("the activity of a move", () => {
  const cases: ReadonlyArray<readonly [from: Region, to: Region, also: SystemEventType | undefined]> = [
    ["early", "late", undefined],
    ["late", "won", "deal_won"],
    ["dead", "won", "deal_won"],
    ["early", "dead", "deal_dead"],
    ["won", "dead", "deal_dead"],
    ["won", "early", "deal_reopened"],
    ["dead", "anchor", "deal_reopened"]
  ]
  for (const [from, to, also] of cases) {
    it(`is stage_changed${also === undefined ? "" : ` and ${also}`} from ${from} to ${to}`, () => {
      const types = StageEntry.activity(stage(from), stage(to))
      assert.deepStrictEqual(types, also === undefined ? ["stage_changed"] : ["stage_changed", also])
    })
  }

  it("includes a win only if the deal was not won before", () => {
    fc.assert(
      fc.property(arbitraryStage, arbitraryStage, (from, to) => {
        assert.strictEqual(StageEntry.wins(from, to), to.region === "won" && from.region !== "won")
      })
    )
  })
})
