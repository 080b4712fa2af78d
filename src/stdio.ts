/** A local MCP server over stdio. Forwards each call of a data tool to the service with an API key. */
import {
  type CallToolRequest,
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server
} from "@modelcontextprotocol/server"
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Redacted } from "effect"
import { bridge } from "../layers/settings/StdioSettings.ts"
import * as Environment from "../layers/settings/Environment.ts"
import { type Envelope } from "../schema/Fault.ts"
import * as SignIn from "./SignIn.ts"
import * as AgentName from "./audit/rules/AgentName.ts"
import * as Completions from "./surfaces/mcp/resources/Completions.ts"
import * as CallTool from "./surfaces/mcp/tools/CallTool.ts"
import { type ClientMessage, messageOf } from "./surfaces/mcp/BridgeMessage.ts"
import * as Confirm from "./surfaces/mcp/tools/Confirm.ts"
import * as FindTools from "./surfaces/mcp/tools/FindTools.ts"
import { canAsk } from "./surfaces/mcp/Meta.ts"
import * as Protocol from "./surfaces/mcp/Protocol.ts"
import * as Revisions from "./surfaces/mcp/Revisions.ts"
import * as StdinLines from "./surfaces/mcp/StdinLines.ts"
import { tools } from "./surfaces/mcp/tools/Tools.ts"
import * as Toolsets from "./surfaces/mcp/tools/Toolsets.ts"
import * as View from "./surfaces/mcp/tools/View.ts"

interface Service {
  readonly url: string
  /** Returns a valid credential. */
  readonly token: () => Promise<string>
  readonly asked: Toolsets.Selection
  /** The header with the client's name. */
  readonly agent: () => { readonly agent?: string }
}

/** A header can only contain ASCII. */
const agentOf = (client: unknown) => {
  const name = AgentName.ofClient(client)?.replaceAll(/[^ -~]/gu, "?")
  return name === undefined ? {} : { agent: name }
}

/** The selected tools, in the query format of /mcp. */
const askedOf = ({ readonly, toolset }: { readonly toolset: string; readonly readonly: string }) =>
  Toolsets.of(
    `?${new URLSearchParams({ ...(toolset !== "" && { toolset }), ...(readonly !== "" && { readonly }) })}`
  )

const away = (url: string, cause: unknown): Envelope => {
  const reason =
    cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : "timeout"
  const message = `The service at ${url} does not answer (${reason}). Start it, or set SALES_PIPELINE_URL to where it listens; then call again.`
  return { error: { type: "api_error", code: "unavailable", message, request_id: "" } }
}

const headersFor = ({ agent }: Service, token: string) => ({
  ...agent(),
  authorization: `Bearer ${token}`,
  "content-type": "application/json"
})

/** The sign-in has expired; the rejection says how to sign in again. */
const signedOut = (cause: unknown): Envelope => ({
  error: {
    type: "authentication_error",
    code: "invalid_credential",
    message: (cause as Error).message,
    request_id: ""
  }
})

/** The service's answer to one message; for an HTTP error, its error envelope. */
type Answer = { readonly result?: unknown; readonly error: ProtocolFailure | Envelope["error"] }
type ProtocolFailure = Pick<ProtocolError, "code" | "message" | "data">

const isOfProtocol = (error: Answer["error"] | undefined): error is ProtocolFailure =>
  typeof error?.code === "number"

const send = Effect.fnUntraced(function* (service: Service, message: ClientMessage) {
  const token = yield* Effect.tryPromise({ try: service.token, catch: signedOut })
  return yield* Effect.tryPromise({
    try: async (signal) => {
      const { body, headers } = messageOf(message)
      const response = await fetch(
        `${service.url.replace(/\/+$/u, "")}/mcp?${Toolsets.queryOf(service.asked)}`,
        {
          method: "POST",
          headers: { ...headersFor(service, token), ...headers },
          body: JSON.stringify(body),
          signal
        }
      )
      return (await response.json()) as Answer
    },
    catch: (cause) => away(service.url, cause)
  }).pipe(
    Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.fail(away(service.url, undefined)) })
  )
})

/** Forwards a message and returns its result. `refused` converts an error envelope. */
const forward = async <A>(
  service: Service,
  message: ClientMessage,
  refused: (envelope: Envelope) => A | Promise<A>
) => {
  const answered = Effect.catch(send(service, message), Effect.succeed)
  const { error, result }: Answer = await Effect.runPromise(answered)
  if (result !== undefined) return result as A
  return isOfProtocol(error)
    ? Promise.reject(new ProtocolError(error.code, error.message, error.data))
    : refused({ error })
}

const asResult = (envelope: Envelope): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(envelope) }],
  structuredContent: { ...envelope },
  isError: true
})

const asFailure = (envelope: Envelope) =>
  Promise.reject(new ProtocolError(ProtocolErrorCode.InternalError, envelope.error.message, envelope))

const names = [
  ...Array.from(tools.values()).flatMap((tool) => (tool.isData ? [tool.name] : [])),
  ...[FindTools.name, CallTool.name]
]

const data = ({ tools }: Pick<ListToolsResult, "tools">) => ({
  tools: tools.filter(({ name }) => names.includes(name))
})

/** Cards and images are only available on /mcp. */
const notOffered = (name: string, view: View.View) =>
  tools.has(name)
    ? new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${name} over stdio: connect to /mcp of the service for cards and images`
      )
    : Protocol.unknownTool(name, view.usable())

/** The tool that a call is for. */
const toolOf = ({ arguments: args, name }: CallToolRequest["params"]): string =>
  name === CallTool.name
    ? String(CallTool.callIn(args ?? {}, (one) => tools.has(one))?.["name"] ?? name)
    : name

const make = (baseService: Service) => {
  const view = View.of(baseService.asked, View.anyone)
  const { instructions } = view
  const server = new Server(Revisions.infoAt(baseService.url.replace(/\/+$/u, "")), {
    ...Protocol.options,
    instructions
  })
  const service = { ...baseService, agent: () => agentOf(server.getClientVersion()) }
  // Tools that the key allows; all tools if the service is unavailable, so that a client that lists them once has them later.
  server.setRequestHandler("tools/list", async () =>
    data(
      await forward<Pick<ListToolsResult, "tools">>(service, { method: "tools/list", params: {} }, () => ({
        tools: [...view.tools()]
      }))
    )
  )
  server.setRequestHandler("tools/call", ({ params: { _meta, ...call } }, context) => {
    const tool = toolOf(call)
    if (!names.includes(tool)) return Promise.reject(notOffered(tool, view))
    const refused = StdinLines.refusedIn(call)
    if (refused !== undefined) return asResult(refused)
    const confirmation = Confirm.toldBy(context)
    const clientCapabilities = confirmation.capabilities ?? server.getClientCapabilities()
    const capabilities = canAsk(clientCapabilities) ? { elicitation: {} } : undefined
    const params = { ...call, inputResponses: confirmation.responses, requestState: confirmation.state }
    return forward<CallToolResult>(service, { method: "tools/call", params, capabilities }, asResult)
  })
  Protocol.installPrompts(server, view)
  Protocol.installResources(
    server,
    (uri) => forward(service, { method: "resources/read", params: { uri } }, asFailure),
    view
  )
  Completions.install(server, ({ _meta, ...params }) =>
    forward(service, { method: "completion/complete", params }, asFailure)
  )
  return server
}

const configured = Effect.gen(function* () {
  const { key, ...set } = yield* Environment.read(bridge)
  const asked = yield* askedOf(set)
  if (key !== undefined) {
    const token = () => Promise.resolve(Redacted.value(key))
    return { url: set.url, token, asked, agent: () => ({}) } satisfies Service
  }
  const known = SignIn.signIn()
  if (known === undefined) {
    return yield* new Environment.SettingsError({
      message:
        "set SALES_PIPELINE_API_KEY to an API key of your workspace (svc_live_…), or sign in: the command `sales-pipeline login`, then `sales-pipeline mcp`"
    })
  }
  const { token, url } = yield* Effect.tryPromise({
    try: () => known,
    catch: (cause) => new Environment.SettingsError({ message: (cause as Error).message })
  })
  return { url, token, asked, agent: () => ({}) } satisfies Service
}).pipe(Effect.provide(NodeFileSystem.layer))

/** Describes which setting is wrong and how to fix it. */
const complaintOf = ({ _tag, message }: { readonly _tag: string; readonly message: string }) => {
  if (_tag === "SettingsError") return message
  return message.startsWith("readonly")
    ? "set SALES_PIPELINE_READONLY to true or false"
    : `set SALES_PIPELINE_TOOLSET to sets there are, separated by commas: ${Toolsets.names.join(", ")}`
}

const main = Effect.matchEffect(configured, {
  onFailure: (error) =>
    Effect.sync(() => {
      process.stderr.write(`sales-pipeline: ${complaintOf(error)}\n`)
      process.exitCode = 1
    }),
  onSuccess: (service) =>
    Effect.sync(() =>
      serveStdio(() => make(service), {
        transport: new StdioServerTransport(process.stdin.pipe(StdinLines.make()))
      })
    )
})

Effect.runFork(main)
