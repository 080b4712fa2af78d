import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../../support/mcp/McpClients.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Stored and typed. */
const pairs = [
  ["O’Brien Ltd", "O'Brien"],
  ["D'Angelo", "D’Angelo"],
  ["Oʼkeefe", "o'keefe"],
  ["Coca‑Zola", "coca-zola"],
  ["Dash – Ndash", "dash - ndash"],
  ["Soft\u00adHyphen", "softhyphen"],
  ["Zero\u200bWidth", "zerowidth"],
  ["مُحَمَّد", "محمد"],
  ["שָׁלוֹם", "שלום"]
] as const

layer(TestService.layer())("a search", (it) => {
  it.effect("finds signs however they are written, in deals and leads, and a literal q as written", () =>
    Effect.gen(function* () {
      const { session, workspace } = yield* McpClients.inWorkspace
      const { board, send } = workspace
      for (const [stored] of pairs)
        for (const [path, body] of [
          ["deals", { boardId: board.id, name: stored }],
          ["leads", { companyName: stored }]
        ] as const) {
          const made = yield* Effect.promise(() => send("POST", `/v1/${path}`, body))
          assert.strictEqual(made.status, 201, made.text)
        }
      const rest = (path: string, query: Record<string, string>) =>
        Effect.map(
          Effect.promise(() => send("GET", `/v1/${path}?${new URLSearchParams(query)}`)),
          (answer) => answer.body.data.length as number
        )
      const tool = (name: string, q: string) =>
        Effect.map(
          Effect.promise(() => session.call(name, { q })),
          ({ structuredContent }) => structuredContent.data.length as number
        )
      for (const [stored, typed] of pairs) {
        for (const text of [stored, typed]) {
          assert.strictEqual(yield* rest("deals", { search: text }), 1, text)
          assert.strictEqual(yield* tool("search_deals", text), 1, text)
          assert.strictEqual(yield* tool("search_leads", text), 1, text)
        }
        for (const path of ["deals", "leads"]) {
          assert.strictEqual(yield* rest(path, { q: stored }), 1, stored)
          assert.strictEqual(yield* rest(path, { q: typed }), 0, typed)
        }
      }
    })
  )
})
