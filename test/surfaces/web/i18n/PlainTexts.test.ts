import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { operations } from "../../../../src/contract/Api.ts"

const ids = operations.map(({ id }) => id.replaceAll(".", "\\."))

/** What belongs to the API's documents, not to texts that people read. */
const technical: Readonly<Record<string, RegExp>> = {
  "a REST path": /\/v1\//u,
  "an ISO time": /\d{4}-\d\d-\d\dT\d\d/u,
  "an operation's id": new RegExp(`["'\`> ](?:${ids.join("|")})["'\`<. ,]`, "u"),
  "an event's name": /\b(?:deal|lead|approval)\.[a-z]+_?[a-z]+\b/u
}

/** Times are typed as in the API. */
const exempt = /^\s*(?:import|atHint:)/u

describe("texts of the pages", () => {
  const files = globSync("src/surfaces/web/i18n/{en,de}/*.ts")
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"))
  const shown = lines.filter((line) => !exempt.test(line) && /["'`]|^\s+[^/*]/u.test(line))

  it.each(Object.entries(technical))("hold %s nowhere", (_, pattern) => {
    assert.isAtLeast(shown.length, 3_000)
    assert.deepStrictEqual(
      shown.filter((line) => pattern.test(line)),
      []
    )
  })
})
