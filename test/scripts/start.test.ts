import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"

/** No database is there: a start that goes on fails with code 1. */
const start = (...words: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["src/main.ts", ...words], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PORT: "0", DATABASE_URL: "postgres://127.0.0.1:9/none" },
    timeout: 50_000
  })
  return { status, stderr, stdout }
}

describe("a start", { timeout: 120_000 }, () => {
  for (const [word, ...words] of [
    ["--ephemral", "--ephemral"],
    ["--seed", "--seed", "1"],
    ["--port", "--port", "4431", "nonsense"],
    ["nonsense", "start", "nonsense"],
    ["--sed", "--ephemeral", "--sed", "1"],
    ["nonsense", "--ephemeral", "nonsense"],
    ["-x", "--ephemeral", "-x"]
  ] as const) {
    it(`is refused with the words ${words.join(" ")}`, () => {
      const { status, stderr, stdout } = start(...words)
      assert.deepStrictEqual([status, stdout], [2, ""], stderr)
      assert.match(stderr, new RegExp(`^sales-pipeline: Unknown option ${word}: .+\\n$`, "u"))
    })
  }

  it("knows the options of an ephemeral one", () => {
    const { status, stderr } = start("--ephemeral", "--seed", "1", "--json")
    assert.strictEqual(status, 1)
    assert.include(stderr, "unset DATABASE_URL")
  })
})
