/** Numbers that a double would round are refused by their place; in an import they fail their row alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import * as ExactNumber from "../../src/shared/ExactNumber.ts"
import * as Json from "../../src/surfaces/http/request/Json.ts"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"
import { TestService } from "../support/server/TestService.ts"

/** A decimal number as a fraction of whole numbers. */
const fractionOf = (source: string) => {
  const [mantissa = "", power = "0"] = source.toLowerCase().split("e")
  const [whole = "", part = ""] = mantissa.split(".")
  const exponent = Number(power) - part.length
  const digits = BigInt(`${whole}${part}`)
  return exponent >= 0
    ? ([digits * 10n ** BigInt(exponent), 1n] as const)
    : ([digits, 10n ** BigInt(-exponent)] as const)
}

const digitsOf = (source: string) =>
  Math.max(
    1,
    source
      .replace(/[eE].*/u, "")
      .replace(".", "")
      .replace(/^0+/u, "")
      .replace(/0+$/u, "").length
  )

const isSame = (a: string, b: string) => {
  const [[p, q], [r, s]] = [fractionOf(a), fractionOf(b)]
  return p * s === r * q
}

describe("a number", () => {
  it("is kept if what it becomes, with as many digits, is the same number", () => {
    const digits = FastCheck.stringMatching(/^(?:0|[1-9]\d{0,24})$/u)
    const source = FastCheck.tuple(
      digits,
      FastCheck.stringMatching(/^(?:\.\d{1,24})?$/u),
      FastCheck.stringMatching(/^(?:[eE][+-]?\d{1,2})?$/u)
    ).map((parts) => parts.join(""))
    FastCheck.assert(
      FastCheck.property(
        source,
        (text) => ExactNumber.isKept(text) === isSame(text, Number(text).toPrecision(digitsOf(text)))
      ),
      { numRuns: 2_000 }
    )
  })

  it("is judged in one pass, however long its text is and however many there are", () => {
    assert.isTrue(ExactNumber.isKept("0".repeat(1_000_000)))
    assert.isTrue(ExactNumber.isKept(`1${"0".repeat(200)}.${"0".repeat(1_000_000)}`))
    assert.isFalse(ExactNumber.isKept("1".repeat(1_000_000)))
    const rows = Array.from({ length: 20_000 }, () => "[12345678901234567890]").join()
    const read = Effect.runSync(Json.parse(`{"params":{"arguments":{"rows":[${rows}]}}}`)) as any
    assert.deepStrictEqual(read.params.arguments.rows[19_999], ["\u000012345678901234567890"])
    for (const [body, path] of [
      ['{"rows":[{"a":1}],"b":[0,{"x\\"y":1e400}]}', 'b[1].x"y'],
      ['{"a":{"rows":[9007199254740993]}}', "a.rows[0]"],
      ['{"payload":{"a":9007199254740993}}', "a"],
      ["[[1,2],[3,9007199254740993]]", "[1][1]"],
      ["9007199254740993", ""]
    ] as const)
      assert.deepInclude((Json.refusal(body)!.meta as any).issues[0], { path }, body)
  })
})

describe("a member that is named twice", () => {
  it("is refused by its place, however it is written, and what only looks so is not", () => {
    for (const [body, path] of [
      ['{"a":1,"a":1}', "a"],
      ['{"rows":[{"x":1},{"name":"a","n\\u0061me":"b"}]}', "rows[1].name"],
      ['{"params":{"arguments":{"rows":[],"rows":[]}}}', "rows"],
      ['{"__proto__":{"b":1},"__proto__":{"b":1}}', "__proto__"]
    ] as const)
      assert.deepInclude((Json.refusal(body)!.meta as any).issues[0], { path }, body)
    for (const body of [
      '{"a":{"a":{"a":":"}}}',
      '[{"a":1},{"a":1}]',
      '{"__proto__":1,"constructor":2,"1":3}',
      '"a:b"'
    ])
      assert.isUndefined(Json.refusal(body), body)
  })
})

contract("a number in a body", (it) => {
  it.effect("is refused with its whole path if it would be rounded", () =>
    Effect.gen(function* () {
      const { apiKey, post } = yield* workspace()
      const { url } = yield* TestService
      const lead = yield* created(post("/v1/leads", { firstName: "Ann" }))
      const patch = (text: string) =>
        Effect.promise(async () => {
          const body = `{"enrichment":{"own":{"list":[1,{"id":${text}}]}}}`
          const headers = { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" }
          const response = await fetch(`${url}/v1/leads/${lead.id}`, { method: "PATCH", headers, body })
          return { status: response.status, body: (await response.json()) as any }
        })
      for (const text of [
        "12345678901234567890",
        "9007199254740993",
        "12345678901234567890e0",
        "1.2345678901234567890e19",
        "3.14159265358979323846264338",
        "1e400",
        "1e-400",
        "-0.1000000000000000055511151231257826"
      ]) {
        const { body, status } = yield* patch(text)
        assert.strictEqual(status, 400, text)
        assert.strictEqual(body.error.meta.issues[0].path, "enrichment.own.list[1].id", text)
      }
      for (const text of [
        "9007199254740991",
        "1e3",
        "0.1",
        "-87.50",
        "100.000",
        "1e22",
        "0.10000000000000001"
      ]) {
        const { body, status } = yield* patch(text)
        assert.strictEqual(status, 200, text)
        assert.strictEqual(body.enrichment.own.list[1].id, Number(text), text)
      }
    })
  )

  it.effect("fails its row of an import alone, as does a text that can't be stored", () =>
    Effect.gen(function* () {
      const { apiKey, get } = yield* workspace()
      const { url } = yield* TestService
      const headers = { authorization: `Bearer ${apiKey.token}`, "content-type": "application/json" }
      const rows = [
        `{"externalId":"a","name":"A","amountCents":12345678901234567890}`,
        `{"externalId":"b","name":"B\\u0000"}`,
        `{"externalId":"c\\u0000","name":"C"}`,
        `{"externalId":"d","name":12345678901234567890}`,
        `{"externalId":99999999999999999999,"name":"D"}`,
        `{"externalId":"d","name":"D","labels":["x",1e400]}`,
        `{"externalId":"d","name":"D","amountCents":1e3}`
      ]
      const answer = yield* Effect.promise(async () => {
        const body = `{"rows":[${rows.join()}]}`
        const response = await fetch(`${url}/v1/imports/deals`, { method: "POST", headers, body })
        return { status: response.status, body: (await response.json()) as any }
      })
      assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
      assert.deepStrictEqual(
        answer.body.rows.map(({ field, outcome }: any) => [outcome, field]),
        [
          ["failed", "amountCents"],
          ["failed", "name"],
          ["failed", "externalId"],
          ["failed", "name"],
          ["failed", "externalId"],
          ["failed", "labels[1]"],
          ["created", undefined]
        ]
      )
      for (const at of [0, 3, 4, 5])
        assert.match(answer.body.rows[at].message, /more digits than a JSON number keeps/u)
      assert.strictEqual((yield* ok(get("/v1/deals"))).data[0].amountCents, 1000)
      yield* refused(get("/v1/deals?limit=1e1"), 400, "invalid_query")
    })
  )
})
