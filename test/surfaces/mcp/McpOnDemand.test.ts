import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { shownOf, without } from "../../../scripts/tools.ts"
import { tokensOf } from "../../../scripts/tokens.ts"
import { routed } from "../../../src/contract/Api.ts"
import * as FindTools from "../../../src/surfaces/mcp/tools/FindTools.ts"
import { fullView } from "../../../src/surfaces/mcp/tools/View.ts"
import { open } from "../../support/mcp/McpCaller.ts"
import { bearer, inModern, send } from "../../support/mcp/McpMessages.ts"
import { TestService } from "../../support/server/TestService.ts"

describe("the tools of /mcp", () => {
  test("are at most 26, SPEC's among them, and at most 6,500 tokens", () => {
    const tools = fullView.tools()
    assert.isAtMost(tools.length, 26)
    assert.isAtMost(tokensOf(tools.map(shownOf)), 6_500)
    const named = readFileSync("src/surfaces/mcp/tools/Toolsets.ts", "utf8")
    for (const { name } of tools.slice(0, -2)) assert.include(named, `"${name}"`)
  })

  test("do all that REST does, but for a few operations with a reason", () => {
    const names = new Set(fullView.usable().map(({ name }) => name))
    assert.deepStrictEqual(
      routed.filter(({ tool }) => tool === undefined).map(({ id }) => id),
      routed.flatMap(({ id }) => (id in without ? [id] : []))
    )
    assert.sameMembers(
      Object.keys(without),
      routed.filter(({ tool }) => tool === undefined).map(({ id }) => id)
    )
    for (const [id, reason] of Object.entries(without))
      for (const [, name = ""] of reason.matchAll(/`(\w+)`/gu))
        assert.isTrue(names.has(name), `${id}: ${name}`)
  })

  for (const [q, first] of [
    ["import a CSV of leads", "import_leads"],
    ["bulk move deals", "bulk_move_deals"],
    ["please delete a deal", "delete_deal"],
    ["undelete deal", "restore_deal"],
    ["edit a note", "update_note"],
    ["who has this email address", "match_contact"],
    ["convert lead to deal", "promote_lead"],
    ["what are my rate limits", "get_me"],
    ["replace the stages of a board", "set_board_stages"],
    ["pause webhook", "update_webhook"],
    ["send a test event", "test_webhook"],
    ["audit log", "list_audit_entries"],
    ["goals", "set_board_goals"]
  ] as const)
    test(`are found by "${q}"`, () => {
      assert.strictEqual(FindTools.search(fullView.usable(), q)[0]?.name, first)
    })
})

layer(TestService.layer())("find_tools and call_tool", (it) => {
  it.effect("give at most four lean tools, those of the caller alone, or the areas there are", () =>
    Effect.gen(function* () {
      const { call, colleague } = yield* open
      const { data } = yield* call("find_tools", { q: "deal" })
      assert.strictEqual(data.length, 4)
      for (const tool of data) assert.hasAllKeys(tool, ["name", "description", "inputSchema"])
      const none = yield* call("find_tools", { q: "weather" })
      assert.deepStrictEqual(none.data, [])
      assert.match(none.notice, /No tool matches\. There are tools for import.+audit log/u)
      assert.include((yield* call("find_tools", {})).error.message, "q")
      const viewer = yield* colleague("viewer")
      assert.deepStrictEqual((yield* viewer("find_tools", { q: "delete" })).data, [])
    })
  )

  it.effect("do what a direct call does: names, dry run, plan, key, errors", () =>
    Effect.gen(function* () {
      const { call, rest } = yield* open
      const run = (name: string, args?: object) => call("call_tool", { name, arguments: args })
      const { id } = yield* call("create_deal", { name: "Fleet" })
      const tried = yield* run("delete_deal", { id: "Fleet", dryRun: true })
      assert.isString(tried.dryRun.plan)
      assert.strictEqual((yield* rest("GET", `/v1/deals/${id}`)).id, id)
      assert.deepStrictEqual(yield* run("delete_deal", { id: "Fleet", plan: tried.dryRun.plan }), {
        id,
        deleted: true
      })
      assert.strictEqual((yield* run("restore_deal", { id })).id, id)
      assert.strictEqual((yield* run("get_deal", { id: "Fleet" })).id, id)
      assert.strictEqual((yield* run("get_me")).workspace.name, "Test")
      assert.include((yield* run("get_deal", { deal: "Fleet" })).error.message, "deal is not a parameter")
      const text = yield* call("call_tool", { name: "get_deal", arguments: JSON.stringify({ id: "Fleet" }) })
      assert.strictEqual(text.id, id)
      assert.strictEqual((yield* run("find_tools", { q: "import leads" })).data[0].name, "import_leads")
    })
  )

  it.effect("answer an unknown name with the nearest, and wrong arguments with what is wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* open
      for (const [args, says] of [
        [{ name: "remove_deal" }, /remove_deal is none: did you mean .*delete_deal.*\? find_tools/u],
        [{ name: "qqq" }, /qqq is none; find_tools/u],
        [{}, /name/u],
        [{ name: "delete_deal", id: "Fleet" }, /id is not a field/u],
        [{ name: "call_tool", arguments: {} }, /call_tool is none/u]
      ] as const) {
        const { error } = yield* call("call_tool", args)
        assert.match(error.message, says)
      }
    })
  )

  it.effect("need the scopes of the tool that is called, over each revision", () =>
    Effect.gen(function* () {
      const { client, service } = yield* open
      const ask = (name: string, args: object) => {
        const { body, headers } = inModern("tools/call", {
          name: "call_tool",
          arguments: { name, arguments: args }
        })
        const sent = { ...bearer(client.apiKey.token), ...headers, scope: "deals:read" }
        return Effect.promise(() => send(service.url, "POST", sent, body))
      }
      const read = yield* ask("list_templates", {})
      assert.isAbove(read.body.result.structuredContent.data.length, 0)
      const written = yield* ask("create_template", { name: "A", subject: "B", body: "C" })
      assert.strictEqual(written.body.result.structuredContent.error.code, "insufficient_scope")
    })
  )
})
