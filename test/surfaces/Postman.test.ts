import { assert, describe, it } from "@effect/vitest"
import { routed } from "../../src/contract/Api.ts"
import * as Description from "../../src/surfaces/docs/Description.ts"
import * as Postman from "../../src/surfaces/openapi/Postman.ts"

const collection = Postman.make(Description.of("https://crm.example"))

/** Without descriptions, in which Postman replaces nothing. */
const sent = JSON.stringify(collection, (key, value) => (key === "description" ? undefined : value))

const requests = collection.item.flatMap(({ item }) => item)

describe("the Postman collection", () => {
  it("has a request for each operation, with an example of its body", () => {
    assert.isAtLeast(requests.length, routed.length)
    for (const { name, request } of requests) {
      assert.strictEqual(request.url.raw.split("?")[0], `{{baseUrl}}/${request.url.path.join("/")}`)
      const named = request.url.path.filter((one) => one.startsWith(":")).map((one) => one.slice(1))
      assert.deepStrictEqual(
        request.url.variable.map(({ key }) => key),
        named,
        name
      )
      if (request.body !== undefined) assert.isObject(JSON.parse(request.body.raw), name)
    }
  })

  it("takes key and address from variables, and gives each write an idempotency key of its own", () => {
    assert.deepStrictEqual(
      collection.auth.bearer.map(({ value }) => value),
      ["{{apiKey}}"]
    )
    assert.deepStrictEqual(
      collection.variable.map(({ key }) => key),
      ["baseUrl", "apiKey"]
    )
    const reads = new Set(routed.filter(({ kind }) => kind === "read").map(({ title }) => title))
    for (const { name, request } of requests) {
      const keys = request.header.filter(({ key }) => key === "Idempotency-Key").map(({ value }) => value)
      assert.deepStrictEqual(keys, request.method === "GET" || reads.has(name) ? [] : ["{{$guid}}"], name)
    }
    assert.deepStrictEqual([...new Set(sent.match(/\{\{[^}]*\}\}/gu))].toSorted(), [
      "{{$guid}}",
      "{{apiKey}}",
      "{{baseUrl}}"
    ])
  })
})
