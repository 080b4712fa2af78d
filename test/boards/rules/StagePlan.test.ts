import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { StageId } from "../../../schema/Id.ts"
import type { BoardStage, Region, StageEdit } from "../../../schema/Stage.ts"
import * as StagePlan from "../../../src/boards/rules/StagePlan.ts"
import { regions } from "../../support/samples/Deals.ts"

const id = (text: string) => StageId.make(text)
const before = StagePlan.arrange(StagePlan.defaults.map((draft) => ({ ...draft, id: id(draft.name) })))
const newIds = Array.from({ length: 30 }, (_, index) => id(`new${index}`))

const edit = (name: string, region: Region, probability = 40): StageEdit => ({ name, region, probability })
const known = (name: string, changes: Partial<StageEdit> = {}): StageEdit => {
  const stage = before.find((one) => one.id === name)!
  return { id: stage.id, name: stage.name, region: stage.region, probability: stage.probability, ...changes }
}

const three = [edit("A", "early"), edit("B", "anchor"), edit("C", "late")]

const replaced = (edits: ReadonlyArray<StageEdit>) =>
  Result.getOrThrow(StagePlan.replace(before, edits, newIds))
const refusal = (edits: ReadonlyArray<StageEdit>) => {
  const result = StagePlan.replace(before, edits, newIds)
  return Result.isFailure(result) ? result.failure.message : "no refusal"
}

const lines = (stages: ReadonlyArray<BoardStage>) =>
  stages.map((stage) => [stage.id, stage.name, stage.region, stage.position, stage.probability])

describe("the stages of a new board", () => {
  it("are two early stages, the anchor, two late stages, won and dead", () => {
    assert.deepStrictEqual(
      before.map((stage) => [stage.name, stage.region, stage.isAnchor, stage.position, stage.probability]),
      [
        ["New", "early", false, 0, 10],
        ["Qualified", "early", false, 1, 25],
        ["Proposal", "anchor", true, 2, 50],
        ["Negotiation", "late", false, 3, 70],
        ["Verbal", "late", false, 4, 90],
        ["Won", "won", false, 5, 100],
        ["Dead", "dead", false, 6, 0]
      ]
    )
    assert.strictEqual(StagePlan.first(before)?.id, "New")
  })
})

describe("replacing stages", () => {
  it("keeps the ids sent, creates others, keeps won and dead, and deletes the rest", () => {
    const { removed, stages } = replaced([
      known("Negotiation", { name: "Talks", probability: 75 }),
      edit("Lead", "early", 5),
      known("Proposal"),
      known("New")
    ])
    assert.deepStrictEqual(lines(stages), [
      ["new0", "Lead", "early", 0, 5],
      ["New", "New", "early", 1, 10],
      ["Proposal", "Proposal", "anchor", 2, 50],
      ["Negotiation", "Talks", "late", 3, 75],
      ["Won", "Won", "won", 4, 100],
      ["Dead", "Dead", "dead", 5, 0]
    ])
    assert.deepStrictEqual(
      removed.map((stage) => stage.id),
      ["Qualified", "Verbal"] as never
    )
  })

  it("renames won and dead, and leaves their probabilities at 100 and 0", () => {
    const sent = [
      ...three,
      known("Won", { name: "Closed", probability: 1 }),
      known("Dead", { name: "Lost", probability: 99 })
    ]
    assert.deepStrictEqual(lines(replaced(sent).stages).slice(-2), [
      ["Won", "Closed", "won", 3, 100],
      ["Dead", "Lost", "dead", 4, 0]
    ])
  })

  it("moves a kept stage to another open region", () => {
    const { stages } = replaced([
      known("Qualified", { region: "anchor" }),
      known("New"),
      known("Proposal", { region: "late" })
    ])
    assert.deepStrictEqual(stages.map((stage) => [stage.id, stage.region]).slice(0, 3), [
      ["New", "early"],
      ["Qualified", "anchor"],
      ["Proposal", "late"]
    ])
  })

  const refusals: ReadonlyArray<readonly [what: string, edits: ReadonlyArray<StageEdit>, says: RegExp]> = [
    ["no stage at all", [], /1 to 6 of region early; 0 were sent/u],
    ["no anchor", [edit("A", "early"), edit("C", "late")], /exactly 1 of region anchor/u],
    ["two anchors", [...three, edit("D", "anchor")], /exactly 1 of region anchor; 2 were sent/u],
    ["no late stage", three.slice(0, 2), /1 to 6 of region late/u],
    [
      "seven early stages",
      [...three, ...Array.from({ length: 6 }, () => edit("E", "early"))],
      /early; 7 were sent/u
    ],
    [
      "seven late stages",
      [...three, ...Array.from({ length: 6 }, () => edit("L", "late"))],
      /late; 7 were sent/u
    ],
    [
      "a stage of another board",
      [...three, { ...edit("X", "late"), id: id("other") }],
      /other is not a stage of this board/u
    ],
    ["an id twice", [...three, known("New"), known("New")], /sent twice/u],
    ["a second won stage", [...three, edit("W", "won")], /fixed/u],
    ["won as an open stage", [...three, known("Won", { region: "late" })], /fixed/u],
    ["an open stage as dead", [...three, known("New", { region: "dead" })], /fixed/u],
    [
      "won and dead exchanged",
      [...three, known("Won", { region: "dead" }), known("Dead", { region: "won" })],
      /fixed/u
    ]
  ]
  for (const [what, edits, says] of refusals) {
    it(`refuses ${what}`, () => assert.match(refusal(edits), says))
  }

  it("always gives an ordered pipeline, and accepts anything within the limits", () => {
    const arbitrary = fc.array(
      fc.record({
        name: fc.constant("S"),
        region: fc.constantFrom(...regions.slice(0, 3)),
        probability: fc.nat({ max: 100 })
      }),
      { maxLength: 16 }
    )
    fc.assert(
      fc.property(arbitrary, (edits) => {
        const count = (region: Region) => edits.filter((one) => one.region === region).length
        const allowed =
          count("anchor") === 1 && [count("early"), count("late")].every((n) => n >= 1 && n <= 6)
        const result = StagePlan.replace(before, edits, newIds)
        assert.strictEqual(Result.isSuccess(result), allowed)
        if (Result.isFailure(result)) return
        const { stages } = result.success
        assert.deepStrictEqual(
          stages.map((stage) => stage.position),
          stages.map((_, index) => index)
        )
        const ranks = stages.map((stage) => regions.indexOf(stage.region))
        assert.deepStrictEqual(
          ranks,
          [...ranks].sort((a, b) => a - b)
        )
        assert.strictEqual(new Set(stages.map((stage) => stage.id)).size, edits.length + 2)
        for (const stage of stages) assert.strictEqual(stage.isAnchor, stage.region === "anchor")
      })
    )
  })
})

describe("the target for deals of deleted stages", () => {
  const edited = replaced([known("New"), known("Proposal"), known("Verbal")])
  const moves = (occupied: ReadonlyArray<string>, to: Record<string, string>) =>
    StagePlan.moves(edited, new Set(occupied.map(id)), to as Record<string, StageId>)
  const refused = (occupied: ReadonlyArray<string>, to: Record<string, string>) => {
    const result = moves(occupied, to)
    return Result.isFailure(result) ? result.failure.message : "no refusal"
  }

  it("is what the caller names, and the first stage for deals that the caller can't see", () => {
    const to = Result.getOrThrow(moves(["Qualified"], { Qualified: "Verbal" }))
    assert.deepStrictEqual(Object.fromEntries(to), { Qualified: "Verbal", Negotiation: "New" } as never)
  })

  it("must be named for every stage that holds deals", () => {
    assert.match(
      refused(["Qualified", "Negotiation"], { Qualified: "New" }),
      /Negotiation .*still holds deals/u
    )
  })

  it("must be a kept open stage, and is allowed only for deleted stages", () => {
    assert.match(refused([], { New: "Verbal" }), /New is not a stage that this request removes/u)
    assert.match(refused([], { Qualified: "Negotiation" }), /Negotiation is not an open stage/u)
    assert.match(refused([], { Qualified: "Won" }), /Won is not an open stage/u)
    assert.match(refused([], { Qualified: "nothing" }), /nothing is not an open stage/u)
    assert.match(refused([], JSON.parse('{"__proto__":"New"}')), /__proto__ is not a stage that/u)
  })
})
