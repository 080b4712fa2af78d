import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { list } from "../../src/deals/contract/DealLists.ts"
import { anonymous, contract, refused, workspace } from "../support/server/Contract.ts"

const nobody = "0190a0b0-c0d0-7000-8000-00000000abcd"

/** Those of the list of deals. */
const parameters = Object.keys(list.input)

contract("hostile input", (it) => {
  const unknown: ReadonlyArray<readonly [sent: string, meant: string]> = [
    ["next_cursor", "; did you mean cursor?"],
    ["stageid", "; did you mean stageId?"],
    ["__proto__", "."],
    ["toString", "."]
  ]
  for (const [sent, end] of unknown) {
    it.effect(`refuses the parameter ${sent}`, () =>
      Effect.gen(function* () {
        const { get } = yield* workspace()
        const error = yield* refused(get(`/v1/deals?${sent}=1`), 400, "invalid_query")
        assert.strictEqual(
          error.message,
          `${sent} is not a parameter of this operation${end} Its parameters: ${parameters.join(", ")}.`
        )
      })
    )
  }

  it.effect("refuses an address of more than 200 parameters before it asks for a credential", () =>
    Effect.gen(function* () {
      const many = (count: number) => Array.from({ length: count }, () => "%zz").join("&")
      const { get } = yield* anonymous
      yield* refused(get(`/v1/deals?${many(200)}`), 401, "missing_credential")
      for (const path of ["/v1/deals", "/deals", "/nowhere"]) {
        yield* refused(get(`${path}?${many(201)}`), 400, "invalid_query")
      }
    })
  )

  const invalidQueries: Record<string, string> = {
    "limit=0": "limit must be an integer from 1 to 100.",
    "limit=101": "limit must be an integer from 1 to 100.",
    "limit=1.5": "limit must be an integer.",
    "limit=": "limit must be a number.",
    "limit=abc": "limit must be a number.",
    "limit=0x10": "limit must be a number.",
    "limit=1e400": "limit must be a number in plain digits, such as 25.",
    "limit=1&limit=1": "limit is given more than once; send it once.",
    "status=lost": 'status must be "open", "won", "dead" or "all".',
    "boardId=1": "boardId must be a UUID.",
    "boardId=": "boardId must be a UUID.",
    [`q=${"x".repeat(121)}`]: "q must be at most 120 characters.",
    "q=%00": "q holds U+0000 or half of a surrogate pair, which cannot be stored; remove it."
  }
  for (const [query, message] of Object.entries(invalidQueries)) {
    it.effect(`refuses ?${query.slice(0, 20)} and says why`, () =>
      Effect.gen(function* () {
        const { get } = yield* workspace()
        const error = yield* refused(get(`/v1/deals?${query}`), 400, "invalid_query")
        assert.include(error.message, message.slice(0, -1))
        assert.isArray(error.meta.issues)
      })
    )
  }

  const bodies: ReadonlyArray<readonly [what: string, text: string | Uint8Array, code: string]> = [
    ["no JSON", "{", "invalid_json"],
    ["two values", '{"name":"a"} {}', "invalid_json"],
    ["bytes that are not UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "invalid_json"],
    ["an array", "[]", "invalid_body"],
    ["a string", '"name"', "invalid_body"],
    ["null", "null", "invalid_body"],
    ["blanks", "  \n", "invalid_body"],
    ["200,000 arrays in each other", "[".repeat(200_000) + "]".repeat(200_000), "invalid_body"],
    ["deep nesting in a field", `{"labels":${"[".repeat(9_000)}${"]".repeat(9_000)}}`, "invalid_body"],
    ["U+0000 in a text", `{"boardId":"${nobody}","name":"a\\u0000b"}`, "invalid_body"],
    ["half a surrogate pair", `{"boardId":"${nobody}","name":"\\ud800"}`, "invalid_body"],
    ["U+0000 in a key", `{"boardId":"${nobody}","name":"x","a\\u0000":1}`, "invalid_body"],
    ["a number beyond all", `{"boardId":"${nobody}","name":"x","amountCents":1e400}`, "invalid_body"],
    [
      "an amount beyond 2^53 - 1",
      `{"boardId":"${nobody}","name":"x","amountCents":9007199254740993}`,
      "invalid_body"
    ],
    ["a fraction", `{"boardId":"${nobody}","name":"x","amountCents":0.5}`, "invalid_body"],
    ["__proto__", `{"boardId":"${nobody}","name":"x","__proto__":{"polluted":1}}`, "unknown_field"],
    ["constructor", `{"boardId":"${nobody}","name":"x","constructor":{"prototype":1}}`, "unknown_field"]
  ]
  for (const [what, text, code] of bodies) {
    it.effect(`refuses a body with ${what}`, () =>
      Effect.gen(function* () {
        const { post } = yield* workspace()
        yield* refused(post("/v1/deals", text), 400, code)
        assert.notProperty({}, "polluted")
      })
    )
  }

  it.effect(
    "answers 404 of the resource to a path id that is not a UUID, and 400 to such an id in a body",
    () =>
      Effect.gen(function* () {
        const { delete: remove, get, patch, post } = yield* workspace()
        const odd = ["1", "null", `${nobody}0`, "%00", "%zz", "..%2f", "'", "a".repeat(5000), "🙂"]
        for (const id of odd) {
          yield* refused(get(`/v1/deals/${id}`), 404, "deal_not_found")
          yield* refused(get(`/v1/boards/${id}/stages`), 404, "board_not_found")
          yield* refused(patch(`/v1/notes/${id}`, { contentText: "x" }), 404, "note_not_found")
          yield* refused(remove(`/v1/deals/${id}`), 404, "deal_not_found")
          yield* refused(post(`/v1/deals/${id}/notes`, { contentText: "x" }), 404, "deal_not_found")
        }
        yield* refused(post("/v1/deals", { boardId: "1", name: "D" }), 400, "invalid_body")
      })
  )
})
