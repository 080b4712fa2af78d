import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../support/server/TestService.ts"

/** Nothing of them shows: spaces without width, controls of direction, fillers, a blank of Braille. */
const unseen = ["\u200b", "\u202e\u2066", "\u3164", "\u00ad \u2060", "\ufe0f", "\u2800", "\ufeff\u061c"]

/** Of several directions, with a joiner within: a person reads them. */
const seen = ["م\u200cم", "\u2067שלום\u2069", "👩‍👩‍👧", "e\u0301", "·"]

layer(TestService.layer(), { excludeTestServices: true })("names that show nothing", (it) => {
  for (const name of unseen)
    it.effect(`are refused: ${[...name].map((char) => char.codePointAt(0)!.toString(16)).join(" ")}`, () =>
      Effect.gen(function* () {
        const { board, send } = yield* (yield* TestService).workspace("standard")
        const stages = yield* Effect.promise(() => send("GET", `/v1/boards/${board.id}/stages`))
        const editable = (
          stages.body as Array<{ id: string; name: string; region: string; probability: number }>
        )
          .filter(({ region }) => !["won", "dead"].includes(region))
          .map(({ id, probability, region }) => ({ id, name, region, probability }))
        const deal = yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name: "Deal" })
        )
        for (const [method, path, body, field] of [
          ["POST", "/v1/boards", { name }, "name"],
          ["PATCH", `/v1/boards/${board.id}`, { name }, "name"],
          ["PUT", `/v1/boards/${board.id}/stages`, { stages: editable }, "stages[0].name"],
          ["POST", "/v1/templates", { name, subject: "S", body: "B" }, "name"],
          ["PATCH", `/v1/deals/${deal.body.id}`, { labels: [name] }, "labels[0]"]
        ] as const) {
          const answer = yield* Effect.promise(() => send(method, path, body))
          assert.strictEqual(answer.status, 400, `${method} ${path}`)
          const issues = answer.body.error.meta.issues as Array<{ path: string; message: string }>
          assert.strictEqual(
            issues.find(({ path }) => path === field)?.message,
            name.trim() === "" ? "must not be blank" : "must have a character that shows",
            `${method} ${path}`
          )
        }
      })
    )

  it.effect("are few: what shows something is a name", () =>
    Effect.gen(function* () {
      const { board, send } = yield* (yield* TestService).workspace("standard")
      for (const name of seen) {
        const made = yield* Effect.promise(() =>
          send("POST", "/v1/deals", { boardId: board.id, name, labels: [name] })
        )
        assert.deepStrictEqual(made.body.labels, [name])
        assert.strictEqual(made.body.name, name)
      }
    })
  )
})
