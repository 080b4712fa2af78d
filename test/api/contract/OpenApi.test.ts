import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import * as Fault from "../../../schema/Fault.ts"
import { routed } from "../../../src/contract/Api.ts"
import * as Operation from "../../../src/contract/Operation.ts"
import * as OpenApi from "../../../src/surfaces/openapi/OpenApi.ts"
import { document, placeOf, validator } from "../../support/mcp/Conformance.ts"
import { anonymous, contract, ok } from "../../support/server/Contract.ts"

type Place = ReadonlyArray<string>

const resolved = ({ $ref, ...own }: any): any =>
  $ref === undefined
    ? own
    : $ref
        .split("/")
        .slice(1)
        .reduce((value: any, key: string) => value[key], document)

/** With what it refers to in place; without titles and descriptions, which may stand in another place. */
const opened = (value: unknown, of: any): unknown => {
  if (Array.isArray(value)) return value.map((one) => opened(one, of))
  if (typeof value !== "object" || value === null) return value
  const { $ref, ...own } = value as { readonly $ref?: string }
  const found = $ref?.split("/").slice(1)
  const whole = found === undefined ? own : { ...found.reduce((inner, key) => inner[key], of), ...own }
  const { $defs, description, examples, title, ...rest } = whole
  const isField = typeof description === "object"
  return Object.fromEntries(
    Object.entries(isField ? { ...rest, description } : rest)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, opened(inner, of)])
  )
}

const described = routed.map((operation) => {
  const place = [
    "paths",
    `/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}`,
    operation.http.method.toLowerCase()
  ]
  const description = document[place[0]!][place[1]!][place[2]!]
  return { operation, place, description, parameters: description.parameters.map(resolved) as Array<any> }
})

/** Every example, with its schema. */
const examples = function* (value: unknown, place: Place): Generator<readonly [Place, unknown]> {
  if (typeof value !== "object" || value === null) return
  const media = value as Record<string, any>
  if ("schema" in media && "example" in media) yield [[...place, "schema"], media["example"]]
  if ("schema" in media && "examples" in media) {
    for (const example of Object.values<any>(media["examples"])) {
      yield [[...place, "schema"], document.components.examples[example.$ref.split("/").at(-1)].value]
    }
  }
  if (place.at(-2) === "schemas") for (const example of media["examples"] ?? []) yield [place, example]
  for (const [key, inner] of Object.entries(media)) yield* examples(inner, [...place, key])
}

contract("the API description", (it) => {
  it.effect("is served to anyone, as OpenAPI 3.1 of version 1.2.0", () =>
    Effect.gen(function* () {
      const served = yield* ok((yield* anonymous).get("/openapi.json"))
      assert.strictEqual(served.openapi.slice(0, 4), "3.1.")
      assert.strictEqual(served.info.version, "1.2.0")
      assert.deepStrictEqual(served.paths, document.paths)
    })
  )

  it("matches the committed file", () => {
    const committed = JSON.parse(
      readFileSync(new URL("../../../generated/openapi.json", import.meta.url), "utf8")
    )
    const made = JSON.parse(JSON.stringify(OpenApi.make(committed.servers[0].url)))
    assert.isTrue(
      isDeepStrictEqual(committed, made),
      "generated/openapi.json is not current: npm run generate"
    )
  })

  it("says the same as the description in full, and has no component that nothing refers to", () => {
    const full: any = OpenApi.whole("http://127.0.0.1")
    for (const { operation, place } of described) {
      const [path, method] = [place[1]!, place[2]!]
      for (const part of ["parameters", "requestBody", "responses"]) {
        const [short, long] = [document, full].map((of) => opened(of.paths[path][method][part], of))
        assert.deepStrictEqual(short, long, `${operation.id} ${part}`)
      }
    }
    const used = new Set(JSON.stringify(document).match(/#\/components\/[^"]+/gu))
    for (const ref of used) assert.isDefined(resolved({ $ref: ref }), ref)
    for (const [kind, members] of Object.entries<object>(document.components)) {
      if (kind === "securitySchemes") continue
      for (const name of Object.keys(members)) assert.isTrue(used.has(`#/components/${kind}/${name}`), name)
    }
  })

  it("says which answers of writes may be replays", () => {
    for (const { description, operation } of described) {
      const [, success] = Object.entries<any>(description.responses)[0]!
      assert.strictEqual(
        "Idempotent-Replayed" in resolved(success).headers,
        operation.kind !== "read",
        operation.id
      )
    }
  })

  it("has only examples that fit its schemas", () => {
    const all = [...examples(document, [])]
    for (const [place, example] of all) {
      const validate = validator(...place)
      assert.isTrue(validate(example), `${place.join("/")}: ${JSON.stringify(validate.errors)}`)
    }
    assert.isAbove(all.length, 80)
  })

  it("lists Idempotency-Key for every write, and for nothing else", () => {
    for (const { operation, parameters } of described) {
      const names = parameters.map((parameter) => parameter.name)
      assert.strictEqual(names.includes("Idempotency-Key"), operation.kind !== "read", operation.id)
    }
  })

  it("describes headers as text, which generated clients send", () => {
    const headers = described.flatMap(({ parameters }) => parameters).filter((one) => one.in === "header")
    const { schema } = headers.find(({ name }) => name === "Enrichment-Claim")
    assert.deepStrictEqual(schema, { type: "string", enum: ["true", "false"] })
    for (const one of headers) assert.strictEqual(one.schema.type, "string", one.name)
  })

  it("describes the header Scope once, for every operation", () => {
    for (const { description, operation } of described) {
      const shared = description.parameters.filter(
        ({ $ref }: any) => $ref === "#/components/parameters/Scope"
      )
      assert.strictEqual(shared.length, 1, operation.id)
    }
    const { pattern } = document.components.parameters.Scope.schema
    assert.match("deals:read leads:read", new RegExp(pattern, "u"))
    assert.notMatch("deals:read,leads:read", new RegExp(pattern, "u"))
  })

  it("lists every status an operation declares, with its envelope and its headers", () => {
    for (const { description, operation, place } of described) {
      const faults = operation.faults.map((fault) => Fault.status[Fault.typeOf(fault)])
      const writes = operation.kind === "read" ? [] : [409]
      const bodies = Operation.hasBody(operation) ? [413, 415] : []
      for (const status of [400, 401, 403, 405, 429, 500, 503, ...faults, ...writes, ...bodies]) {
        assert.property(description.responses, String(status), operation.id)
        const response = placeOf([...place, "responses"], String(status)).reduce(
          (value, key) => value[key],
          document
        )
        assert.isAbove(response.description.length, 10)
        assert.property(response.headers, "Service-Request-Id")
        assert.isDefined(response.content["application/json"].schema)
        if ([429, 503].includes(status)) assert.property(response.headers, "Retry-After")
        if (status === 405) assert.property(response.headers, "Allow")
      }
    }
  })

  it("has components whose names differ by more than their spelling, and a Scope that nobody sends by accident", () => {
    for (const [group, named] of Object.entries<any>(document.components)) {
      const folded = Object.keys(named).map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, ""))
      assert.lengthOf(new Set(folded), folded.length, group)
    }
    assert.notProperty(document.components.parameters.Scope, "example")
  })

  it("describes each error once, and so stays short", () => {
    for (const { description, operation } of described) {
      for (const [status, response] of Object.entries<any>(description.responses)) {
        if (Number(status) >= 400) assert.deepStrictEqual(Object.keys(response), ["$ref"], operation.id)
      }
    }
    assert.isBelow(JSON.stringify(document).length / described.length, 4_500)
  })

  it("gives every operation its own example idempotency key, and no example cursor", () => {
    const all = described.flatMap(({ parameters }) => parameters)
    const examples = (name: string) =>
      all.filter((parameter) => parameter.name === name).map(({ example }) => example)
    const keys = examples("Idempotency-Key")
    assert.strictEqual(new Set(keys).size, keys.length)
    for (const key of keys) assert.match(key, /^[!-~]{1,255}$/u)
    assert.deepStrictEqual(new Set(examples("cursor")), new Set([undefined]))
  })

  it("has examples that a generated client can send as they are", () => {
    for (const [place, example] of examples(document, [])) {
      assert.notInclude(JSON.stringify(example), "{{", place.join("/"))
    }
  })

  it("describes each group, and has a contact", () => {
    for (const tag of document.tags) assert.isAbove(tag.description?.length ?? 0, 20, tag.name)
    assert.isDefined(document.info.contact.name)
  })

  it("has no union with only one member", () => {
    assert.notMatch(JSON.stringify(document), /"(?:any|one)Of":\[(?:\{[^{}]*\})?\]/u)
  })

  it("names the parameters of every path, and no parameter twice", () => {
    const ids = described.map(({ description }) => description.operationId)
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const { parameters, place } of described) {
      const inPath = Array.from(place[1]!.matchAll(/\{([^}]+)\}/gu), ([, name]) => name)
      const named = parameters.filter((parameter) => parameter.in === "path")
      assert.deepStrictEqual(
        named.map((parameter) => parameter.name),
        inPath
      )
    }
  })
})
