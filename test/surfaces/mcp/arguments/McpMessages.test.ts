import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { operations } from "../../../../src/contract/Api.ts"

/** The string literals of our code that tell a caller to use a route. */
const messages = globSync("{schema,src/shared,src/*/{rules,operations}}/**/*.ts")
  .flatMap((file) => readFileSync(file, "utf8").split("\n"))
  .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/u.test(line))
  .filter((line) => /\b(?:GET|POST|PATCH|PUT|DELETE) \/v1\//u.test(line))

/** Routes that no tool stands for: only callers of REST get the messages that name them. */
const restOnly = /PATCH \/v1\/boards\/\{id\}/u

const tools = operations.flatMap(({ tool }) => (tool === undefined ? [] : [tool]))

describe("messages that name a REST route", () => {
  it("name the tool for it too, or say that there is none, since an agent can't reach the route", () => {
    const others = messages.filter((message) => !restOnly.test(message))
    assert.isAtLeast(others.length, 4)
    for (const message of others) {
      assert.isTrue(
        tools.some((tool) => message.includes(tool)) || message.includes("No tool does it"),
        message
      )
    }
  })
})
