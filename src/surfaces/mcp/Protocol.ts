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
import { Result } from "effect"
import type { Actor } from "../../../layers/identity/Actor.ts"
import { nearest } from "../../shared/Nearest.ts"
import { membersOf } from "./arguments/EmptyArguments.ts"
import * as CallTool from "./tools/CallTool.ts"
import * as FindTools from "./tools/FindTools.ts"
import * as RequestAccess from "./tools/RequestAccess.ts"
import * as Completions from "./resources/Completions.ts"
import * as Confirm from "./tools/Confirm.ts"
import * as Present from "./results/Present.ts"
import * as Prompts from "./resources/Prompts.ts"
import * as MessageErrors from "./MessageErrors.ts"
import * as Resources from "./resources/Resources.ts"
import * as Revisions from "./Revisions.ts"
import * as Sources from "./resources/Sources.ts"
import { type Run, tools } from "./tools/Tools.ts"
import * as Toolsets from "./tools/Toolsets.ts"
import * as View from "./tools/View.ts"

/** Additions of a test build. */
export interface Extension {
  readonly options: ServerOptions
  /** Adds or replaces handlers. */
  readonly install: (server: Server, run: Run) => void
}

/** Lists depend on the caller and the address, and a caller's scopes and role may change. Reads aren't cached. */
const listCaching = { ttlMs: 60_000, cacheScope: "private" } as const
const readCaching = { ttlMs: 0, cacheScope: "private" } as const

const product: ServerOptions = {
  capabilities: {
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    extensions: { "io.modelcontextprotocol/ui": {} }
  },
  instructions: View.fullView.instructions,
  supportedProtocolVersions: [...Revisions.legacy],
  cacheHints: {
    "tools/list": listCaching,
    "prompts/list": listCaching,
    "resources/list": listCaching,
    "resources/templates/list": listCaching,
    "resources/read": readCaching,
    "server/discover": listCaching
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

/** The error for a tool that doesn't exist. */
export const unknownTool = (name: string, usable: ReturnType<View.View["usable"]>) => {
  const names = FindTools.namesLike(name, usable)
  const hint = names.length === 0 ? "find_tools finds tools" : `did you mean ${names.join(", ")}?`
  return invalid(`There is no tool ${cut(name)}; ${hint}`)
}

const promptNames = Prompts.list.map((prompt) => prompt.name)

export const callTool = async (
  { arguments: args = {}, name }: CallToolRequest["params"],
  run: Run,
  confirmation: Confirm.Confirmation,
  { asked, gaveUp, scopes, usable } = View.fullView
) => {
  if (name === RequestAccess.name) return RequestAccess.answer(args, scopes, gaveUp)
  const found = name === FindTools.name ? FindTools : name === CallTool.name ? CallTool : undefined
  if (found !== undefined) return Present.inForm(await run(found.answer(args, usable())), asked.content)
  const refusal = Toolsets.refusal(asked, name)
  if (refusal !== undefined) return Promise.reject(invalid(refusal))
  const tool = tools.get(name)
  if (tool === undefined) return Promise.reject(unknownTool(name, usable()))
  const outcome = await run(Confirm.call(tool, args, confirmation))
  return Result.isSuccess(outcome)
    ? Present.inForm(outcome.success, asked.content)
    : Promise.reject(outcome.failure)
}

export const readResource = async (uri: string, run: Run, { asked } = View.fullView) => {
  const refusal = Toolsets.refusal(asked, Sources.sourceOf(uri)?.tool ?? "")
  if (refusal !== undefined) return Promise.reject(invalid(refusal))
  const read = await run(Resources.read(uri))
  return Result.isSuccess(read) ? read.success : Promise.reject(read.failure)
}

export const installResources = (
  server: Server,
  read: (uri: string) => Promise<ReadResourceResult>,
  { resources, templates } = View.fullView
) => {
  server.setRequestHandler("resources/list", () => ({ resources: [...resources] }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...templates]
  }))
  server.setRequestHandler("resources/read", ({ params }) => read(params.uri))
}

export const installPrompts = (server: Server, { prompts } = View.fullView) => {
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts] }))
  server.setRequestHandler("prompts/get", ({ params: { arguments: args = {}, name } }) => {
    const problem = Prompts.problem(name, args)
    if (problem !== undefined) return Promise.reject(invalid(problem))
    return Prompts.get(name, args) ?? Promise.reject(unknown("prompt", name, promptNames))
  })
}

const install = (server: Server, { run }: RequestContext, view: View.View) => {
  server.setRequestHandler("tools/list", () => ({ tools: [...view.tools()] }))
  server.setRequestHandler("tools/call", ({ params }, context) =>
    callTool(params, run, Confirm.toldBy(context), view)
  )
  installResources(server, (uri) => readResource(uri, run, view), view)
  installPrompts(server, view)
  Completions.install(server, (params) => Completions.answer(params, run))
}

/** The context of a request. */
interface RequestContext {
  /** The address of the service. */
  readonly base: string
  readonly run: Run
  readonly actor: Actor["Service"]
  readonly asked: Toolsets.Selection
}

const servedBy = (authInfo: AuthInfo | undefined) =>
  authInfo!.extra!["served"] as RequestContext & { readonly info: typeof Revisions.info }

/** Clients read the icon when they connect; other responses of 2026-07-28 repeat only name and version. */
const infoFor = (body: unknown, { base }: RequestContext): typeof Revisions.info => {
  const { method } = membersOf(body)
  return method === "initialize" || method === "server/discover" ? Revisions.infoAt(base) : Revisions.info
}

/** Whether a request claims a revision without sessions. The result equals that of the SDK's own predicate, in half the time. */
const isModern = (request: Request, body: unknown): boolean =>
  (request.headers.get("mcp-protocol-version") ?? "") >= Revisions.modern ||
  membersOf(membersOf(membersOf(body)["params"])["_meta"])[PROTOCOL_VERSION_META_KEY] !== undefined

/** Serves a request of any revision; its auth info carries `served`. */
export type Serve = (request: Request, parsedBody: unknown, served: RequestContext) => Promise<Response>

export const compile = (extension?: Extension): Serve => {
  const make = (authInfo: AuthInfo | undefined) => {
    const served = servedBy(authInfo)
    const view = View.of(served.asked, served.actor)
    const { instructions } = view
    const server = new Server(served.info, extension?.options ?? { ...product, instructions })
    install(server, served, view)
    extension?.install(server, served.run)
    return server
  }
  const modern = createMcpHandler(({ authInfo }) => make(authInfo), { legacy: "reject" })

  /** Serves older protocol versions with a JSON response instead of a stream, because tools send only a result. */
  const serveLegacy = async (request: Request, parsedBody: unknown, authInfo: AuthInfo) => {
    const enableJsonResponse = extension === undefined
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse })
    await make(authInfo).connect(transport)
    return transport.handleRequest(request, { parsedBody, authInfo })
  }

  return (request, parsedBody, served) => {
    const refusal = MessageErrors.of(request, parsedBody)
    if (refusal !== undefined) return Promise.resolve(refusal)
    const authInfo: AuthInfo = {
      token: "",
      clientId: "",
      scopes: [],
      extra: { served: { ...served, info: infoFor(parsedBody, served) } }
    }
    return isModern(request, parsedBody)
      ? modern.fetch(request, { parsedBody, authInfo })
      : serveLegacy(request, parsedBody, authInfo)
  }
}

/** The product's server options, for extensions to add to. */
export const options = product
