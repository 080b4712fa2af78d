import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { offered, toolList } from "../../../../src/surfaces/mcp/tools/Definitions.ts"
import * as Agent from "../../../support/approvals/Agent.ts"
import { bearer, legacy, send } from "../../../support/mcp/McpMessages.ts"
import { argumentsOf as argumentsOfExample } from "../../../support/samples/Canaries.ts"
import { TestService } from "../../../support/server/TestService.ts"

const open = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const call = (name: string, args: object) =>
    Effect.map(
      Effect.promise(() =>
        send(
          service.url,
          "POST",
          bearer(client.apiKey.token),
          legacy("tools/call", { name, arguments: args })
        )
      ),
      (answer) => answer.body.result.structuredContent
    )
  const rest = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    Effect.promise(() => client.send(method, path, body, headers))
  return { call, client, rest }
})

const argumentsOf = (name: string): ReadonlyArray<string> =>
  Object.keys(toolList().find((tool) => tool.name === name)!.inputSchema.properties!)

/** The arguments as a client in strict mode sends them: all of them. */
const strict = (name: string, args: object, filler: null | "") => ({
  ...Object.fromEntries(argumentsOf(name).map((one) => [one, filler])),
  ...(argumentsOf(name).includes("detail") ? { detail: "full" } : {}),
  ...args
})

const filled = {
  name: "Licence",
  company: "Acme",
  amount: "12500.00",
  labels: ["inbound"],
  primaryContactName: "Mia Chen",
  primaryContactEmail: "mia@acme.example",
  keyTerms: "Net 30"
}

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a tool's arguments", (it) => {
  for (const filler of [null, ""] as const) {
    const said = JSON.stringify(filler)
    it.effect(`change only the name if a strict client sends ${said} for the rest`, () =>
      Effect.gen(function* () {
        const { call } = yield* open
        const made = yield* call("create_deal", strict("create_deal", filled, filler))
        assert.strictEqual(made.company, "Acme")
        const renamed = yield* call(
          "update_deal",
          strict("update_deal", { id: made.id, name: "Renamed" }, filler)
        )
        assert.deepStrictEqual(renamed, { ...made, name: "Renamed", updatedAt: renamed.updatedAt })
      })
    )

    it.effect(`are accepted by every tool with ${said} for every optional argument`, () =>
      Effect.gen(function* () {
        const { call, client, rest } = yield* open
        const { id: deal } = yield* call("create_deal", filled)
        const { id: lead } = yield* call("create_lead", { firstName: "Mia", companyName: "Acme" })
        const { activity } = yield* call("get_deal", { id: deal, include: ["activity"] })
        const hook = "https://hooks.slack.com/services/T0/B0/abcd"
        const { id: webhook } = yield* call("create_webhook", { url: hook, events: ["deal.won"] })
        const own = yield* call("create_webhook", { url: "https://192.0.43.8/h", events: ["deal.won"] })
        const scout = yield* Agent.make(client, { default: "ask" })
        const approval = yield* scout.ask("POST", "/v1/boards", { name: "Partners" })
        const { id: gone } = yield* call("create_deal", { name: "Gone" })
        yield* call("delete_deal", { id: gone })
        const { id: later } = yield* call("create_deal", { name: "Later" })
        const { id: spam } = yield* call("create_lead", { firstName: "Spam" })
        const { id: merged } = yield* call("create_deal", { name: "Merged" })
        const { id: mergedLead } = yield* call("create_lead", { firstName: "Merged" })
        const { id: note } = yield* call("add_note", { id: deal, contentText: "Called" })
        const { id: other } = yield* call("add_note", { id: deal, contentText: "Called" })
        const look = { icon: "👋", color: "#4f46e5" }
        const { id: template } = yield* call("create_template", {
          name: "T",
          subject: "S",
          body: "B",
          ...look
        })
        const { id: delivery } = yield* call("test_webhook", { id: own.id })
        const stages = yield* rest("GET", `/v1/boards/${client.board.id}/stages`)
        const needed: Record<string, object> = {
          create_deal: { name: "B" },
          create_lead: { firstName: "B" },
          search_deals: { q: "lic" },
          search_leads: { q: "acme" },
          get_deal: { id: deal },
          update_deal: { id: deal },
          move_deal: { id: deal, toStageId: "Proposal" },
          add_note: { id: deal, contentText: "Called" },
          get_lead: { id: lead },
          triage_lead: { id: lead, triageStatus: "contacted" },
          patch_lead_enrichment: { id: lead, enrichment: { verdict: "Good" } },
          export_report_image: { report: "this_month" },
          bulk_update_deals: { ids: [deal], addLabels: ["a"] },
          bulk_create_deals: { deals: [{ name: "B" }] },
          bulk_create_leads: { leads: [{ firstName: "B" }] },
          bulk_move_deals: { ids: [deal], toStageId: "Proposal" },
          bulk_triage_leads: { ids: [lead], triageStatus: "contacted" },
          promote_lead: { id: lead },
          render_template: { id: "Follow-up" },
          log_template_use: { id: "Follow-up" },
          match_contact: { email: "mia@acme.example" },
          create_webhook: { url: hook, events: ["deal.won"] },
          delete_webhook: { id: webhook },
          undo: { entryId: activity.data[0].entryId },
          get_approval: { id: approval.id },
          delete_deal: { id: later },
          restore_deal: { id: gone },
          update_note: { id: note, contentText: "Called back" },
          delete_note: { id: other },
          delete_lead: { id: spam },
          query_pipeline: { measure: "win_rate", groupBy: ["owner"] },
          match_contacts: { emails: ["mia@acme.example"] },
          merge_deals: { id: merged, intoId: deal },
          merge_leads: { id: mergedLead, intoId: lead },
          create_template: { name: "U", subject: "S", body: "B", ...look },
          get_template: { id: "Follow-up" },
          update_template: { id: template, name: "V" },
          delete_template: { id: template },
          create_board: { name: "Partners" },
          update_board: { id: client.board.id },
          set_board_stages: {
            boardId: client.board.id,
            stages: stages.body
              .slice(0, 5)
              .map(({ id, name, probability, region }: any) => ({ id, name, probability, region }))
          },
          update_webhook: { id: own.id, active: true },
          rotate_webhook_secret: { id: own.id },
          test_webhook: { id: own.id },
          list_webhook_deliveries: { id: own.id },
          get_webhook_delivery: { id: own.id, deliveryId: delivery },
          redeliver_webhook: { id: own.id, deliveryId: delivery }
        }
        const ids = { deal, lead, webhook, approval: approval.id, board: client.board.id }
        // Last, since with two boards several tools need a boardId.
        const isLast = ({ name }: { readonly name: string }) => Number(name === "create_board")
        for (const { inputSchema, name } of toolList().toSorted((a, b) => isLast(a) - isLast(b))) {
          const args: object =
            needed[name] ?? argumentsOfExample(offered.find(({ tool }) => tool === name)!.contract, ids)
          assert.includeMembers(Object.keys(args), [...(inputSchema.required ?? [])])
          const answer = yield* call(name, strict(name, args, filler))
          assert.notProperty(answer ?? {}, "error", name)
        }
      })
    )

    it.effect(`are refused if a required argument is ${said}`, () =>
      Effect.gen(function* () {
        const { call } = yield* open
        for (const { inputSchema, name } of toolList()) {
          for (const field of inputSchema.required ?? []) {
            const { error } = yield* call(name, { [field]: filler })
            const issues: ReadonlyArray<{ path: string; message: string }> = error.meta.issues
            assert.deepInclude(issues, { path: field, message: "is required" }, `${name} ${field}`)
          }
        }
      })
    )
  }

  it.effect("empty only the fields that clear names", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const made = yield* call("create_deal", filled)
      const clear = ["company", "amountCents", "labels", "keyTerms"]
      const after = yield* call("update_deal", { id: made.id, clear })
      assert.deepStrictEqual(after, {
        ...made,
        company: null,
        amountCents: null,
        labels: [],
        keyTerms: null,
        updatedAt: after.updatedAt
      })
    })
  )

  it.effect("are refused if clear names a required field, or a field sent as well", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { id } = yield* call("create_deal", filled)
      const message = (args: object) =>
        Effect.map(call("update_deal", { id, ...args }), ({ error }) => error.message as string)
      assert.match(
        yield* message({ clear: ["Company"] }),
        /^clear\[0\] must be "company", .+; did you mean company\?$/u
      )
      assert.match(yield* message({ clear: ["name"] }), /^clear\[0\] must be "company"/u)
      assert.match(yield* message({ clear: "company,name" }), /^clear must be an array/u)
      assert.strictEqual(
        yield* message({ clear: ["company"], company: "Other" }),
        "clear names company, which is sent as well. Leave out one of the two."
      )
      const { company, name } = yield* call("get_deal", { id })
      assert.deepStrictEqual([name, company], ["Licence", "Acme"])
    })
  )

  it.effect("leave an enrichment's common keys alone if null, and store null for other keys", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { id } = yield* call("create_lead", { firstName: "Mia" })
      const enrich = (args: object) =>
        Effect.map(call("patch_lead_enrichment", { id, ...args }), ({ enrichment }) => {
          const { history: _, ...keys } = enrichment
          return keys
        })
      const full = { score: 80, verdict: "Good", contact: { name: "Mia" } }
      yield* enrich({ enrichment: full })
      const nulls = { score: null, verdict: "", contact: { name: "Mia Chen", title: null }, budget: null }
      assert.deepStrictEqual(yield* enrich({ enrichment: nulls }), {
        ...full,
        contact: { name: "Mia Chen" },
        budget: null
      })
      assert.deepStrictEqual(yield* enrich({ enrichment: {}, clear: ["score", "contact"] }), {
        verdict: "Good",
        budget: null
      })
    })
  )

  it.effect(
    "leave a lead's contact alone if a strict client sends null for all of it, or for unknown parts",
    () =>
      Effect.gen(function* () {
        const { call } = yield* open
        const { id } = yield* call("create_lead", { firstName: "Zed" })
        const contactAfter = (enrichment: object, more = {}) =>
          Effect.map(
            call("patch_lead_enrichment", { id, enrichment, ...more }),
            ({ enrichment: after }) => after.contact
          )
        const zed = { name: "Zed", email: "z@z.example" }
        yield* contactAfter({ contact: zed })
        for (const filler of [null, ""]) {
          const unknown = { name: filler, title: filler, email: filler, phone: filler, linkedin: filler }
          assert.deepStrictEqual(
            yield* contactAfter({ score: 5, contact: { ...unknown, website: filler } }),
            zed
          )
          assert.deepStrictEqual(yield* contactAfter({ contact: { ...unknown, title: "CTO" } }), {
            ...zed,
            title: "CTO"
          })
          assert.isUndefined(yield* contactAfter({ score: null, contact: unknown }, { clear: ["contact"] }))
          yield* contactAfter({ contact: zed })
        }
      })
  )

  it.effect("replace a lead's contact as a whole over REST, as specified", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      const { id } = yield* call("create_lead", { firstName: "Zed" })
      yield* call("patch_lead_enrichment", { id, enrichment: { contact: { name: "Zed" } } })
      const { body } = yield* rest("PATCH", `/v1/leads/${id}`, { enrichment: { contact: { title: "CTO" } } })
      assert.deepStrictEqual(body.enrichment.contact, { title: "CTO" })
    })
  )

  it.effect("say in an argument what REST says in a header that the operation declares", () =>
    Effect.gen(function* () {
      const { call, client, rest } = yield* open
      const other = yield* (yield* TestService).member(client.workspace.id, "member")
      const { id } = yield* call("create_lead", { firstName: "Mia" })
      const enrichment = { status: "in_progress" }
      yield* Effect.promise(() => other.send("PATCH", `/v1/leads/${id}`, { enrichment }))
      const claim = { id, enrichment, enrichmentClaim: true, idempotencyKey: "claim" }
      const { error } = yield* call("patch_lead_enrichment", claim)
      assert.strictEqual(error.code, "enrichment_claimed")
      const headers = { "idempotency-key": "claim", "enrichment-claim": "true" }
      const replayed = yield* rest("PATCH", `/v1/leads/${id}`, { enrichment }, headers)
      assert.deepStrictEqual(replayed.body.error, error)
      const { error: wrong } = yield* call("patch_lead_enrichment", { ...claim, enrichmentClaim: "yes" })
      assert.match(wrong.message, /^enrichmentClaim must be/u)
      const written = yield* call("patch_lead_enrichment", { id, enrichment, enrichmentClaim: false })
      assert.strictEqual(written.enrichment.status, "in_progress")
    })
  )

  it.effect("make the same keyed request, whether null or left out, cleared here or null over REST", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      const made = yield* call("create_deal", { ...filled, idempotencyKey: "k1" })
      const again = yield* call(
        "create_deal",
        strict("create_deal", { ...filled, idempotencyKey: "k1" }, null)
      )
      assert.deepStrictEqual(again, made)
      const { id } = made
      const cleared = yield* call("update_deal", { id, clear: ["company"], idempotencyKey: "k2" })
      const replayed = yield* rest("PATCH", `/v1/deals/${id}`, { company: null }, { "idempotency-key": "k2" })
      assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(replayed.body, cleared)
    })
  )

  it.effect("get a wrong idempotency key named by argument, and over REST by header", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      const key = "k".repeat(256)
      const { error } = yield* call("create_deal", { name: "A", idempotencyKey: key })
      assert.strictEqual(error.code, "invalid_idempotency_key")
      assert.match(error.message, /^idempotencyKey must be/u)
      const { body } = yield* rest("POST", "/v1/leads", { firstName: "A" }, { "idempotency-key": key })
      assert.match(body.error.message, /^Idempotency-Key must be/u)
      yield* call("create_deal", { name: "A", idempotencyKey: "k3" })
      const reused = yield* call("create_deal", { name: "B", idempotencyKey: "k3" })
      assert.match(reused.error.message, /^This idempotency key was sent before/u)
    })
  )

  it.effect("are refused at once if there are very many", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`x${n}`, n]))
      const { error: many } = yield* call("list_deals", wide)
      assert.deepStrictEqual([many.code, many.meta.fields], ["invalid_query", 20_000])
      const { error } = yield* call("bulk_update_deals", { filter: wide, amountPercent: 1 })
      assert.strictEqual(error.code, "invalid_body")
      assert.strictEqual(error.meta.issues[0].path, "filter")
    })
  )

  it.effect("that hold nothing to change are answered with a notice", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { id } = yield* call("create_deal", filled)
      for (const args of [{}, { amountCents: null }, { company: "", clear: [] }]) {
        const answer = yield* call("update_deal", { id, ...args })
        assert.strictEqual(answer.id, id)
        assert.include(answer.notice, "Nothing was changed: no field was sent.")
      }
      assert.notInclude((yield* call("update_deal", { id, clear: ["company"] })).notice ?? "", "Nothing")
    })
  )

  it.effect("may put words to search for in quotation marks, and not cross two bounds", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      yield* call("create_deal", { ...filled, name: "Quotient pilot" })
      for (const q of ['"quotient', '"Quotient" “pilot”', '"quotient pilot"'])
        assert.lengthOf((yield* call("search_deals", { q })).data, 1, q)
      assert.lengthOf((yield* call("search_deals", { q: '"' })).data, 0)
      const crossings = [
        { amountMin: 2, amountMax: 1 },
        { createdAfter: "2026-05-02", createdBefore: "2026-05-01T12:00:00Z" },
        { closedAfter: "2026-05-02", closedBefore: "2026-05-02" }
      ]
      for (const crossing of crossings) {
        const { error } = yield* call("list_deals", crossing)
        assert.strictEqual(error.code, "invalid_query")
        for (const name of Object.keys(crossing)) assert.include(error.message, name)
      }
      assert.isArray((yield* call("list_deals", { amountMin: 1, amountMax: 1 })).data)
    })
  )

  it.effect("may still not include unknown names, whatever their values", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { error } = yield* call("list_deals", { stage: null })
      assert.match(
        error.message,
        /^stage is not a parameter of this operation; did you mean stageId\? Its parameters: limit, cursor, boardId, .+, detail\.$/u
      )
    })
  )

  it.effect("may include unknown names in no tool, be its arguments many or none", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      for (const { name } of toolList()) {
        const { error } = yield* call(name, { unheard: 1 })
        assert.include(error?.message, "unheard is not a", name)
      }
      const { error } = yield* call("list_templates", { unheard: 1 })
      assert.strictEqual(
        error.message,
        "unheard is not a parameter of this operation. It takes no parameters."
      )
    })
  )

  it.effect("show a name of spaces as it is", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { error } = yield* call("list_deals", { boardId: "  " })
      assert.match(error.message, /no board is called "  "\./u)
      const { id } = yield* call("create_deal", { name: "A" })
      const moved = yield* call("move_deal", { id, toStageId: " " })
      assert.match(moved.error.message, /no stage of the board is called " "\./u)
    })
  )
})
