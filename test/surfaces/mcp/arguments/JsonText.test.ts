import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as JsonText from "../../../../src/surfaces/mcp/arguments/JsonText.ts"

const fields = {
  count: Schema.optionalKey(Schema.Int),
  ratio: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  isOn: Schema.optionalKey(Schema.Boolean),
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  labels: Schema.optionalKey(Schema.Array(Schema.String)),
  counts: Schema.optionalKey(Schema.Array(Schema.Int)),
  either: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  anything: Schema.optionalKey(Schema.Json),
  filter: Schema.optionalKey(
    Schema.Struct({ limit: Schema.optionalKey(Schema.Int), q: Schema.optionalKey(Schema.String) })
  ),
  rows: Schema.optionalKey(Schema.Array(Schema.Struct({ position: Schema.Int, name: Schema.String })))
}

const read = JsonText.reader(fields)

describe("arguments that came as JSON text", () => {
  it("are read where the schema takes no text, within objects and arrays too", () => {
    const sent = {
      count: "3",
      ratio: "-12.5",
      isOn: "true",
      labels: '["hot", "3"]',
      counts: '["1", 2]',
      filter: '{"limit": "5", "q": "7"}',
      rows: [{ position: "0", name: "1" }, '{"position": 1, "name": "true"}']
    }
    assert.deepStrictEqual(read(sent), {
      count: 3,
      ratio: -12.5,
      isOn: true,
      labels: ["hot", "3"],
      counts: [1, 2],
      filter: { limit: 5, q: "7" },
      rows: [
        { position: 0, name: "1" },
        { position: 1, name: "true" }
      ]
    })
    assert.deepStrictEqual(read({ ratio: "null", count: "null" }), { ratio: null, count: null })
  })

  it("are kept where text may be meant", () => {
    for (const name of ["name", "either", "anything", "unknown"])
      for (const text of ["3", "true", "null", "[1]", '{"a":1}'])
        assert.deepStrictEqual(read({ [name]: text }), { [name]: text }, `${name} ${text}`)
    const free = { anything: { deep: ["3", "true"] } }
    assert.strictEqual(read(free), free)
  })

  it("are kept, to be refused, where they are not canonical JSON of the kind that is asked for", () => {
    const wrong = ["3.0", "1e3", " 3", "3 ", "+3", "007", "0x10", "-0", "9007199254740993", "Infinity", "NaN"]
    for (const text of [...wrong, "three", "", "true", "[3]"])
      assert.deepStrictEqual(read({ count: text }), { count: text }, text)
    for (const text of ["TRUE", "yes", "1", " true", "on"])
      assert.deepStrictEqual(read({ isOn: text }), { isOn: text }, text)
    for (const text of ["", "hot,vip", "['hot']", "[hot]", "{}", '["hot"'])
      assert.deepStrictEqual(read({ labels: text }), { labels: text }, text)
    assert.deepStrictEqual(read({ labels: "hot" }), { labels: ["hot"] })
    for (const text of ["[]", "{limit: 3}", '{"limit":1}{']) {
      assert.deepStrictEqual(read({ filter: text }), { filter: text }, text)
    }
  })
})
