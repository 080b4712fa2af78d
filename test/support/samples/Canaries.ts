/** One record of each kind, whose texts hold a word that stands nowhere else; and every way to read them. */
import { Effect } from "effect"
import { all, type Scope } from "../../../schema/Scope.ts"
import { exported } from "../../../src/audit/contract/Audit.ts"
import * as Operation from "../../../src/contract/Operation.ts"
import { everything, routed } from "../../../src/Registry.ts"
import * as Sources from "../../../src/surfaces/mcp/resources/Sources.ts"
import { bearer, legacy, send } from "../mcp/McpMessages.ts"
import { type Api, as, created, member, ok, type workspace } from "../server/Contract.ts"
import * as Requests from "../server/Requests.ts"
import { TestService } from "../server/TestService.ts"

/** Each word, and the scopes of which one has to be held to read it. Reports name boards, stages and deals. */
export const canaries = {
  dealcanary: ["deals:read"],
  notecanary: ["deals:read"],
  contactcanary: ["deals:read"],
  templatecanary: ["deals:read"],
  webhookcanary: ["deals:read"],
  leadcanary: ["leads:read"],
  messagecanary: ["leads:read"],
  enrichmentcanary: ["leads:read"],
  boardcanary: ["deals:read", "pipeline:read"],
  stagecanary: ["deals:read", "pipeline:read"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Scope>>>

export type Canary = keyof typeof canaries

/** All sets of scopes. */
export const subsets: ReadonlyArray<ReadonlyArray<Scope>> = Array.from(
  { length: 2 ** all.length },
  (_, set) => all.filter((_, bit) => (set & (1 << bit)) !== 0)
)

/** No word of these stands in what a caller asks for: a refusal may repeat that. */
const email = "ada@planted.example"
const leadEmail = "mia@planted.example"

/** An agent whose writes wait for an approval; each of them is about a canary. */
const ask = Effect.fnUntraced(function* (api: Api, ids: Requests.Ids, admin: Api) {
  const deal = yield* ok(api.patch(`/v1/deals/${ids["deal"]}`, { nextStep: "dealcanary" }), 202)
  const lead = yield* ok(
    api.patch(`/v1/leads/${ids["lead"]}`, { enrichment: { note: "enrichmentcanary" } }),
    202
  )
  yield* ok(api.delete(`/v1/leads/${ids["lead"]}`), 202)
  yield* ok(admin.post(`/v1/approvals/${lead.approval.id}/decline`, {}))
  return deal.approval.id as string
})

/** Makes them by writes of the API, and changes each, so that logs and feeds tell of them. */
export const plant = Effect.fnUntraced(function* (owner: Effect.Success<ReturnType<typeof workspace>>) {
  const ids: Record<string, string> = { ...(yield* Requests.fixtures(owner, routed)), board: owner.board.id }
  const board = `/v1/boards/${owner.board.id}`
  const stages = yield* ok(owner.get(`${board}/stages`))
  yield* ok(owner.patch(`${board}`, { name: "boardcanary" }))
  yield* ok(
    owner.put(`${board}/stages`, {
      stages: stages.map(({ id, name, probability, region }: any, index: number) => ({
        ...{ id, region, probability, name: index === 0 ? "stagecanary" : name }
      }))
    })
  )
  ids["stage"] = stages[0].id
  const events = [
    "deal.created",
    "deal.stage_changed",
    "lead.created",
    "approval.requested",
    "approval.decided"
  ]
  const url = "https://192.0.43.8/canary"
  const webhook = yield* created(
    owner.post("/v1/webhooks", { boardId: owner.board.id, url, events, label: "webhookcanary" })
  )
  ids["webhook"] = webhook.id
  const deal = yield* created(
    owner.post("/v1/deals", {
      boardId: owner.board.id,
      stageId: ids["stage"],
      name: "dealcanary",
      company: "dealcanary",
      amountCents: 100_000,
      labels: ["dealcanary"],
      primaryContactName: "contactcanary",
      primaryContactEmail: email
    })
  )
  ids["deal"] = deal.id
  yield* ok(owner.patch(`/v1/deals/${deal.id}`, { nextStep: "dealcanary", nextStepAt: "2026-01-01" }))
  yield* ok(owner.post(`/v1/deals/${deal.id}/move`, { toStageId: stages[1].id }))
  yield* ok(owner.post(`/v1/deals/${deal.id}/move`, { toStageId: ids["stage"] }))
  yield* created(owner.post(`/v1/deals/${deal.id}/notes`, { contentText: "notecanary" }))
  const lead = yield* created(
    owner.post("/v1/leads", {
      boardId: owner.board.id,
      workEmail: leadEmail,
      firstName: "leadcanary",
      companyName: "leadcanary",
      message: "messagecanary"
    })
  )
  ids["lead"] = lead.id
  yield* ok(
    owner.patch(`/v1/leads/${lead.id}`, {
      enrichment: { writeUp: "enrichmentcanary", found: "enrichmentcanary" }
    })
  )
  const text = { name: "templatecanary", subject: "templatecanary", body: "templatecanary {{first_name}}" }
  const template = yield* created(owner.post("/v1/templates", { ...text, icon: "👋", color: "#4f46e5" }))
  ids["template"] = template.id
  yield* ok(owner.post(`/v1/templates/${template.id}/use`, { lead_id: lead.id }))
  const log = yield* ok(owner.get(`/v1/webhooks/${webhook.id}/deliveries`))
  ids["delivery"] = log.data.find(({ event }: any) => event === "lead.created").id
  const agent = yield* member(owner.workspace.id, "admin")
  const key = (yield* ok(agent.get("/v1/me"))).apiKey.id as string
  yield* ok(owner.put(`/v1/rules/${key}`, { default: "ask" }))
  ids["approval"] = yield* ask(agent, ids, owner)
  return ids
})

/** What an operation is asked for, so that it finds a canary. */
export const argumentsOf = (operation: Operation.Any, ids: Requests.Ids) => {
  const places = Object.fromEntries(
    Requests.placesOf(operation as Operation.Routed)
      .filter(({ name, required }) => required || operation.example?.[name] !== undefined)
      .map(({ many, name, resource }) => [name, many ? [ids[resource]] : ids[resource]])
  )
  const has = (name: string) => Object.hasOwn(operation.input, name)
  return {
    ...operation.example,
    ...places,
    ...(has("q") ? { q: operation.id.startsWith("leads") ? "leadcan" : "dealcan" } : {}),
    ...(has("email") ? { email } : {}),
    ...(operation.id === "templates.render" ? { leadId: ids["lead"] } : {})
  } as Record<string, unknown>
}

export interface Found {
  readonly surface: "rest" | "rpc" | "mcp"
  readonly what: string
  readonly text: string
}

const reads = everything.filter(({ kind }) => kind === "read")

const sentOf = (operation: Operation.Routed, args: Record<string, unknown>) => {
  const rest = new Map(Object.entries(args))
  const path = operation.http.path.replaceAll(/:([^/]+)/gu, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return value
  })
  if (Operation.hasBody(operation)) return { path: `/v1${path}`, body: Object.fromEntries(rest) }
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)])
  ).toString()
  return { path: `/v1${path}${query === "" ? "" : `?${query}`}`, body: undefined }
}

/** Everything that a caller reads, on every surface, with this header. */
export const readAll = Effect.fnUntraced(function* (token: string, ids: Requests.Ids, scope: string) {
  const { url } = yield* TestService
  const api = yield* as(token)
  const found: Array<Found> = []
  for (const operation of [
    ...reads.filter((one) => one.http !== undefined),
    exported
  ] as Array<Operation.Routed>) {
    const { body, path } = sentOf(operation, argumentsOf(operation, ids))
    const { text } = yield* api.request(operation.http.method, path, body, { scope })
    found.push({ surface: "rest", what: operation.id, text })
  }
  const headers = { ...bearer(token), scope }
  for (const operation of reads) {
    const call = {
      _tag: "Request",
      id: "1",
      tag: operation.id,
      payload: argumentsOf(operation, ids),
      headers: []
    }
    const text = yield* Effect.promise(async () => {
      const body = `${JSON.stringify(call)}\n`
      const rpc = { ...headers, "content-type": "application/ndjson" }
      return (await fetch(`${url}/rpc`, { method: "POST", headers: rpc, body })).text()
    })
    found.push({ surface: "rpc", what: operation.id, text })
  }
  const mcp = (what: string, method: string, params: object) =>
    Effect.map(
      Effect.promise(() => send(url, "POST", headers, legacy(method, params))),
      ({ body }) => void found.push({ surface: "mcp", what, text: JSON.stringify(body) })
    )
  for (const operation of reads) {
    if (operation.tool === undefined) continue
    yield* mcp(operation.tool, "tools/call", { name: operation.tool, arguments: argumentsOf(operation, ids) })
  }
  const variables = { ...ids, owner: ids["user"] } as Record<string, string | undefined>
  const uris = [
    ...Sources.fixed.map(({ uri }) => uri),
    ...Sources.templates.map(({ uriTemplate }) => uriTemplate)
  ]
  for (const uri of uris) {
    const read = uri.replaceAll(/\{(\w+)\}/gu, (_, name: string) => variables[name] ?? "x")
    yield* mcp(uri, "resources/read", { uri: read })
  }
  for (const name of ["deal", "lead", "board", "stage", "template"]) {
    for (const ref of Sources.templates.filter(({ uriTemplate }) => uriTemplate.includes(`{${name}}`))) {
      const argument = { name, value: `${name}can` }
      const completed = {
        ref: { type: "ref/resource", uri: ref.uriTemplate },
        argument,
        context: { arguments: ids }
      }
      yield* mcp(`completion of ${ref.uriTemplate}`, "completion/complete", completed)
    }
  }
  return found
})
