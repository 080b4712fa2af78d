import { assert, describe, test } from "@effect/vitest"
import { Schema } from "effect"
import * as Field from "../../schema/Field.ts"
import { all, onPages } from "../../src/contract/Api.ts"
import type * as Operation from "../../src/contract/Operation.ts"
import { documentOf, isObject } from "../../src/surfaces/openapi/JsonSchema.ts"
import { offered, toolList } from "../../src/surfaces/mcp/tools/Definitions.ts"
import * as OpenApi from "../../src/surfaces/openapi/OpenApi.ts"

const operations: ReadonlyArray<Operation.Any> = [...all, ...onPages]

/** A title is a label; a description is a noun phrase or sentence, not a question. */
const isTold = ({ description, title }: any): boolean =>
  /^\S.{0,39}[^.]$/su.test(title) &&
  /^(?!(?:What|How|Whether|When|Where|Why|Which)\b)\S.{4,}\.$/su.test(description)

/** Every property of every schema in a document, with where it stands. */
const properties = (value: unknown, at: string): ReadonlyArray<readonly [string, any]> => {
  if (Array.isArray(value)) return value.flatMap((one) => properties(one, at))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "example" || key === "examples") return []
    if (key !== "properties" || !isObject(inner)) return properties(inner, `${at}/${key}`)
    return Object.entries(inner).flatMap(([name, schema]) => [
      [`${at}.${name}`, schema] as const,
      ...properties(schema, `${at}.${name}`)
    ])
  })
}

const untold = (value: unknown, at: string): ReadonlyArray<string> =>
  properties(value, at).flatMap(([place, schema]) => (isTold(schema) ? [] : [place]))

const struct = (fields: Schema.Struct.Fields = {}) => documentOf(Schema.Struct(fields), true)

describe("every field is described", () => {
  for (const { compact, headers, id, input, success, toolInput } of operations) {
    test(`that ${id} takes and answers`, () => {
      assert.deepStrictEqual(untold(struct(input), "input"), [])
      assert.deepStrictEqual(untold(struct(toolInput), "a tool's input"), [])
      assert.deepStrictEqual(untold(struct(headers), "headers"), [])
      assert.deepStrictEqual(untold(documentOf(success, false), "answer"), [])
      if (compact !== undefined) assert.deepStrictEqual(untold(documentOf(compact.row, false), "row"), [])
    })
  }

  test("a time that a read lists from is marked, so that no replica answers it", () => {
    const unmarked = operations
      .filter(({ kind }) => kind === "read")
      .flatMap(({ id, input }) => {
        const marked = Field.sincesOf(input)
        // A plan lies ahead, so nobody follows it.
        const named = Object.keys(input).filter((name) =>
          /since|(?<!nextStep|expectedClose)after$/iu.test(name)
        )
        return named.filter((name) => !marked.includes(name)).map((name) => `${id}.${name}`)
      })
    assert.deepStrictEqual(unmarked, [])
  })

  test("in the API description: components, bodies, answers, webhooks and parameters", () => {
    const document: any = OpenApi.whole("http://127.0.0.1:3000")
    assert.deepStrictEqual(untold(document, ""), [])
    assert.isAbove(properties(document, "").length, 500)
    const parameters = Object.values<any>(document.paths)
      .flatMap((path) => Object.values<any>(path).flatMap((operation) => operation.parameters))
      .filter((parameter) => parameter.$ref === undefined)
    for (const { description, name, schema } of parameters) {
      const title = name === "Idempotency-Key" ? name : schema.title
      assert.isTrue(isTold({ description, title }), `${name}: ${title}: ${description}`)
    }
  })

  for (const { inputSchema, name } of toolList()) {
    test(`that ${name} takes, without a title, unless its name tells all`, () => {
      const { words = {} } = offered.find(({ tool }) => tool === name)!
      for (const [place, schema] of properties(inputSchema, "input")) {
        const path = place.replace("input.", "").replaceAll("/items", "")
        if (words[path] !== "") assert.isString(schema.description, place)
        assert.notProperty(schema, "title", place)
        // By its name too, where an operation takes an id alone.
        if (/^input\.(?:board|.*stage|owner)Id$/iu.test(place))
          assert.match(schema.description, /^Id or /u, place)
      }
    })
  }

  test("and one that is not is found", () => {
    const of = (field: Schema.Top) =>
      untold(struct({ list: Field.of("List", "Things.", Schema.Array(Schema.Struct({ field }))) }), "input")
    const found = ["input/schema.list/items.field"]
    assert.deepStrictEqual(of(Schema.String), found)
    assert.deepStrictEqual(of(Field.of("", "The field.", Schema.String)), found)
    assert.deepStrictEqual(of(Field.of("Field", "", Schema.String)), found)
    assert.deepStrictEqual(of(Field.of("Field", "The field.", Schema.String)), [])
    assert.deepStrictEqual(of(Field.of("Field", "The field.", Field.optional(Field.Currency))), [])
  })
})
