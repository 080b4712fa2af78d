import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { createClient } from "../../client/typescript/src/index.ts"
import * as Description from "../../src/surfaces/docs/Description.ts"
import * as Samples from "../../src/surfaces/docs/Samples.ts"

const description = Description.of("http://127.0.0.1:3000")

const samples = description.tags.flatMap(({ name }) =>
  Description.operationsOf(description, name).map((operation) => ({
    id: operation.operationId,
    ...Samples.of(operation)
  }))
)

/** Prints what the client does not have, or does not take so. */
const check = `
import ast, inspect, json, sys
from sales_pipeline import Client
client = Client("http://127.0.0.1:3000", "svc_live_x")
for name, code in json.load(sys.stdin):
    tree = ast.parse(code)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("client.")]
    for call in calls:
        found = client
        for part in ast.unparse(call.func).split(".")[1:]:
            found = getattr(found, part, None)
        try:
            inspect.signature(found).bind(*call.args, **{one.arg: 0 for one in call.keywords})
        except TypeError as error:
            print(name, error)
    if len(calls) != 1:
        print(name, "calls", len(calls))
`

describe("the code on the pages of operations", () => {
  it("calls what the Python client has, as it takes it", () => {
    const input = JSON.stringify(samples.map(({ id, Python }) => [id, Python]))
    const env = { ...process.env, PYTHONPATH: "client/python/src" }
    assert.strictEqual(execFileSync("python3", ["-c", check], { input, env, encoding: "utf8" }), "")
    assert.isAbove(samples.length, 60)
  })

  it("calls what the TypeScript client has", () => {
    const client: any = createClient({ url: "http://127.0.0.1:3000", key: "svc_live_x" })
    for (const { id, TypeScript } of samples) {
      const [, group, verb] = /client\.(\w+)\.(\w+)\(/u.exec(TypeScript)!
      assert.strictEqual(`${group}.${verb}`, id)
      assert.isFunction(client[group!][verb!], id)
    }
  })
})
