/** The service that a script is played against, with the key of a rehearsal. */
import * as Http from "../rig/Http.ts"

export interface Reply {
  readonly status: number
  readonly requestId: string
  readonly body: any
}

export interface Service {
  readonly rest: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Reply>
  readonly tool: (name: string, args: object) => Promise<Reply>
}

const protocol = "2025-06-18"

/** What a tool's result says; its error has the same envelope as REST's. */
const ofTool = (answer: Reply): Reply => {
  const { error, result } = answer.body ?? {}
  if (result === undefined) {
    const message = error?.message ?? "The service gave no result."
    const envelope =
      answer.body?.error?.type === undefined ? { error: { code: "invalid_call", message } } : answer.body
    return { ...answer, status: answer.status >= 400 ? answer.status : 400, body: envelope }
  }
  const text = result.content?.find((part: any) => part.type === "text")?.text
  const body = result.structuredContent ?? (text === undefined ? {} : { text })
  return { ...answer, status: result.isError === true ? 400 : 200, body }
}

export const of = (url: string, key: string): Service => {
  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>
  ) => {
    const asked = { method, url: url + path, token: key, body, headers }
    const { error, headers: answered, status, text } = await Http.send(undefined, asked)
    if (status === undefined) throw new Error(`${method} ${path} was not answered: ${error}`)
    const isJson = answered["content-type"]?.startsWith("application/json") === true && text !== ""
    return {
      status,
      requestId: String(answered["service-request-id"] ?? ""),
      body: isJson ? JSON.parse(text) : undefined
    }
  }
  return {
    rest: (method, path, body, headers = {}) => send(method, path, body, headers),
    tool: async (name, args) => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
      const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": protocol }
      return ofTool(await send("POST", "/mcp", message, headers))
    }
  }
}
