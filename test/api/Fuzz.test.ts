import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as Operation from "../../src/contract/Operation.ts"
import { routed } from "../../src/contract/Api.ts"
import { contract, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 3)

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "%",
    "'",
    "\\",
    "null",
    "-1",
    "1e999",
    "2026-02-30",
    "🙂".repeat(300)
  ),
  fc.constantFrom(
    "a@b.example",
    "https://a.example/x.png",
    "javascript:alert(1)",
    "__proto__",
    "../../etc/passwd"
  ),
  fc.uuid()
)

const value = fc.oneof(
  text,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false, 0, -0, 1e308, 2 ** 53, 2 ** 63, [], {}),
  fc.array(text, { maxLength: 60 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom("id", "name", "url", "__proto__", "constructor", "history", "score"),
    fc.jsonValue()
  )
)

const fieldsOf = (operation: Operation.Any) => Object.keys(Operation.carriers(operation).rest)

/** Some fields of an operation, with random values. */
const mutation = (operation: Operation.Any) =>
  fc.dictionary(fc.constantFrom(...fieldsOf(operation), "other"), value, { maxKeys: 4 })

const queryOf = (fields: object) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, one]): [string, string] => [
      name,
      typeof one === "string" ? one : JSON.stringify(one)
    ])
  ).toString()

contract(
  "anything at all",
  (it) => {
    for (const operation of routed) {
      it.effect(`sent to ${operation.id} is answered as it is described, and never by 500`, () =>
        Effect.gen(function* () {
          const api = yield* workspace()
          const ids = yield* Requests.fixtures(api, routed)
          const plain = Requests.requestOf(operation, ids)
          const run = Effect.runPromiseWith(yield* Effect.context<never>())
          const property = fc.asyncProperty(mutation(operation), async (fields) => {
            const hasBody = Operation.hasBody(operation)
            const path =
              operation.kind === "read" && !hasBody
                ? `${plain.path.split("?")[0]}?${queryOf({ ...fields })}`
                : plain.path
            const body = hasBody ? { ...plain.body, ...fields } : undefined
            const { status, text } = await run(Requests.send(api, { ...plain, path, body }))
            assert.isBelow(status, 500, text)
          })
          yield* Effect.promise(() => fc.assert(property, { numRuns }))
        })
      )
    }
  },
  { OUTBOUND_ALLOW_PRIVATE: "false", PROMOTION_ENABLED: "true" }
)
