/** No answer of a tool is longer than 8,000 tokens, with the largest records there may be. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { maxMessageLength } from "../../../../schema/LeadFields.ts"
import * as McpClients from "../../../support/mcp/McpClients.ts"
import { tokensIn, tokensOf } from "../../../../scripts/tokens.ts"
import { TestService } from "../../../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const { session, workspace } = yield* McpClients.inWorkspace
  /** The result, once it is known to be short enough. */
  const call = Effect.fnUntraced(function* (name: string, args: Record<string, unknown> = {}) {
    const { content, isError, structuredContent } = yield* Effect.promise(() => session.call(name, args))
    assert.isNotTrue(isError, JSON.stringify(structuredContent).slice(0, 300))
    assert.isAtMost(tokensIn(content[0].text), 8_000, name)
    assert.isAtMost(tokensOf(structuredContent), 8_000, name)
    return structuredContent
  })
  const rest = (method: string, path: string, body?: unknown) =>
    Effect.map(
      Effect.promise(() => workspace.send(method, path, body)),
      ({ body: answer, status }) => {
        assert.isBelow(status, 300, JSON.stringify(answer).slice(0, 300))
        return answer
      }
    )
  return { call, rest, workspace }
})

const scripts = {
  Chinese: "我们对贵公司的产品非常感兴趣。",
  German: "Möchten Sie prüfen? ",
  emoji: "🚀👍🏽❤️ ",
  base64: "aGVsbG8gd29ybGQ/x9"
}

const filled = (sample: string, length: number) =>
  [...sample.repeat(Math.ceil(length / sample.length))].slice(0, length).join("")

layer(TestService.layer())("the answers of tools", (it) => {
  it.effect("hold the largest deals to the budget, and lists go on right after the last row", () =>
    Effect.gen(function* () {
      const { call, rest, workspace } = yield* open
      for (const [n, sample] of [...Object.values(scripts), ...Object.values(scripts)].entries()) {
        const line = filled(sample, 500).trim()
        const { id } = yield* rest("POST", "/v1/deals", {
          boardId: workspace.board.id,
          name: filled(sample, 200).trim(),
          company: line,
          amountCents: 2 ** 53 - 1,
          labels: Array.from({ length: 50 }, (_, label) => `${label} ${filled(sample, 60)}`.trim()),
          primaryContactName: line,
          primaryContactTitle: line,
          keyTerms: filled(sample, 20_000)
        })
        for (let note = 0; note < 3; note++)
          yield* rest("POST", `/v1/deals/${id}/notes`, { contentText: filled(sample, 20_000) })
        const one = yield* call("get_deal", { id })
        assert.strictEqual(one.id, id)
        assert.match(
          one.notice,
          /the rest of keyTerms \(\d+ of \d+ characters shown\).+No tool gives more of it/u
        )
        yield* call("update_deal", { id, keyTerms: filled(sample, 19_999) })
        const notes: Array<string> = []
        let next: string | null = null
        do {
          const include = { include: ["notes"], limit: 2, ...(next === null ? {} : { cursor: next }) }
          const { notes: page }: any = yield* call("get_deal", { id, ...include })
          notes.push(...page.data.map((note: any) => note.createdAt))
          next = page.nextCursor
        } while (next !== null)
        assert.strictEqual(notes.length, 3)
        yield* call("get_deal", { id, include: ["notes", "activity", "lead"], limit: 100 })
        yield* call("add_note", { id, contentText: filled(sample, 20_000) })
        yield* call("move_deal", { id, toStageId: n % 2 === 0 ? "Proposal" : "Qualified", note: "Called" })
      }
      for (const detail of ["compact", "full"]) {
        const seen: Array<string> = []
        let cursor: string | undefined
        do {
          const page: any = yield* call("list_deals", { detail, limit: 100, ...(cursor && { cursor }) })
          seen.push(...page.data.map((row: any) => row.id))
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        const all = (yield* rest("GET", "/v1/deals?limit=100")).data.map((row: any) => row.id)
        assert.deepStrictEqual(seen, all, detail)
      }
      yield* call("search_deals", { q: "Möchten", detail: "full" })
      yield* call("changes_since", { limit: 100 })
    })
  )

  it.effect("hold the largest leads to the budget", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      for (const sample of Object.values(scripts)) {
        const { id } = yield* rest("POST", "/v1/leads", {
          firstName: filled(sample, 500).trim(),
          companyName: filled(sample, 500).trim(),
          message: filled(sample, maxMessageLength),
          consentText: filled(sample, maxMessageLength),
          referrer: filled(sample, 4_000)
        })
        const bytes = Buffer.byteLength(sample) / sample.length
        const body = filled(sample, Math.floor(200_000 / bytes))
        for (let n = 0; n < 3; n++) yield* rest("PATCH", `/v1/leads/${id}`, { enrichment: { body, n } })
        const keys = Object.fromEntries(
          Array.from({ length: 499 }, (_, key) => [`own ${key} ${"k".repeat(60)}`, key])
        )
        yield* rest("PATCH", `/v1/leads/${id}`, { enrichment: { ...keys, score: 80 } })
        const one = yield* call("get_lead", { id })
        assert.include(one.notice, "enrichment.body")
        yield* call("triage_lead", { id, triageStatus: "contacted" })
        yield* call("patch_lead_enrichment", { id, enrichment: { verdict: "Good" } })
      }
      const { data } = yield* call("list_leads", { limit: 100 })
      assert.strictEqual(data.length, 4)
      yield* call("list_leads", { limit: 100, detail: "full" })
      yield* call("search_leads", { q: "Möchten", detail: "full" })
      yield* call("changes_since", { limit: 100 })
    })
  )

  it.effect("hold many boards to the budget, and say how to see one", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      for (let n = 0; n < 30; n++)
        yield* rest("POST", "/v1/boards", { name: `Board ${n} ${filled("語", 60)}` })
      const summary = yield* call("get_pipeline_summary")
      assert.match(summary.notice, /all but the first \d+ of 31 .+Send boardId for one board\./u)
    })
  )
})
