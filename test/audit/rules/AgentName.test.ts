import { assert, it } from "@effect/vitest"
import * as AgentName from "../../../src/audit/rules/AgentName.ts"

it("keeps the name of an agent, and none that is empty", () => {
  assert.strictEqual(AgentName.of("Scout/1.2"), "Scout/1.2")
  assert.strictEqual(AgentName.of(undefined), undefined)
  assert.strictEqual(AgentName.of(" \u0000\u200b "), undefined)
  assert.strictEqual(AgentName.ofClient({ name: "Scout", version: "1.2" }), "Scout/1.2")
  assert.strictEqual(AgentName.ofClient({ name: "Scout" }), "Scout")
  for (const other of [undefined, null, "Scout", {}, { name: 7 }]) {
    assert.strictEqual(AgentName.ofClient(other), undefined)
  }
})

it("drops what is not seen or turns the text around, and cuts what is long", () => {
  assert.strictEqual(AgentName.of("Sc\u202eout\n\u0007 x"), "Sc out x")
  assert.strictEqual(AgentName.of("\ud800a"), "a")
  const long = AgentName.of("😀".repeat(5_000))!
  assert.strictEqual([...long].length, 100)
  assert.isTrue(long.isWellFormed())
})
