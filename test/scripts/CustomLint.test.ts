import { assert, describe, it } from "@effect/vitest"
import * as House from "../../scripts/customLint.ts"

const found = (file: string, text: string, others: Readonly<Record<string, string>> = {}) =>
  House.violations(new Map(Object.entries({ [file]: text, ...others })))

describe("the custom lint rules", () => {
  it("hold for every file", () => {
    const sources = House.sources()
    assert.isAbove(sources.size, 500)
    assert.deepStrictEqual(House.violations(sources), [])
  })

  it("refuse a name that has been replaced by the field's word", () => {
    assert.include(found("layers/Vault.ts", "")[0], "call it Encryption")
    assert.include(found("layers/A.ts", "export class Trail {}\n")[0], "call it ChangeSet")
    assert.deepStrictEqual(found("layers/A.ts", "class Trail {}\n"), [])
  })

  it("refuse a file of more than 250 lines", () => {
    const text = "// a line\n".repeat(251)
    for (const file of ["layers/Long.ts", "test/layers/Long.test.ts", "src/surfaces/web/long.css"]) {
      assert.deepStrictEqual(found(file, text), [`${file} has 251 lines; split it below 250.`])
      assert.deepStrictEqual(found(file, text.slice(10)), [])
    }
  })

  it("refuse a read scope that is asked for by name, whatever record it is for", () => {
    const asked = 'const all = actor.scopes.has("leads:read") ? yield* leads : []'
    assert.include(found("src/deals/operations/A.ts", asked)[0], "RecordScope.mayRead")
    assert.deepStrictEqual(found("src/deals/operations/A.ts", 'scopes.has("leads:write")'), [])
    assert.deepStrictEqual(found("test/A.test.ts", asked), [])
  })

  it("refuse a cast that the compiler checks nothing of, outside of a list of files", () => {
    for (const cast of ["x as unknown as Deal", "(x as any).id", "x as never as Deal"])
      assert.include(found("layers/A.ts", cast)[0], "use a type guard", cast)
    for (const text of ["// x as unknown as Deal", "x as unknown", "x as Deal", "x as never"])
      assert.deepStrictEqual(found("layers/A.ts", text), [], text)
    assert.deepStrictEqual(found("test/A.test.ts", "x as unknown as Deal"), [])
    assert.deepStrictEqual(found("src/Extend.ts", "layer as unknown as Built"), [])
    assert.include(found("src/Extend.ts", "layer")[0], "needs no exception")
  })

  it("refuse what is private to a dependency", () => {
    const reads = [
      "response._httpMessage",
      "socket?._handle",
      'server["_events"]',
      "const { _handle } = socket"
    ]
    for (const text of reads) assert.include(found("src/A.ts", text)[0], "which is private", text)
    const patches = [
      "Session.prototype.run = own",
      "Object.setPrototypeOf(request, Own)",
      "Object.assign(Session.prototype, { run })"
    ]
    for (const text of patches) assert.include(found("src/A.ts", text)[0], "changes a prototype", text)
    const open = [
      "fault._tag",
      'ast["_tag"]',
      "const { _meta, ...call } = params",
      "this._own",
      "override _read() {}",
      "const { id: _, ...rest } = row",
      "Server.prototype.close.call(server)",
      "x.prototype.y === z"
    ]
    for (const text of open) assert.deepStrictEqual(found("src/A.ts", text), [], text)
    assert.deepStrictEqual(found("test/A.test.ts", reads[0]!), [])
  })

  it("refuse an export that no other file uses", () => {
    const text = "export const lonely = 1\nexport interface Lonely {}\nconst own = lonely\n"
    assert.deepStrictEqual(found("layers/A.ts", text, { "layers/B.ts": "A.Lonely" }), [
      "layers/A.ts exports lonely, which no other file uses: drop `export`."
    ])
  })

  it("refuse a failure that is passed over without a log", () => {
    const hidden = [
      "Effect.ignore(save(deal))",
      "save(deal).pipe(Effect.ignore)",
      "Effect.ignoreCause(flush)",
      "Effect.ignore(save(one)), log({ log: one })"
    ]
    for (const text of hidden) assert.lengthOf(found("layers/A.ts", text), 1, text)
    const told = [
      'Effect.ignore(save(deal), { log: "Warn" })',
      'x.pipe(Effect.ignoreCause({ log: "Debug" }))'
    ]
    for (const text of told) assert.deepStrictEqual(found("layers/A.ts", text), [], text)
    assert.deepStrictEqual(found("test/layers/A.test.ts", hidden[0]!), [])
  })

  it("refuse a loop of one's own beside Loop.forever, and an exception that nothing needs any more", () => {
    for (const loop of ["Effect.forever(turn)", "turn.pipe(Effect.repeat(spaced))", "setInterval(turn, 5)"]) {
      assert.include(found("src/jobs/A.ts", loop)[0], "use Loop.forever", loop)
    }
    assert.deepStrictEqual(found("src/jobs/A.ts", "Effect.repeat(take, { until: (done) => done })"), [])
    assert.deepStrictEqual(found("layers/runtime/Loop.ts", "Effect.forever(turn)"), [])
    assert.deepStrictEqual(found("layers/runtime/Loop.ts", "turn"), [
      "layers/runtime/Loop.ts needs no exception from forever (scripts/customLint.ts)."
    ])
  })

  it("refuse an error code that nothing answers", () => {
    const fault = 'fields(["said", "never_said", "deal_not_found"])'
    const others = { "src/A.ts": 'new Invalid({ code: "said" })', "schema/Id.ts": 'uuid("deal")' }
    assert.deepStrictEqual(found("schema/Fault.ts", fault, others), [
      "schema/Fault.ts declares never_said, which nothing answers: drop it."
    ])
  })

  it("refuse a status that Fault names already", () => {
    const fault = {
      "schema/Fault.ts": "const status = { not_found: 404, invalid_request_error: 400 }"
    }
    const named = (text: string) => found("src/surfaces/A.ts", text, fault)
    for (const text of [
      "if (x === 404)",
      "[404]: a",
      "status: y ? 200 : 400",
      "refusal(400, z)",
      "  400: a"
    ]) {
      assert.deepStrictEqual(
        named(text).map((line) => line.replace(/\d+/u, "N")),
        ["src/surfaces/A.ts names the status N: take it from schema/Fault.ts."],
        text
      )
    }
    for (const text of [
      "// a 404",
      '"answers 404"',
      "status: 303",
      "slice(0, 400)",
      "status === 410",
      "1.404"
    ]) {
      assert.deepStrictEqual(named(text), [], text)
    }
    assert.deepStrictEqual(found("test/A.test.ts", "status: 404", fault), [])
  })
})
