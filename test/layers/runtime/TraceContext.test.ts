import { assert, describe, it } from "@effect/vitest"
import * as TraceContext from "../../../layers/runtime/TraceContext.ts"

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
const span = "00f067aa0ba902b7"
const parent = `00-${trace}-${span}-01`

describe("a trace context", () => {
  it("is read from the headers of the W3C's recommendation", () => {
    const given = { traceId: trace, spanId: span, sampled: true, state: undefined }
    assert.deepStrictEqual(TraceContext.read(parent, undefined), given)
    assert.strictEqual(TraceContext.read(`00-${trace}-${span}-00`, undefined)?.sampled, false)
    // A later version may say more.
    assert.deepStrictEqual(TraceContext.read(`cc-${trace}-${span}-01-what`, undefined), given)
    assert.strictEqual(TraceContext.read(parent, "rojo=00f0,congo@x=t6 1, ")?.state, "rojo=00f0,congo@x=t6 1")
  })

  it("is ignored if it is not valid", () => {
    for (const bad of [
      "",
      "00",
      parent.toUpperCase(),
      `${parent}-more`,
      `${parent}, ${parent}`,
      `${parent}\n`,
      `ff-${trace}-${span}-01`,
      `00-${"0".repeat(32)}-${span}-01`,
      `00-${trace}-${"0".repeat(16)}-01`,
      `cc-${trace}-${span}-01-${"x".repeat(64_000)}`,
      "0".repeat(64_000)
    ]) {
      assert.isUndefined(TraceContext.read(bad, undefined), bad.slice(0, 80))
    }
  })

  it("stays without a state that is too long, has too many members or other characters", () => {
    const many = Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(",")
    for (const bad of [
      "x".repeat(64_000),
      many,
      "key",
      "Key=v",
      "k=v\r\nx: y",
      "k=é",
      `k=${"v".repeat(513)}`
    ]) {
      const given = TraceContext.read(parent, bad)
      assert.isDefined(given)
      assert.isUndefined(given?.state, bad.slice(0, 80))
    }
  })
})
