import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { toolList } from "../../../src/surfaces/mcp/tools/Definitions.ts"
import * as Notices from "../../../src/surfaces/mcp/results/Notices.ts"
import { fullView } from "../../../src/surfaces/mcp/tools/View.ts"
import * as McpClients from "../../support/mcp/McpClients.ts"
import { tokensOf } from "../../../scripts/tokens.ts"
import { type Client, TestService } from "../../support/server/TestService.ts"

/** A session of the current SDK in a new workspace. */
const open = Effect.gen(function* () {
  const { service, session, workspace } = yield* McpClients.inWorkspace
  const call = (name: string, args?: Record<string, unknown>) =>
    Effect.promise(() => session.call(name, args))
  return { service, workspace, call }
})

const rest = (
  workspace: Client,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>
) => Effect.promise(() => workspace.send(method, path, body, headers))

const stagesOf = (workspace: Client, boardId: string) =>
  Effect.map(rest(workspace, "GET", `/v1/boards/${boardId}/stages`), (answer) => answer.body as Array<any>)

layer(TestService.layer())("MCP tools", (it) => {
  it.effect("take a stage, a board and an owner by name or email", () =>
    Effect.gen(function* () {
      const { call, service, workspace } = yield* open
      const member = yield* service.member(workspace.workspace.id, "member")
      const board = (yield* rest(workspace, "GET", `/v1/boards/${workspace.board.id}`)).body
      const me = (yield* Effect.promise(() => member.send("GET", "/v1/me"))).body.user
      const made = yield* call("create_deal", {
        name: "Named",
        boardId: board.name.toUpperCase(),
        stageId: " proposal ",
        ownerId: me.email.toUpperCase()
      })
      const deal = made.structuredContent
      assert.strictEqual(deal.boardId, board.id)
      assert.strictEqual(deal.stage.name, "Proposal")
      assert.strictEqual(deal.ownerId, me.id)
      const moved = yield* call("move_deal", { id: deal.id, toStageId: "Won" })
      assert.strictEqual(moved.structuredContent.stage.region, "won")
      const listed = yield* call("list_deals", { stageId: "won" })
      assert.deepStrictEqual(
        listed.structuredContent.data.map((row: any) => row.id),
        [deal.id]
      )
    })
  )

  it.effect("mean the only board if none is named, and ask if there are several", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      const first = yield* call("create_deal", { name: "One" })
      assert.strictEqual(first.structuredContent.boardId, workspace.board.id)
      yield* rest(workspace, "POST", "/v1/boards", { name: "Partners" })
      const second = yield* call("create_deal", { name: "Two" })
      assert.isTrue(second.isError)
      const { error } = second.structuredContent
      assert.strictEqual(error.code, "invalid_body")
      assert.include(error.message, "boardId is required")
      assert.include(error.message, "Partners")
      assert.strictEqual(error.meta.boards.length, 2)
    })
  )

  it.effect("list the candidates for a name that matches none or several", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      yield* rest(workspace, "POST", "/v1/boards", { name: "Twin" })
      yield* rest(workspace, "POST", "/v1/boards", { name: "twin" })
      const errorOf = (name: string, args: Record<string, unknown>) =>
        Effect.map(call(name, args), (result) => result.structuredContent.error)

      const board = yield* errorOf("list_deals", { boardId: "Nowhere" })
      assert.include(board.message, "no board is called Nowhere")
      assert.strictEqual(board.meta.boards.length, 3)
      const twins = yield* errorOf("list_deals", { boardId: "Twin" })
      assert.include(twins.message, "2 boards are called Twin")
      assert.strictEqual(twins.meta.boards.length, 2)
      const stage = yield* errorOf("list_deals", { stageId: "Proposal" })
      assert.strictEqual(stage.code, "invalid_stage")
      assert.strictEqual(stage.meta.stages.length, 3)
      assert.sameMembers(
        stage.meta.stages.map((one: any) => one.board),
        [(yield* rest(workspace, "GET", `/v1/boards/${workspace.board.id}`)).body.name, "Twin", "twin"]
      )
      const owner = yield* errorOf("create_deal", {
        name: "X",
        boardId: workspace.board.id,
        ownerId: "nobody@test.example"
      })
      assert.strictEqual(owner.code, "invalid_owner")
      assert.include(owner.message, workspace.user.email)
    })
  )

  it.effect("say so if a stage belongs to another board", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      const { body: board } = yield* rest(workspace, "POST", "/v1/boards", { name: "Partners" })
      yield* rest(workspace, "PUT", `/v1/boards/${board.id}/stages`, {
        stages: [
          { name: "Scouting", region: "early" },
          { name: "Pilot", region: "anchor" },
          { name: "Contract", region: "late" }
        ]
      })
      const made = yield* call("create_deal", { name: "X", boardId: workspace.board.id })
      const moved = yield* call("move_deal", { id: made.structuredContent.id, toStageId: "pilot" })
      const { error } = moved.structuredContent
      assert.strictEqual(error.code, "invalid_stage")
      assert.include(error.message, "the board Partners has one")
      assert.include(error.message, "Proposal (stg_")
      assert.deepStrictEqual(
        error.meta.stages.map((one: any) => one.id),
        (yield* stagesOf(workspace, workspace.board.id)).map((one) => one.id)
      )
    })
  )

  it.effect("list short rows unless asked for all fields", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      const { structuredContent: deal } = yield* call("create_deal", { name: "Short", keyTerms: "Net 30" })
      const compact = (yield* call("list_deals")).structuredContent.data[0]
      const full = (yield* call("search_deals", { q: "sho", detail: "full" })).structuredContent.data[0]
      assert.deepStrictEqual(full, deal)
      const today = deal.createdAt.slice(0, 10)
      assert.deepStrictEqual(compact, {
        id: deal.id,
        name: "Short",
        currency: "USD",
        stage: deal.stage.name,
        owner: deal.ownerName,
        createdAt: today,
        updatedAt: today
      })
      yield* call("create_lead", { firstName: "Mia", lastName: "Chen", companyName: "Acme" })
      const lead = (yield* call("list_leads")).structuredContent.data[0]
      assert.deepStrictEqual(lead, {
        id: lead.id,
        contactName: "Mia Chen",
        companyName: "Acme",
        triageStatus: "new",
        createdAt: today
      })
    })
  )

  it.effect("end a long list early, with a cursor that continues there", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 30 }, (_, n) =>
            workspace.send("POST", "/v1/deals", {
              boardId: workspace.board.id,
              name: `Deal ${n}`,
              keyTerms: "x".repeat(n % 3 === 0 ? 9_000 : 2_000)
            })
          )
        )
      )
      const all = (yield* rest(workspace, "GET", "/v1/deals?limit=100")).body.data.map((one: any) => one.id)
      const seen: Array<string> = []
      let cursor: string | null = null
      let pages = 0
      do {
        const result: any = yield* call("list_deals", {
          detail: "full",
          limit: 100,
          ...(cursor === null ? {} : { cursor })
        })
        const page = result.structuredContent
        assert.isAtMost(tokensOf(page), 8_000)
        assert.strictEqual(page.hasMore, page.nextCursor !== null)
        assert.strictEqual(page.notice !== undefined, page.hasMore)
        seen.push(...page.data.map((one: any) => one.id))
        cursor = page.nextCursor
        pages++
      } while (cursor !== null && pages < 30)
      assert.deepStrictEqual(seen, all)
      assert.isAbove(pages, 3)
    })
  )

  it.effect("return a row that is too long by itself", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      for (const name of ["Huge", "Small"]) {
        const keyTerms = name === "Huge" ? "é".repeat(20_000) : "x"
        yield* rest(workspace, "POST", "/v1/deals", { boardId: workspace.board.id, name, keyTerms })
      }
      const first = (yield* call("list_deals", { detail: "full" })).structuredContent
      assert.deepStrictEqual(
        first.data.map((one: any) => one.name),
        ["Small"]
      )
      const second = (yield* call("list_deals", { detail: "full", cursor: first.nextCursor }))
        .structuredContent
      assert.deepStrictEqual(
        second.data.map((one: any) => one.name),
        ["Huge"]
      )
      assert.isAtMost(tokensOf(second), 8_000)
      assert.match(second.notice, /the rest of data\[0\]\.keyTerms \(\d+ of 20000 characters shown\)/u)
      assert.isNull(second.nextCursor)
    })
  )

  it.effect("leave out the oldest entries of a history too long for the answer, and say so", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      const { body: lead } = yield* rest(workspace, "POST", "/v1/leads", { firstName: "Ada" })
      for (let n = 0; n < 12; n++) {
        const enrichment = { summary: `${n} ${"語".repeat(1_000)}` }
        yield* rest(workspace, "PATCH", `/v1/leads/${lead.id}`, { enrichment })
      }
      const result = yield* call("triage_lead", { id: lead.id, triageStatus: "contacted" })
      assert.isAtMost(tokensOf(result.structuredContent), 8_000)
      assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent)
      const { enrichment, notice } = result.structuredContent
      const kept = enrichment.history.map(({ payload }: any) =>
        Number(/\d+(?= )/u.exec(payload.summary)?.[0])
      )
      assert.isAbove(kept.length, 2)
      assert.deepStrictEqual(
        kept,
        Array.from({ length: kept.length }, (_, index) => 12 - kept.length + index)
      )
      assert.include(notice, `the oldest ${12 - kept.length} of 12 history entries`)
      const whole = yield* rest(workspace, "GET", `/v1/leads/${lead.id}`)
      assert.strictEqual(whole.body.enrichment.history.length, 12)
    })
  )

  it.effect("replay a key used over REST or MCP, and refuse it for another request", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* open
      const args = { boardId: workspace.board.id, name: "Once" }
      const made = yield* call("create_deal", { ...args, idempotencyKey: "k1" })
      const again = yield* rest(workspace, "POST", "/v1/deals", args, { "idempotency-key": "k1" })
      assert.strictEqual(again.status, 201)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(again.body, made.structuredContent)
      const moved = yield* rest(
        workspace,
        "POST",
        `/v1/deals/${again.body.id}/move`,
        { toStageId: "stg_0000000000000000" },
        { "idempotency-key": "k2" }
      )
      assert.strictEqual(moved.status, 400)
      const note = { id: again.body.id, contentText: "Twice told" }
      const first = yield* call("add_note", { ...note, idempotencyKey: "k3" })
      const second = yield* call("add_note", { ...note, idempotencyKey: "k3" })
      assert.deepStrictEqual(second.structuredContent, first.structuredContent)
      assert.deepStrictEqual(
        second.content.slice(1).map(({ text }: any) => text),
        [Notices.again]
      )
      const { body: lead } = yield* rest(workspace, "POST", "/v1/leads", { firstName: "Ada" })
      const contacted = { triageStatus: "contacted" }
      const triaged = yield* call("triage_lead", { id: lead.id, ...contacted, idempotencyKey: "k4" })
      const path = `/v1/leads/${lead.id}`
      const patched = yield* rest(workspace, "PATCH", path, contacted, { "idempotency-key": "k4" })
      assert.strictEqual(patched.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(patched.body, triaged.structuredContent)
      const other = yield* call("create_deal", { ...args, name: "Other", idempotencyKey: "k1" })
      assert.strictEqual(other.structuredContent.error.code, "idempotency_key_reused")
      const bad = yield* call("create_deal", { ...args, idempotencyKey: "é" })
      assert.strictEqual(bad.structuredContent.error.code, "invalid_idempotency_key")
    })
  )

  it.effect("refuse what the role does not allow, in a result that says so", () =>
    Effect.gen(function* () {
      const { service, workspace } = yield* open
      const viewer = yield* service.member(workspace.workspace.id, "viewer")
      const session = yield* Effect.promise(() => McpClients.v2(service.url, viewer.token))
      const result = yield* Effect.promise(() => session.call("create_deal", { name: "X" }))
      assert.isTrue(result.isError)
      assert.strictEqual(result.structuredContent.error.code, "insufficient_scope")
      assert.deepStrictEqual(result.structuredContent.error.meta, { scope: "deals:write", lacking: "role" })
      assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent)
      yield* Effect.promise(() => session.close())
    })
  )

  it("are listed in 9,500 tokens, and have their four hints", () => {
    assert.isAtMost(tokensOf({ tools: fullView.tools() }), 9_500)
    for (const tool of toolList()) {
      assert.isString(tool.title)
      assert.isAbove(tool.description!.length, 20)
      assert.hasAllKeys(tool.annotations, [
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint"
      ])
      assert.strictEqual(tool.inputSchema.type, "object")
      const isShown = /^(show|export)_/u.test(tool.name)
      assert.strictEqual(tool.outputSchema?.type, isShown ? undefined : "object")
    }
  })

  it("are marked as destructive if they overwrite what is there: one move as many", () => {
    const marked = toolList().filter((tool) => tool.annotations?.destructiveHint === true)
    assert.sameMembers(
      marked.map((tool) => tool.name),
      ["update", "move", "bulk_update", "bulk_move"]
        .map((verb) => `${verb}_deal${verb.startsWith("bulk") ? "s" : ""}`)
        .concat(["triage_lead", "bulk_triage_leads", "set_board_goals", "delete_webhook", "undo"])
        .concat(["import_deals", "import_leads", "set_board_stages"])
        .concat(["deal", "note", "lead", "template"].map((one) => `delete_${one}`))
        .concat(["merge_deals", "merge_leads"])
    )
  })

  it("say what only undo leaves, and do not offer what it can't do", () => {
    const triage: any = toolList().find((tool) => tool.name === "triage_lead")
    assert.isTrue(triage.annotations.destructiveHint)
    const { description, ...status } = triage.inputSchema.properties.triageStatus
    assert.include(description, "Only undo leaves")
    assert.deepStrictEqual(status, {
      type: "string",
      enum: ["new", "contacted", "junk", "bad_fit", "stale"]
    })
  })

  it("have those of every pipeline service, and are as tools.json tells them", () => {
    assert.includeMembers(
      toolList().map((tool) => tool.name),
      `list_deals get_deal create_deal update_deal move_deal add_note search_deals get_pipeline_summary
      get_weighted_pipeline list_leads search_leads get_lead create_lead patch_lead_enrichment triage_lead
      show_dealboard_summary show_this_month show_deals_won show_deal_progress export_report_image`.split(
        /\s+/u
      )
    )
    // A card's URI contains a hash of its page, whose script the test runner compiles differently.
    const settled = (text: string) => JSON.parse(text.replaceAll(/(ui:\/\/[^"]+\/)[0-9a-f]+/gu, "$1"))
    assert.deepStrictEqual(
      settled(readFileSync("generated/tools.json", "utf8")),
      settled(JSON.stringify(toolList()))
    )
  })
})
