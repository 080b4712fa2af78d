import { assert, describe, it } from "@effect/vitest"
import * as SearchHints from "../../../src/deals/rules/SearchHints.ts"

interface Asked {
  readonly boardId?: string
  readonly stageId?: string
  readonly q?: string
  readonly search?: string
  readonly status?: string
}

const all = { ask: "with status all", to: (input: Asked): Asked => ({ ...input, status: "all" }) }

/** A list whose status follows the stage. */
const asked = ({ status, ...rest }: Asked): Asked => ({
  ...rest,
  status: status ?? (rest.stageId === undefined ? "open" : "all")
})

const asks = (input: Asked) =>
  SearchHints.of(
    input,
    [all, ...SearchHints.anywhere(input), ...SearchHints.words(input, "search_deals", () => true)],
    asked
  ).map(({ ask, filters }) => [ask, filters])

describe("a wider list", () => {
  it("makes the smallest change first, with the defaults for what is left out", () => {
    assert.deepStrictEqual(asks({ status: "all" }), [])
    assert.deepStrictEqual(asks({ boardId: "b", stageId: "s" }), [
      ["without boardId and stageId", { status: "open" }],
      ["with status all and without boardId and stageId", { status: "all" }]
    ])
    assert.deepStrictEqual(asks({ boardId: "b" }), [
      ["with status all", { boardId: "b", status: "all" }],
      ["without boardId", { status: "open" }],
      ["with status all and without boardId", { status: "all" }]
    ])
    assert.deepStrictEqual(
      SearchHints.without({ label: "x", amountMin: 0 }, ["amountMin", "amountMax", "label"]).map(
        ({ ask }) => ask
      ),
      ["without amountMin and label"]
    )
    assert.deepStrictEqual(asks({ q: "a b", status: "all" }), [
      ["with search_deals", { search: "a b", status: "all" }]
    ])
  })

  it("is suggested by the first that finds anything, counted up to a limit", () => {
    const said = (...counts: ReadonlyArray<number>) =>
      SearchHints.hint(
        counts.map((_, index) => ({ ask: `in way ${index}` })),
        counts,
        "No wider search."
      )
    assert.strictEqual(said(0, 1, 5), "Nothing matches all of this, but 1 does in way 1.")
    assert.strictEqual(said(2, 5), "Nothing matches all of this, but 2 do in way 0.")
    assert.strictEqual(said(100), "Nothing matches all of this, but 100 or more do in way 0.")
    assert.strictEqual(said(0, 0), "No wider search.")
    assert.isUndefined(said())
    assert.isUndefined(SearchHints.hint([{ ask: "" }], [0], undefined))
  })
})
