import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operations } from "../../../src/contract/Api.ts"
import { toolList } from "../../../src/surfaces/mcp/tools/Definitions.ts"
import * as Toolsets from "../../../src/surfaces/mcp/tools/Toolsets.ts"
import * as View from "../../../src/surfaces/mcp/tools/View.ts"
import * as McpClients from "../../support/mcp/McpClients.ts"
import { bearer, inModern, legacy } from "../../support/mcp/McpMessages.ts"
import { sender, TestService } from "../../support/server/TestService.ts"

const everyTool = toolList()
/** Listed with those of the service, since each address that lists few has them. */
const onDemand = ["find_tools", "call_tool"]
const namesOf = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name)
const listed = namesOf(View.fullView.tools())
const reading = namesOf(everyTool.filter(({ annotations }) => annotations?.readOnlyHint === true))
const adminOnly = operations.filter(({ role, tool }) => role === "admin" && tool !== undefined)

describe("toolsets", () => {
  test("hold every tool, and none is empty", () => {
    const offered = operations.filter(({ tool }) => tool !== undefined)
    assert.deepStrictEqual(
      offered.filter(({ id }) => Toolsets.setsOf(id).length === 0).map(({ id }) => id),
      []
    )
  })

  test("are put together once for each combination", () => {
    const asked = { sets: ["leads"], isReadOnly: true } as const
    assert.strictEqual(View.of(asked, View.anyone), View.of({ ...asked }, { ...View.anyone }))
    assert.strictEqual(View.of(Toolsets.everything, View.anyone), View.fullView)
  })
})

/** A session whose address is narrowed. */
const at = (query: string, token: string, connect: typeof McpClients.v2 = McpClients.v2) =>
  Effect.gen(function* () {
    const { url } = yield* TestService
    return yield* Effect.acquireRelease(
      Effect.promise(() => connect(url, token, query)),
      (session) => Effect.promise(() => session.close())
    )
  })

const listedAt = (query: string, token: string) =>
  Effect.flatMap(at(query, token), (session) => Effect.map(Effect.promise(session.tools), namesOf))

const failed = (call: Promise<unknown>) =>
  Effect.promise(() =>
    call.then(
      () => assert.fail("it was answered"),
      (error: any) => error
    )
  )

layer(TestService.layer())("an address of /mcp", (it) => {
  it.effect("narrows what is listed by toolset, and by reading alone", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* (yield* TestService).workspace()
      assert.deepStrictEqual(yield* listedAt("", apiKey.token), listed)
      assert.deepStrictEqual(listed.slice(-2), onDemand)
      assert.deepStrictEqual(yield* listedAt("?toolset=all", apiKey.token), namesOf(everyTool))
      const leads = yield* listedAt("?toolset=leads", apiKey.token)
      assert.includeMembers(leads, ["list_leads", "get_lead", "triage_lead", "patch_lead_enrichment"])
      assert.notInclude(leads, "list_deals")
      const two = yield* listedAt("?toolset=reports,%20Leads", apiKey.token)
      assert.sameMembers(two, [
        ...new Set([...leads, ...(yield* listedAt("?toolset=reports", apiKey.token))])
      ])
      assert.includeMembers(two, ["show_this_month", "get_weighted_pipeline", "get_lead"])
      for (const query of ["?readonly=true", "?toolset=readonly", "?toolset=all,readonly"])
        assert.deepStrictEqual(yield* listedAt(query, apiKey.token), reading, query)
      assert.deepStrictEqual(yield* listedAt("?readonly=false", apiKey.token), listed)
      const both = yield* listedAt("?toolset=leads&readonly=true", apiKey.token)
      assert.deepStrictEqual(
        both,
        leads.filter((name) => reading.includes(name))
      )
      assert.isAbove(both.length, 0)
    })
  )

  for (const [client, connect] of McpClients.all) {
    it.effect(`refuses to ${client} the call of a tool that it does not offer, and says why`, () =>
      Effect.gen(function* () {
        const workspace = yield* (yield* TestService).workspace()
        const { token } = workspace.apiKey
        const leads = yield* at("?toolset=leads", token, connect)
        assert.deepStrictEqual(
          (yield* Effect.promise(() => leads.call("list_leads"))).structuredContent.data,
          []
        )
        if (client.startsWith("Effect")) return // calls nothing that is not listed
        const outside = yield* failed(leads.call("create_deal", { name: "Outside" }))
        assert.strictEqual(outside.code, -32602)
        assert.match(
          outside.message,
          /narrowed to toolset=leads.+create_deal.+toolset deals.+changes its address/u
        )
        const reader = yield* at("?readonly=true", token, connect)
        const written = yield* failed(reader.call("create_deal", { name: "Outside" }))
        assert.match(written.message, /readonly=true.+create_deal, because it writes/u)
        const deals = yield* Effect.promise(() => workspace.send("GET", "/v1/deals?status=all"))
        assert.deepStrictEqual(deals.body.data, [])
      })
    )
  }

  it.effect("refuses sets and parameters that there are not, with the list of those there are", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      const ask = (query: string, token = apiKey.token) =>
        Effect.promise(() =>
          sender(service.url, token)("POST", `/mcp${query}`, legacy("tools/list"), bearer(token))
        )
      for (const [query, says] of [
        ["?toolset=deels", /no toolset deels\. Did you mean deals\? The toolsets are deals, leads, reports/u],
        ["?toolset=", /toolset holds an empty name\. The toolsets are deals/u],
        ["?toolset=deals,", /toolset holds an empty name\./u],
        ["?readonly=yes", /readonly/u],
        [
          "?readOnly=true",
          /readOnly is not a parameter.+did you mean readonly\? Its parameters: toolset, readonly/u
        ],
        ["?toolset=deals&toolset=leads", /toolset is given more than once/u]
      ] as const) {
        const { body, status } = yield* ask(query)
        assert.strictEqual(status, 400, query)
        assert.strictEqual(body.error.code, "invalid_query", query)
        assert.match(body.error.message, says)
      }
      assert.strictEqual((yield* ask("?toolset=deels", "svc_live_nothing")).status, 401)
    })
  )

  it.effect("narrows prompts, resources and instructions along with the tools", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey } = yield* service.workspace()
      const ask = (query: string, method: string) => {
        const { body, headers } = inModern(method)
        return Effect.map(
          Effect.promise(() => sender(service.url, apiKey.token)("POST", `/mcp${query}`, body, headers)),
          (answer) => answer.body.result
        )
      }
      const prompts = namesOf((yield* ask("?toolset=leads", "prompts/list")).prompts)
      assert.includeMembers(prompts, ["triage-inbox", "qualify-lead"])
      assert.notInclude(prompts, "weekly-pipeline-review")
      assert.notInclude(namesOf((yield* ask("?readonly=true", "prompts/list")).prompts), "qualify-lead")
      const resources = yield* ask("?toolset=leads", "resources/list")
      assert.includeMembers(namesOf(resources.resources), ["boards", "guide"])
      assert.notInclude(namesOf(resources.resources), "this_month_card")
      assert.include(namesOf((yield* ask("", "resources/list")).resources), "this_month_card")
      const told = yield* ask("?toolset=leads", "server/discover")
      assert.notInclude(told.instructions, "get_pipeline_summary")
      assert.include((yield* ask("", "server/discover")).instructions, "Begin with get_pipeline_summary")
      for (const method of ["tools/list", "prompts/list", "resources/list", "server/discover"]) {
        assert.strictEqual((yield* ask("", method)).cacheScope, "private", method)
      }
    })
  )

  it.effect("lists to a viewer what reads, and to a member nothing that is an admin's", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { workspace } = yield* service.workspace()
      const viewer = yield* service.member(workspace.id, "viewer")
      const forAdmins = new Set(adminOnly.map(({ tool }) => tool))
      assert.deepStrictEqual(
        yield* listedAt("?toolset=all", viewer.token),
        reading.filter((name) => !forAdmins.has(name))
      )
      assert.deepStrictEqual(
        yield* listedAt("", viewer.token),
        listed.filter((name) => reading.includes(name) || onDemand.includes(name))
      )
      const member = yield* service.member(workspace.id, "member")
      assert.deepStrictEqual(
        yield* listedAt("?toolset=all", member.token),
        namesOf(everyTool).filter((name) => !forAdmins.has(name))
      )
      const told = yield* Effect.promise(() => {
        const { body, headers } = inModern("server/discover")
        return sender(service.url, member.token)("POST", "/mcp?toolset=all", body, headers)
      })
      assert.include(
        told.body.result.instructions,
        `Only admins have ${adminOnly.map(({ tool }) => tool).join(", ")}: ask one.`
      )
      const session = yield* at("", viewer.token)
      const refused = yield* Effect.promise(() => session.call("create_deal", { name: "X" }))
      assert.strictEqual(refused.structuredContent.error.code, "insufficient_scope")
    })
  )
})
