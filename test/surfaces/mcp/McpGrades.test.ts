/** docs/tools.md tells of every tool what it costs and how good its definition is. */
import { assert, describe, test } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { toolList } from "../../../src/surfaces/mcp/Definitions.ts"
import { tokensOf } from "../../support/mcp/Tokens.ts"

/** Purpose, usage, behaviour, parameters, conciseness, completeness. */
const weights = [25, 20, 20, 15, 10, 10]

const text = readFileSync("docs/tools.md", "utf8")

const rows = text
  .split("\n")
  .filter((line) => /^\| [a-z_]+ +\| \d/u.test(line))
  .map((line) => {
    const [name = "", tokens, ...rest] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { name, tokens: Number(tokens), grades: rest.slice(0, 6).map(Number), score: Number(rest[6]) }
  })

describe("docs/tools.md", () => {
  test("counts the tokens of every tool", () => {
    const counted = toolList().map(({ description, inputSchema, name }) => ({
      name,
      tokens: tokensOf({ name, description, inputSchema })
    }))
    assert.deepStrictEqual(
      rows.map(({ name, tokens }) => ({ name, tokens })),
      counted
    )
  })

  test("adds up the grades, and says what the lowest score and the mean are", () => {
    const sums = rows.map(({ grades, name, score }) => {
      for (const grade of grades) assert.include([1, 2, 3, 4, 5], grade, name)
      const sum = grades.reduce((total, grade, index) => total + grade * weights[index]!, 0) / 100
      assert.closeTo(score, sum, 0.051, name)
      return sum
    })
    const [, lowest, mean] = /lowest score is ([\d.]+), the mean ([\d.]+\d)/u.exec(text)!
    assert.closeTo(Number(lowest), Math.min(...sums), 0.051)
    assert.closeTo(Number(mean), sums.reduce((total, sum) => total + sum, 0) / sums.length, 0.051)
  })
})
