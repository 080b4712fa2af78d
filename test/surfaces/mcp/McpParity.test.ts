import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as ToolWords from "../../../src/surfaces/mcp/results/ToolWords.ts"
import { bearer, legacy, send } from "../../support/mcp/McpMessages.ts"
import { type Client, TestService } from "../../support/server/TestService.ts"

interface World {
  readonly board: string
  readonly deal: string
  readonly gone: string
  readonly lead: string
  readonly stages: ReadonlyArray<{ readonly id: string }>
}

type Args = Record<string, unknown>

/** The same action as tool arguments and as a REST request. */
interface Case {
  readonly tool: string
  readonly args: Args
  readonly rest: readonly [method: string, path: string, body?: unknown]
}

const nobody = "00000000-0000-7000-8000-000000000001"

const query = (path: string, args: Args) =>
  `${path}?${new URLSearchParams(args as Record<string, string>).toString()}`

const lists = (tool: string, path: string, args: Args): Case => ({
  tool,
  args: { ...args, detail: "full" },
  rest: ["GET", query(path, args)]
})

const byId = (tool: string, method: string, path: string, { id, ...body }: Args): Case => ({
  tool,
  args: { id, ...body },
  rest: [method, path.replace(":id", String(id)), method === "GET" ? undefined : body]
})

const get = (id: string) => byId("get_deal", "GET", "/v1/deals/:id", { id })
const update = (args: Args) => byId("update_deal", "PATCH", "/v1/deals/:id", args)
const move = (args: Args) => byId("move_deal", "POST", "/v1/deals/:id/move", args)
const note = (args: Args) => byId("add_note", "POST", "/v1/deals/:id/notes", args)
const create = (args: Args): Case => ({ tool: "create_deal", args, rest: ["POST", "/v1/deals", args] })
const createLead = (args: Args): Case => ({ tool: "create_lead", args, rest: ["POST", "/v1/leads", args] })
const getLead = (id: string) => byId("get_lead", "GET", "/v1/leads/:id", { id })
const triage = (args: Args) => byId("triage_lead", "PATCH", "/v1/leads/:id", args)
const enrich = (args: Args) => byId("patch_lead_enrichment", "PATCH", "/v1/leads/:id", args)

const promote = (args: Args) => byId("promote_lead", "POST", "/v1/leads/:id/promote", args)
const match = (args: Args): Case => ({
  tool: "match_contact",
  args,
  rest: ["GET", query("/v1/match", args)]
})
const subscribe = (args: Args): Case => ({
  tool: "create_webhook",
  args,
  rest: ["POST", "/v1/webhooks", args]
})

const cases: Record<string, (world: World) => Case> = {
  "a deal": ({ deal }) => get(deal),
  "a deal that is deleted": ({ gone }) => get(gone),
  "a deal of nobody": () => get(nobody),
  "a deal whose id is no UUID": () => get("nope"),
  "a list": () => lists("list_deals", "/v1/deals", { limit: 1 }),
  "a list of a stage": ({ stages }) => lists("list_deals", "/v1/deals", { stageId: stages[0]!.id }),
  "a search": () => lists("search_deals", "/v1/deals", { q: "FIRST" }),
  "a list with a limit out of range": () => lists("list_deals", "/v1/deals", { limit: 101 }),
  "a list with a cursor made up": () => lists("list_deals", "/v1/deals", { cursor: "abc" }),
  "a list of a status that is none": () => lists("list_deals", "/v1/deals", { status: "lost" }),
  "a deal without a name": ({ board }) => create({ boardId: board }),
  "a deal with a blank name": ({ board }) => create({ boardId: board, name: " " }),
  "a deal with an amount in fractions": ({ board }) =>
    create({ boardId: board, name: "A", amountCents: 1.5 }),
  "a deal with an amount as text": ({ board }) => create({ boardId: board, name: "A", amountCents: "12,5" }),
  "a deal with an amount below nothing": ({ board }) =>
    create({ boardId: board, name: "A", amountCents: -1 }),
  "a deal with a misspelt field": ({ board }) => create({ boardId: board, name: "A", stage: "New" }),
  "a deal with two things wrong": ({ board }) => create({ boardId: board, name: " ", labels: "hot, vip" }),
  "a deal on a board of nobody": () => create({ boardId: nobody, name: "A" }),
  "a deal owned by nobody": ({ board }) => create({ boardId: board, name: "A", ownerId: nobody }),
  "a deal in a stage of nobody": ({ board }) =>
    create({ boardId: board, name: "A", stageId: "stg_0000000000000000" }),
  "a deal with what cannot be stored": ({ board }) => create({ boardId: board, name: "A\u0000" }),
  "an update that clears": ({ deal }) => ({
    ...update({ id: deal, company: null }),
    args: { id: deal, clear: ["company"] }
  }),
  "an update of a deal of nobody": () => update({ id: nobody, name: "A" }),
  "an update with nothing but a wrong field": ({ deal }) => update({ id: deal, boardId: nobody }),
  "a move to where it is": ({ deal, stages }) => move({ id: deal, toStageId: stages[0]!.id }),
  "a move without a stage": ({ deal }) => move({ id: deal }),
  "a move to a stage of nobody": ({ deal }) => move({ id: deal, toStageId: "stg_0000000000000000" }),
  "a note that is too long": ({ deal }) => note({ id: deal, contentText: "x".repeat(20_001) }),
  "a note on a deal that is deleted": ({ gone }) => note({ id: gone, contentText: "A" }),
  "a lead": ({ lead }) => getLead(lead),
  "a lead of nobody": () => getLead(nobody),
  "a list of leads": () => lists("list_leads", "/v1/leads", { triageStatus: "new" }),
  "a search of leads": () => lists("list_leads", "/v1/leads", { q: "acme" }),
  "a lead that says nothing": () => createLead({ firstName: " " }),
  "a lead with no email address": () => createLead({ workEmail: "mia" }),
  "a triage to promoted": ({ lead }) => triage({ id: lead, triageStatus: "promoted" }),
  "a triage to what is no state": ({ lead }) => triage({ id: lead, triageStatus: "warm" }),
  "a score out of range": ({ lead }) => enrich({ id: lead, enrichment: { score: 101 } }),
  "a misspelt key of an enrichment's contact": ({ lead }) =>
    enrich({ id: lead, enrichment: { contact: { mail: "a@b.example" } } }),
  "a promotion while it is switched off": ({ lead }) => promote({ id: lead }),
  "an address of a deal or a lead": () => match({ email: "mia@acme.example" }),
  "an address that is none": () => match({ email: "mia" }),
  "a list of subscriptions": ({ board }) => lists("list_webhooks", "/v1/webhooks", { boardId: board }),
  "a subscription to nothing": ({ board }) =>
    subscribe({ boardId: board, url: "https://192.0.43.8/", events: [] }),
  "a subscription of a private address": ({ board }) =>
    subscribe({ boardId: board, url: "https://10.0.0.1/", events: ["deal.won"] }),
  "a deletion of nobody's subscription": () => ({
    tool: "delete_webhook",
    args: { id: nobody },
    rest: ["DELETE", `/v1/webhooks/${nobody}`]
  })
}

const build = Effect.fnUntraced(function* (client: Client) {
  const ask = (method: string, path: string, body?: unknown) =>
    Effect.map(
      Effect.promise(() => client.send(method, path, body)),
      (answer) => answer.body
    )
  const board = client.board.id
  const stages = yield* ask("GET", `/v1/boards/${board}/stages`)
  const gone = yield* ask("POST", "/v1/deals", { boardId: board, name: "Gone" })
  yield* ask("DELETE", `/v1/deals/${gone.id}`)
  const deal = yield* ask("POST", "/v1/deals", { boardId: board, name: "First", company: "Acme" })
  const lead = yield* ask("POST", "/v1/leads", { firstName: "Mia", companyName: "Acme" })
  return { board, stages, gone: gone.id, deal: deal.id, lead: lead.id } satisfies World
})

/** Without what differs between requests. A refusal's list of fields differs too: a tool has its id and key among them. */
const settled = (body: any) =>
  JSON.parse(JSON.stringify(body), (key, value) => {
    if (key === "request_id" || key === "updatedAt") return ""
    return key === "message" ? value?.replace(/ Its fields: .+/u, "") : value
  })

layer(TestService.layer())("REST and MCP", (it) => {
  for (const [name, make] of Object.entries(cases)) {
    it.effect(`answer alike for ${name}`, () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const client = yield* service.workspace()
        const { args, rest, tool } = make(yield* build(client))
        const overMcp = yield* Effect.promise(() =>
          send(
            service.url,
            "POST",
            bearer(client.apiKey.token),
            legacy("tools/call", { name: tool, arguments: args })
          )
        )
        const overRest = yield* Effect.promise(() => client.send(...rest))
        const { isError = false, structuredContent } = overMcp.body.result
        assert.strictEqual(isError, overRest.status >= 400)
        const { error } = overRest.body
        const expected =
          error === undefined ? overRest.body : { error: { ...error, message: ToolWords.of(error.message) } }
        assert.deepStrictEqual(settled(structuredContent), settled(expected))
      })
    )
  }

  it.effect("give the same reports", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const { board } = yield* build(client)
      for (const [tool, path] of [
        ["get_weighted_pipeline", "/v1/reports/weighted-pipeline"],
        ["get_pipeline_summary", "/v1/reports/summary"]
      ] as const) {
        const message = legacy("tools/call", { name: tool, arguments: { boardId: board } })
        const overMcp = yield* Effect.promise(() =>
          send(service.url, "POST", bearer(client.apiKey.token), message)
        )
        const overRest = yield* Effect.promise(() => client.send("GET", `${path}?board_id=${board}`))
        const { structuredContent } = overMcp.body.result
        assert.strictEqual(overRest.status, 200)
        assert.deepStrictEqual(
          { ...structuredContent, generated_at: "" },
          { ...overRest.body, generated_at: "" }
        )
      }
    })
  )
})
