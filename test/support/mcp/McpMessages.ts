/** Raw messages to /mcp, for requests that no client library would send. */
import { request } from "node:http"
import { offered } from "../../../src/surfaces/mcp/tools/Definitions.ts"

export const modern = "2026-07-28"

const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" }
}

export interface Raw {
  readonly status: number
  readonly headers: Record<string, string | Array<string> | undefined>
  readonly body: any
}

/** Uses node:http, which lets a test set the Host header. */
export const send = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = typeof body === "string" ? body : body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(`${url}/mcp`, { method, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk) => (text += chunk))
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: text.startsWith("{") ? JSON.parse(text) : text
        })
      )
    })
    outgoing.on("error", reject)
    outgoing.end(sent)
  })

export const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json"
})

const writing = new Set(offered.filter(({ kind }) => kind !== "read").map(({ tool }) => tool))

/** The arguments of a call that asks for the whole answer, as REST gives it, unless they say which. */
export const inFull = (name: unknown, args: unknown) =>
  writing.has(String(name)) && typeof args === "object" && args !== null && !Array.isArray(args)
    ? { detail: "full", ...args }
    : args

const whole = (method: string, params: Record<string, unknown>) =>
  method === "tools/call" && "arguments" in params
    ? { ...params, arguments: inFull(params["name"], params["arguments"]) }
    : params

/** A request of 2025-11-25. */
export const legacy = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: whole(method, params as Record<string, unknown>)
})

/** A request of 2026-07-28, with the headers it needs. */
export const inModern = (method: string, params: Record<string, unknown> = {}) => ({
  body: { jsonrpc: "2.0", id: 1, method, params: { ...whole(method, params), _meta: meta } },
  headers: {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {})
  }
})
