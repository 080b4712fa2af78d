import { assert, describe, it } from "@effect/vitest"
import * as StageDraft from "../../../src/boards/rules/StageDraft.ts"

const rows = StageDraft.of([
  { id: "a", name: "A", region: "early", probability: 10 },
  { id: "b", name: "B", region: "early", probability: 20 },
  { id: "p", name: "P", region: "anchor", probability: 50 },
  { id: "x", name: "X", region: "late", probability: 70 },
  { id: "y", name: "Y", region: "late", probability: 90 }
])

const keys = (some: StageDraft.Rows) => some.map(({ key }) => key).join("")

describe("a draft of stages", () => {
  it("moves a stage within its region, and no further", () => {
    assert.strictEqual(keys(StageDraft.move(rows, "b", -1)), "bapxy")
    assert.strictEqual(keys(StageDraft.move(rows, "x", 1)), "abpyx")
    assert.strictEqual(keys(StageDraft.move(rows, "a", -1)), "abpxy")
    assert.strictEqual(keys(StageDraft.move(rows, "b", 1)), "abpxy")
    assert.strictEqual(keys(StageDraft.move(rows, "p", 1)), "abpxy")
    assert.strictEqual(keys(StageDraft.move(rows, "nobody", 1)), "abpxy")
  })

  it("moves a stage past stages of other regions, if new ones were added at the end", () => {
    const added = StageDraft.add(rows, "early")
    assert.strictEqual(keys(StageDraft.move(added.rows, added.key, -1)), "anew-1pxyb")
  })

  it("gives every new stage a unique key, counting those added before", () => {
    const one = StageDraft.add(rows, "late")
    const two = StageDraft.add(one.rows, "early")
    const three = StageDraft.add(StageDraft.remove(two.rows, one.key), "late")
    assert.deepStrictEqual([one.key, two.key, three.key], ["new-1", "new-2", "new-3"])
    assert.deepStrictEqual(
      three.rows.filter(StageDraft.isNew).map(({ region }) => region),
      ["early", "late"]
    )
  })

  it("knows a stage's place among those of its region", () => {
    const found = StageDraft.placeOf(rows, "y")
    assert.deepStrictEqual([found?.row.name, found?.place, found?.of], ["Y", 2, 2])
    assert.isUndefined(StageDraft.placeOf(rows, "nobody"))
  })
})
