import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as McpClients from "../../../support/mcp/McpClients.ts"
import { tokensOf } from "../../../../scripts/tokens.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** A session of the current SDK in a new workspace. */
const open = Effect.gen(function* () {
  const { session, workspace } = yield* McpClients.inWorkspace
  const call = (name: string, args?: Record<string, unknown>) =>
    Effect.promise(() => session.call(name, args))
  const ok = (name: string, args?: Record<string, unknown>) =>
    Effect.map(call(name, args), (result) => {
      assert.isUndefined(result.isError, JSON.stringify(result.structuredContent))
      return result.structuredContent
    })
  return { workspace, call, ok }
})

layer(TestService.layer())("get_deal and get_lead with parts", (it) => {
  it.effect("tells what happened with a deal: who, from what to what", () =>
    Effect.gen(function* () {
      const { ok } = yield* open
      yield* ok("create_deal", { name: "Fleet tracking", company: "Acme", amount: "1000" })
      yield* ok("update_deal", { id: "Fleet tracking", amount: "1200" })
      yield* ok("move_deal", { id: "Fleet tracking", toStageId: "Proposal", note: "They asked for an offer" })
      const found = yield* ok("search_deals", { q: "acme" })
      const { activity, notes } = yield* ok("get_deal", {
        id: found.data[0].id,
        include: ["notes", "activity"]
      })
      const by = "Owner with the API key First key"
      assert.strictEqual(notes.data.length, 1)
      assert.strictEqual(notes.data[0].text, "They asked for an offer")
      assert.isTrue(notes.data[0].by.startsWith(by))
      const [moved, updated, created] = activity.data
      assert.deepStrictEqual(
        [moved.event, moved.from.name, moved.to.name, moved.by.startsWith(by)],
        ["stage_changed", "New", "Proposal", true]
      )
      assert.deepStrictEqual(updated.changes.amountCents, { from: 100_000, to: 120_000 })
      assert.strictEqual(created.event, "deal_created")
      assert.isBelow(tokensOf({ activity, notes }), 500)
    })
  )

  it.effect("shows the stage before a move, so that another session can undo it", () =>
    Effect.gen(function* () {
      const { ok } = yield* open
      const { id } = yield* ok("create_deal", { name: "D", stageId: "Qualified" })
      yield* ok("move_deal", { id, toStageId: "Dead" })
      const { activity } = yield* ok("get_deal", { id, include: ["activity"] })
      const move = activity.data.find(({ event }: any) => event === "stage_changed")
      const back = yield* ok("move_deal", { id, toStageId: move.from.id })
      assert.strictEqual(back.stage.name, "Qualified")
    })
  )

  it.effect("reads a lead with its history, in pages if that is included", () =>
    Effect.gen(function* () {
      const { ok } = yield* open
      const { id } = yield* ok("create_lead", { companyName: "Acme" })
      yield* ok("patch_lead_enrichment", { id, enrichment: { score: 20, verdict: "Weak" } })
      yield* ok("patch_lead_enrichment", { id, enrichment: { score: 80 } })
      yield* ok("triage_lead", { id, triageStatus: "contacted" })
      const lead = yield* ok("get_lead", { id })
      const { history, ...keys } = lead.enrichment
      assert.deepStrictEqual(keys, { score: 80, verdict: "Weak" })
      assert.deepStrictEqual(
        history.map(({ payload }: any) => payload.score),
        [20, 80]
      )
      const whole = yield* ok("get_lead", { id, include: ["enrichment", "activity", "deal"] })
      assert.deepStrictEqual(whole.enrichment.history, [])
      const by = "Owner with the API key First key"
      assert.deepStrictEqual(
        whole.enrichmentHistory.data.map(({ by: who, payload }: any) => [payload.score, who]),
        [
          [80, by],
          [20, by]
        ]
      )
      const [triage] = whole.activity.data
      assert.deepStrictEqual([triage.event, triage.from, triage.to], ["lead.triaged", "new", "contacted"])
      assert.isTrue(triage.by.startsWith(by))
      assert.isNull(whole.deal)
    })
  )

  it.effect("ends its parts early if they are long, and goes on right there", () =>
    Effect.gen(function* () {
      const { ok } = yield* open
      const { id } = yield* ok("create_deal", { name: "D" })
      for (let n = 1; n <= 9; n++) {
        yield* ok("add_note", { id, contentText: `${n} ${"Long words in a note. ".repeat(350)}` })
      }
      const numbers = ({ notes }: any) => notes.data.map(({ text }: any) => Number(/\d/u.exec(text)![0]))
      const first = yield* ok("get_deal", { id, include: ["notes", "activity"] })
      assert.isAtMost(tokensOf(first), 8_000)
      assert.include(first.notice, "nextCursor")
      assert.isTrue(first.notes.hasMore)
      const shown = numbers(first)
      let cursor = first.notes.nextCursor
      while (cursor !== null) {
        const next = yield* ok("get_deal", { id, include: ["notes"], cursor })
        shown.push(...numbers(next))
        cursor = next.notes.nextCursor
      }
      assert.deepStrictEqual(shown, [9, 8, 7, 6, 5, 4, 3, 2, 1])
    })
  )

  it.effect("lists the parts there are if it does not know one", () =>
    Effect.gen(function* () {
      const { call, ok } = yield* open
      const { id } = yield* ok("create_deal", { name: "D" })
      const { isError, structuredContent } = yield* call("get_deal", { id, include: ["history"] })
      assert.isTrue(isError)
      assert.include(structuredContent.error.message, 'must be "notes", "activity" or "lead"')
      const alone = yield* call("get_deal", { id, cursor: "x" })
      assert.include(alone.structuredContent.error.message, "send include with notes or activity")
      assert.isNull((yield* ok("get_deal", { id, include: ["lead"] })).lead)
    })
  )
})
