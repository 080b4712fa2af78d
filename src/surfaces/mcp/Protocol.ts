/** The protocol side of /mcp: creates a server of the official SDK for each request, from parts compiled once. */
import {
  type AuthInfo,
  type CallToolRequest,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  Server,
  type ServerOptions,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { type Effect, Result } from "effect"
import { status } from "../../../schema/Fault.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { nearest } from "../../domain/platform/Nearest.ts"
import { longestId } from "./Direct.ts"
import * as Prompts from "./Prompts.ts"
import * as Resources from "./Resources.ts"
import * as Revisions from "./Revisions.ts"
import { toolList } from "./Definitions.ts"
import { tools } from "./Tools.ts"

/** Runs an effect in the request's context: its caller, its id, the services. */
export type Run = <A>(effect: Effect.Effect<A, never, any>) => Promise<A>

/** What a test build adds. */
export interface Extension {
  readonly options: ServerOptions
  /** Adds or replaces handlers. */
  readonly install: (server: Server, run: Run) => void
}

const instructions =
  "Deals move along the stages of a board; leads are inbound interest that waits for triage. Amounts are integer minor units of their currency (1250000 is $12,500.00, 500000 is ¥500,000); create_deal and update_deal take decimals too, as amount. Stages and boards may be named, owners given by email. Begin with get_pipeline_summary to learn boards, stages and sums; pipeline://guide explains the rest. Lists end with hasMore and nextCursor: pass it as cursor with the same arguments. An error says what to change."

/** Any cache may keep the lists, which are the same for every caller, for ten minutes. What a caller reads is private. */
const listed = { ttlMs: 600_000, cacheScope: "public" } as const
const own = { ttlMs: 0, cacheScope: "private" } as const

const product: ServerOptions = {
  capabilities: {
    tools: {},
    resources: {},
    prompts: {},
    extensions: { "io.modelcontextprotocol/ui": {} }
  },
  instructions,
  supportedProtocolVersions: [...Revisions.legacy],
  cacheHints: {
    "tools/list": listed,
    "prompts/list": listed,
    "resources/list": listed,
    "resources/templates/list": listed,
    "resources/read": own,
    "server/discover": listed
  }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** Shortens a name that an error message repeats. */
const cut = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

export const unknown = (what: string, name: string, known: ReadonlyArray<string>) => {
  const meant = nearest(name, known)
  const hint = meant === undefined ? `${what}s/list names all there are` : `did you mean ${meant}?`
  return invalid(`There is no ${what} ${cut(name)}; ${hint}`)
}

const promptNames = Prompts.list.map((prompt) => prompt.name)

export const callTool = ({ arguments: args = {}, name }: CallToolRequest["params"], run: Run) => {
  const tool = tools.get(name)
  if (tool === undefined) return Promise.reject(unknown("tool", name, [...tools.keys()]))
  return run(tool.call(args))
}

export const readResource = async (uri: string, run: Run) => {
  const read = await run(Resources.read(uri))
  return Result.isSuccess(read) ? read.success : Promise.reject(read.failure)
}

export const installResources = (server: Server, read: (uri: string) => Promise<ReadResourceResult>) => {
  server.setRequestHandler("resources/list", () => ({ resources: [...Resources.list] }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...Resources.templates]
  }))
  server.setRequestHandler("resources/read", ({ params }) => read(params.uri))
}

export const installPrompts = (server: Server) => {
  server.setRequestHandler("prompts/list", () => ({ prompts: [...Prompts.list] }))
  server.setRequestHandler("prompts/get", ({ params: { arguments: args = {}, name } }) => {
    const missing = Prompts.missing(name, args)
    if (missing !== undefined) return Promise.reject(invalid(`${name} needs the argument ${missing}`))
    return Prompts.get(name, args) ?? Promise.reject(unknown("prompt", name, promptNames))
  })
}

const install = (server: Server, run: Run) => {
  server.setRequestHandler("tools/list", () => ({ tools: [...toolList()] }))
  server.setRequestHandler("tools/call", ({ params }) => callTool(params, run))
  installResources(server, (uri) => readResource(uri, run))
  installPrompts(server)
}

const runOf = (authInfo: AuthInfo | undefined) => authInfo!.extra!["run"] as Run

/** Whether a request claims a revision without sessions. Same result as the SDK's own predicate, in half the time. */
const isModern = (request: Request, body: any): boolean =>
  (request.headers.get("mcp-protocol-version") ?? "") >= Revisions.modern ||
  body?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined

/** The scopes a message needs. An invalid message needs none; it is refused later. */
export const scopesOf = (message: any): ReadonlyArray<Scope> => {
  if (message?.method === "tools/call")
    return tools.get(message.params?.name)?.scopesFor(message.params.arguments ?? {}) ?? []
  return message?.method === "resources/read" ? Resources.scopesOf(message.params?.uri) : []
}

const refusal = (status: number, code: number, message: string, id: unknown) =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status })

/**
 * Refuses some messages before the SDK sees them: batches, which would bypass the rate limits; and subscriptions to
 * changes, which we don't send, so that their connections would only idle.
 */
const refused = (body: any): Response | undefined => {
  if (Array.isArray(body)) {
    return refusal(
      status.invalid_request_error,
      ProtocolErrorCode.InvalidRequest,
      "Send one message a request, not a batch",
      null
    )
  }
  if (typeof body?.id === "string" && body.id.length > longestId) {
    const message = `Send an id of at most ${longestId} characters`
    return refusal(status.invalid_request_error, ProtocolErrorCode.InvalidRequest, message, null)
  }
  if (body?.method !== "subscriptions/listen") return undefined
  return refusal(
    status.not_found,
    ProtocolErrorCode.MethodNotFound,
    "Lists do not change while a client reads",
    body.id ?? null
  )
}

const versionOf = (request: Request) => request.headers.get("mcp-protocol-version")

/** Whether we serve the revision. For newer revisions the SDK's error lists those to fall back to. */
const isServed = (request: Request): boolean => {
  const version = versionOf(request)
  return version === null || version >= Revisions.modern || Revisions.legacy.includes(version)
}

const unserved = (request: Request) =>
  refusal(
    status.invalid_request_error,
    -32_000,
    `Bad Request: Unsupported protocol version: ${versionOf(request)} (supported versions: ${[Revisions.modern, ...Revisions.legacy].join(", ")})`,
    null
  )

/** Serves a request of any revision; `run` is passed along in its auth info. */
export type Serve = (request: Request, parsedBody: unknown, run: Run) => Promise<Response>

export const compile = (extension?: Extension): Serve => {
  const make = (authInfo: AuthInfo | undefined) => {
    const server = new Server(Revisions.info, extension?.options ?? product)
    const run = runOf(authInfo)
    install(server, run)
    extension?.install(server, run)
    return server
  }
  const modern = createMcpHandler(({ authInfo }) => make(authInfo), { legacy: "reject" })

  /** Serves the older revisions, with one JSON response: our tools send nothing before their result. */
  const serveLegacy = async (request: Request, parsedBody: unknown, authInfo: AuthInfo) => {
    const enableJsonResponse = extension === undefined
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse })
    await make(authInfo).connect(transport)
    return transport.handleRequest(request, { parsedBody, authInfo })
  }

  return (request, parsedBody, run) => {
    const refusal = refused(parsedBody)
    if (refusal !== undefined) return Promise.resolve(refusal)
    if (!isServed(request)) return Promise.resolve(unserved(request))
    const authInfo: AuthInfo = { token: "", clientId: "", scopes: [], extra: { run } }
    return isModern(request, parsedBody)
      ? modern.fetch(request, { parsedBody, authInfo })
      : serveLegacy(request, parsedBody, authInfo)
  }
}

/** The product's server options, for extensions to add to. */
export const options = product
