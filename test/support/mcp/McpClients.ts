/** The clients that users have: the official SDK's current and previous versions, and Effect's client. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2
} from "@modelcontextprotocol/client"
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Exit, Layer, Scope } from "effect"
import { McpClient, McpProtocol } from "effect/ai"
import { FetchHttpClient } from "effect/http"
import { Client as ClientOf2025 } from "sdk-2025-03/client/index.js"
import { StreamableHTTPClientTransport as TransportOf2025 } from "sdk-2025-03/client/streamableHttp.js"
import { InitializeResultSchema } from "sdk-2025-03/types.js"
import { TestService } from "../server/TestService.ts"
import { inFull } from "./McpMessages.ts"

export interface Session {
  /** The negotiated revision. */
  readonly version: string
  readonly tools: () => Promise<ReadonlyArray<any>>
  /** The result, including an error result. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<any>
  readonly close: () => Promise<void>
}

const info = { name: "test", version: "1.0.0" }

const authorization = (token: string) => ({ authorization: `Bearer ${token}` })

const requestInit = (token: string) => ({ requestInit: { headers: authorization(token) } })

/** The SDK's 1.x client. */
export const v1 = async (url: string, token: string, query = ""): Promise<Session> => {
  const client = new ClientV1(info)
  const transport = new TransportV1(new URL(`${url}/mcp${query}`), requestInit(token))
  await client.connect(transport as never)
  return {
    version: transport.protocolVersion!,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: inFull(name, args) as typeof args }),
    close: () => client.close()
  }
}

/** The SDK's client of spring 2025: it refuses an answer in a revision it does not know. */
const v1Early = async (url: string, token: string, query = ""): Promise<Session> => {
  const client = new ClientOf2025(info)
  const transport = new TransportOf2025(new URL(`${url}/mcp${query}`), requestInit(token))
  await client.connect(transport as never)
  const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: info }
  const { protocolVersion } = await client.request({ method: "initialize", params }, InitializeResultSchema)
  return {
    version: protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: inFull(name, args) as typeof args }),
    close: () => client.close()
  }
}

/** The SDK's 2.x client; it uses the old revisions unless told to negotiate. */
const sdk2 =
  (mode: "legacy" | "auto") =>
  async (url: string, token: string, query = ""): Promise<Session> => {
    const client = new ClientV2(info, { versionNegotiation: { mode } })
    await client.connect(new TransportV2(new URL(`${url}/mcp${query}`), requestInit(token)))
    return {
      version: client.getNegotiatedProtocolVersion()!,
      tools: async () => (await client.listTools()).tools,
      call: (name, args = {}) => client.callTool({ name, arguments: inFull(name, args) as typeof args }),
      close: () => client.close()
    }
  }

const v2Legacy = sdk2("legacy")
export const v2 = sdk2("auto")

/** A session of the SDK's current client, which lasts as long as the scope. */
export const open = (url: string, token: string) =>
  Effect.acquireRelease(
    Effect.promise(() => v2(url, token)),
    (session) => Effect.promise(() => session.close())
  )

/** The same in a new workspace. */
export const inWorkspace = Effect.gen(function* () {
  const service = yield* TestService
  const workspace = yield* service.workspace()
  return { service, workspace, session: yield* open(service.url, workspace.apiKey.token) }
})

/** Effect's client, which calls a listed tool by value, and fails on an error result. */
const effect =
  (protocol: typeof McpProtocol.v2025_11_25 | typeof McpProtocol.v2026_07_28) =>
  async (url: string, token: string, query = ""): Promise<Session> => {
    const scope = Scope.makeUnsafe()
    const connected = McpClient.layerHttp({
      ...info,
      protocol: protocol as typeof McpProtocol.v2026_07_28,
      url: `${url}/mcp${query}`,
      headers: authorization(token)
    }).pipe(Layer.provide(FetchHttpClient.layer))
    const client = await Effect.runPromise(
      Effect.flatMap(Layer.buildWithScope(connected, scope), (context) =>
        Effect.provide(McpClient.McpClient, context)
      )
    )
    const tools = await Effect.runPromise(client.listTools())
    return {
      version: client.protocolVersion,
      tools: async () => tools,
      call: (name, args = {}) =>
        Effect.runPromise(
          client
            .callTool({ tool: tools.find((tool) => tool.name === name)!, arguments: args })
            .pipe(Effect.catch((error: any) => Effect.succeed(error.reason.result)))
        ),
      close: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }

const effectLegacy = effect(McpProtocol.v2025_11_25 as never)
const effectModern = effect(McpProtocol.v2026_07_28)

/** Every client, with the revision it negotiates. */
export const all = [
  ["the SDK's 1.x client", v1, "2025-11-25"],
  ["the SDK's client of spring 2025", v1Early, "2025-03-26"],
  ["the SDK's 2.x client as it comes", v2Legacy, "2025-11-25"],
  ["the SDK's 2.x client that asks first", v2, "2026-07-28"],
  ["Effect's client of 2025-11-25", effectLegacy, "2025-11-25"],
  ["Effect's client of 2026-07-28", effectModern, "2026-07-28"]
] as const
