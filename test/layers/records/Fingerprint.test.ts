import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { fingerprintOf } from "../../../layers/records/Fingerprint.ts"

/** As fingerprints that are stored were made. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)])
  )
}

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)])
  )
}

const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "10", "9", "é", "toJSON"))
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie("json"), { maxLength: 4 }),
    // Parsed, since a literal or an assignment would take __proto__ for something else.
    fc
      .array(fc.tuple(key, tie("json")), { maxLength: 5 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`).join(",")}}`
        )
      )
  )
}))

it("is the one that earlier versions stored, whatever was sent and in whichever order", () => {
  fc.assert(
    fc.property(json, (value) => {
      const stored = createHash("sha256")
        .update(JSON.stringify(canonical(value)))
        .digest()
      assert.isTrue(fingerprintOf(value).equals(stored))
      assert.isTrue(fingerprintOf(reversed(value)).equals(stored))
    }),
    { numRuns: 2_000 }
  )
})

it("tells requests apart by any value", () => {
  const sent = { name: "a", contact: { email: "x" }, __list: [1, 2] }
  const of = (value: unknown) => fingerprintOf(value).toString("hex")
  const others = [
    { ...sent, name: "b" },
    { ...sent, contact: { email: "y" } },
    { ...sent, __list: [2, 1] }
  ]
  for (const other of [...others, JSON.parse('{"__proto__":1}')]) assert.notStrictEqual(of(sent), of(other))
  assert.notStrictEqual(of(JSON.parse('{"__proto__":1}')), of({}))
})
