import { assert, describe, it } from "@effect/vitest"
import * as Retention from "../../src/shared/time/Retention.ts"

const now = "2026-05-10T00:00:00.000Z"

/** Backups of the days of May before now; those named are verified. */
const daily = (...verified: ReadonlyArray<number>) =>
  Array.from({ length: 9 }, (_, index) => {
    const day = index + 1
    return {
      name: `${day}`,
      at: `2026-05-0${day}T00:00:00.000Z`,
      isVerified: verified.includes(day),
      isDamaged: false
    }
  })

const gone = (rule: string, ...verified: ReadonlyArray<number>) =>
  Retention.surplus(daily(...verified), rule, now).map(({ name }) => name)

describe("retention", () => {
  it("keeps as many as the rule says, newest first", () => {
    assert.deepStrictEqual(gone("7"), ["2", "1"])
    assert.deepStrictEqual(gone("20"), [])
  })

  it("keeps as many days as the rule says", () => {
    assert.deepStrictEqual(gone("3d"), ["6", "5", "4", "3", "2", "1"])
  })

  it("never gives up the newest, nor the newest that was verified", () => {
    assert.deepStrictEqual(gone("1", 2, 4), ["8", "7", "6", "5", "3", "2", "1"])
    const old = daily().map((one) => ({ ...one, at: one.at.replace("2026", "2020") }))
    assert.notInclude(
      Retention.surplus(old, "1d", now).map(({ name }) => name),
      "9"
    )
  })

  it("counts no damaged ones, and gives them up with those before the oldest that stays", () => {
    const all = daily(9, 2).map((one) => ({ ...one, isDamaged: ["9", "7", "1"].includes(one.name) }))
    assert.deepStrictEqual(
      Retention.surplus(all, "2", now).map(({ name }) => name),
      ["5", "4", "3", "1"]
    )
    assert.deepStrictEqual(
      Retention.surplus(all.slice(-1), "1", now).map(({ name }) => name),
      []
    )
  })

  it("reads spans", () => {
    assert.deepStrictEqual(["30m", "24h", "7d"].map(Retention.millisOf), [1_800_000, 86_400_000, 604_800_000])
  })
})
