/** Makes requests for any operation from the registry, so that new operations are tested without further work. */
import { Effect, Schema, type SchemaAST } from "effect"
import * as Operation from "../../../src/contract/Operation.ts"
import { Audit } from "../../../layers/audit/Audit.ts"
import * as AuditActors from "../../../layers/audit/AuditActors.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import { type Api, as, created, member, ok } from "./Contract.ts"
import type { TestService } from "./TestService.ts"

/** The place of an id in an input. */
export interface Place {
  readonly carrier: "path" | "query" | "body"
  readonly name: string
  readonly resource: string
  readonly many: boolean
  readonly required: boolean
}

const annotated = (ast: SchemaAST.AST): unknown => {
  const own = Schema.resolveAnnotations({ ast } as Schema.Top)?.["resource"]
  if (own !== undefined) return own
  const inner = ast._tag === "Union" ? ast.types : ast._tag === "Arrays" ? ast.rest : []
  return inner.map(annotated).find((resource) => resource !== undefined)
}

const isArray = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Arrays" || (ast._tag === "Union" && ast.types.some(isArray))

/** Every id that an operation takes. */
export const placesOf = (operation: Operation.Routed): ReadonlyArray<Place> => {
  const { path, rest } = Operation.carriers(operation)
  const from = (carrier: Place["carrier"], fields: object) =>
    Object.entries(fields as Record<string, Schema.Top>).flatMap(([name, { ast }]): ReadonlyArray<Place> => {
      const resource = annotated(ast)
      return typeof resource === "string"
        ? [{ carrier, name, resource, many: isArray(ast), required: ast.context?.isOptional !== true }]
        : []
    })
  return [...from("path", path), ...from(Operation.hasBody(operation) ? "body" : "query", rest)]
}

/** One existing id of each resource, by the resource's name; of what can be merged also another, by "other <name>". */
export type Ids = { readonly [resource: string]: string }

/** An operation's example input, with these ids. */
export const requestOf = (operation: Operation.Routed, ids: Ids, only?: Place) => {
  const example: Record<string, unknown> = { ...operation.example }
  for (const place of placesOf(operation)) {
    const { carrier, many, name, required, resource } = place
    const sent = required || name in example || name === only?.name
    const id = (name === "intoId" ? ids[`other ${resource}`] : undefined) ?? ids[resource]
    if (carrier !== "path" && sent) example[name] = many ? [id] : id
  }
  const of = (name: string) => placesOf(operation).find((place) => place.name === name)!.resource
  const path = operation.http.path.replace(/:([^/]+)/gu, (_, name: string) => ids[of(name)] ?? "")
  const hasQuery = operation.kind === "read" && !Operation.hasBody(operation)
  const query = new URLSearchParams(example as Record<string, string>).toString()
  return {
    method: operation.http.method,
    path: `/v1${path}${hasQuery && query !== "" ? `?${query}` : ""}`,
    body: Operation.hasBody(operation) ? example : undefined
  }
}

export const send = (api: Api, request: ReturnType<typeof requestOf>, headers?: Record<string, string>) =>
  api.request(request.method, request.path, request.body, headers)

let webhooks = 0

/** Few subscriptions may have the same address. */
const distinct = (request: ReturnType<typeof requestOf>) =>
  typeof request.body?.["url"] === "string"
    ? { ...request, body: { ...request.body, url: `${request.body["url"]}?${++webhooks}` } }
    : request

/** Another key of the workspace, which no surface makes. */
const another = Effect.fnUntraced(function* (api: Api) {
  const { workspace } = yield* ok(api.get("/v1/me"))
  const workspaceId = workspace.id as WorkspaceId
  const auditContext = {
    operation: "admin.member.add",
    surface: "admin",
    doer: AuditActors.operator
  } as const
  const made = (yield* Audit).runAudited(auditContext, member(workspaceId, "member"))
  const agent = yield* as((yield* Effect.provideService(made, Tenant, { workspaceId })).token)
  return { agent, key: (yield* ok(agent.get("/v1/me"))).apiKey.id as string }
})

/** How to create each resource; others are created by POST to their plural. */
const makers: Record<string, (api: Api, ids: Ids) => Effect.Effect<string, never, Audit | TestService>> = {
  credential: (api) => Effect.map(another(api), ({ key }) => key),
  approval: (api) =>
    Effect.gen(function* () {
      const { agent, key } = yield* another(api)
      yield* ok(api.put(`/v1/rules/${key}`, { default: "ask" }))
      const template = { name: "Asked", subject: "Hello", body: "Hello", icon: "👋", color: "#4f46e5" }
      const { approval } = yield* ok(agent.post("/v1/templates", template), 202)
      return approval.id as string
    }),
  board: (api) => Effect.map(ok(api.get("/v1/boards")), ({ data }) => data[0].id),
  user: (api) => Effect.map(ok(api.get("/v1/me")), ({ user }) => user.id),
  key: (api) => Effect.map(ok(api.get("/v1/me")), ({ apiKey }) => apiKey.id),
  stage: (api, { board }) => Effect.map(ok(api.get(`/v1/boards/${board}/stages`)), (stages) => stages[1].id),
  note: (api, { deal }) =>
    Effect.map(created(api.post(`/v1/deals/${deal}/notes`, { contentText: "Note" })), ({ id }) => id),
  request: (api, { board }) =>
    Effect.map(api.post("/v1/deals", { boardId: board, name: "To undo" }), ({ headers }) =>
      headers.get("service-request-id")!
    ),
  entry: (api) =>
    Effect.map(ok(api.get("/v1/audit?operation=deals.create&limit=1")), ({ data }) => data[0].id),
  delivery: (api, { webhook }) =>
    Effect.map(created(api.post(`/v1/webhooks/${webhook}/test`)), ({ id }) => id)
}

const order = ["board", "user", "key", "stage", "webhook", "deal", "lead"]

/** Creates one of each resource that the operations name, through `api`. */
export const fixtures = Effect.fnUntraced(function* (api: Api, operations: ReadonlyArray<Operation.Routed>) {
  const places = operations.flatMap(placesOf)
  const named = new Set(places.map((place) => place.resource))
  const merged = new Set(places.filter(({ name }) => name === "intoId").map((place) => place.resource))
  const rank = (resource: string) => order.indexOf(resource) + 1 || order.length + 1
  const ids: Record<string, string> = {}
  for (const resource of [...named].sort((a, b) => rank(a) - rank(b))) {
    const creation = operations.find(({ http }) => http.method === "POST" && http.path === `/${resource}s`)
    const make =
      makers[resource] ??
      (() => Effect.map(created(send(api, distinct(requestOf(creation!, ids)))), (body) => body.id as string))
    ids[resource] = yield* make(api, ids)
    if (merged.has(resource)) ids[`other ${resource}`] = yield* make(api, ids)
  }
  return ids as Ids
})
