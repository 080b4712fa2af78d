/** A local MCP server over stdio: forwards each call of a data tool to the service with an API key. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { Config, Effect, Redacted, Schema } from "effect"
import { Transform } from "node:stream"
import { type Envelope, render } from "../schema/Fault.ts"
import * as Json from "./surfaces/http/Json.ts"
import * as Protocol from "./surfaces/mcp/Protocol.ts"
import * as Revisions from "./surfaces/mcp/Revisions.ts"
import { tools } from "./surfaces/mcp/Tools.ts"

const settings = Config.all({
  url: Config.schema(Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/u)), "SALES_PIPELINE_URL").pipe(
    Config.withDefault("http://127.0.0.1:3000")
  ),
  key: Config.NonEmptyString("SALES_PIPELINE_API_KEY").pipe(Config.map(Redacted.make))
})

interface Service {
  readonly url: string
  readonly key: Redacted.Redacted
}

interface Sent {
  readonly method: string
  readonly params: unknown
}

const away = (url: string, cause: unknown): Envelope => {
  const reason =
    cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : "timeout"
  const message = `The service at ${url} does not answer (${reason}). Start it, or set SALES_PIPELINE_URL to where it listens; then call again.`
  return { error: { type: "api_error", code: "unavailable", message, request_id: "" } }
}

const headersFor = (key: Redacted.Redacted) => ({
  authorization: `Bearer ${Redacted.value(key)}`,
  "content-type": "application/json",
  "mcp-protocol-version": "2025-11-25"
})

/** The service's answer to one message; for an HTTP error, its envelope. */
const send = ({ key, url }: Service, message: Sent) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${url.replace(/\/+$/u, "")}/mcp`, {
        method: "POST",
        headers: headersFor(key),
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
        signal
      })
      return (await response.json()) as any
    },
    catch: (cause) => away(url, cause)
  }).pipe(Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.fail(away(url, undefined)) }))

/** Forwards a message and returns its result; `refused` turns an error envelope into a result. */
const forward = async <A>(
  service: Service,
  message: Sent,
  refused: (envelope: Envelope) => A | Promise<A>
) => {
  const { error, result } = await Effect.runPromise(Effect.catch(send(service, message), Effect.succeed))
  if (result !== undefined) return result as A
  return typeof error?.code === "number"
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

const data = Array.from(tools.values()).filter((tool) => tool.isData)
const names = data.map((tool) => tool.definition.name)

/** Only tools listed here can be called here: cards and images are on /mcp only. */
const notListed = (name: string) =>
  tools.has(name)
    ? new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${name} over stdio: connect to /mcp of the service for cards and images`
      )
    : Protocol.unknown("tool", name, names)

/** A call's refused arguments are replaced by their fault under this name, which no tool uses as an argument. */
const refusedKey = "\u0000refused"

/** A line as received; if parsing would change it (a number with too many digits), the line with its fault instead. */
const vetted = (line: string): string => {
  const refusal = Json.refusal(line)
  if (refusal === undefined) return line
  const rewritten = Effect.map(Json.parseUnvetted(line), (message: any) =>
    message?.method === "tools/call"
      ? JSON.stringify({
          ...message,
          params: { ...message.params, arguments: { [refusedKey]: render(refusal, "") } }
        })
      : line
  )
  return Effect.runSync(Effect.orElseSucceed(Effect.sandbox(rewritten), () => line))
}

/** The longest line that is checked, in bytes; the SDK gives up on longer lines. */
const longestLine = 10 * 1024 * 1024

/** Standard input, line by line, checked before the SDK parses its numbers. */
const lines = () => {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        this.push(`${vetted(rest.toString("utf8", 0, end))}\n`)
        rest = rest.subarray(end + 1)
      }
      if (rest.length > longestLine) {
        this.push(rest)
        rest = Buffer.alloc(0)
      }
      done()
    },
    flush(done) {
      done(null, rest)
    }
  })
}

const refusedIn = ({ arguments: args }: { readonly arguments?: Record<string, unknown> | undefined }) =>
  args?.[refusedKey] as Envelope | undefined

const make = (service: Service) => {
  const server = new Server(Revisions.info, Protocol.options)
  server.setRequestHandler("tools/list", () => ({ tools: data.map((tool) => tool.definition) }))
  server.setRequestHandler("tools/call", ({ params }) => {
    if (!names.includes(params.name)) return Promise.reject(notListed(params.name))
    const refused = refusedIn(params)
    return refused === undefined
      ? forward(service, { method: "tools/call", params }, asResult)
      : asResult(refused)
  })
  Protocol.installPrompts(server)
  Protocol.installResources(server, (uri) =>
    forward(service, { method: "resources/read", params: { uri } }, asFailure)
  )
  return server
}

const main = Effect.matchEffect(settings, {
  onFailure: (error) =>
    Effect.sync(() => {
      const name = error.message.includes("SALES_PIPELINE_URL")
        ? "SALES_PIPELINE_URL"
        : "SALES_PIPELINE_API_KEY"
      const what = name.endsWith("URL")
        ? "the address of the service"
        : "an API key of your workspace (svc_live_…)"
      process.stderr.write(`sales-pipeline: set ${name} to ${what}\n`)
      process.exitCode = 1
    }),
  onSuccess: (service) =>
    Effect.sync(() =>
      serveStdio(() => make(service), { transport: new StdioServerTransport(process.stdin.pipe(lines())) })
    )
})

Effect.runFork(main)
