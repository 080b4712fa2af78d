/** Messages that the stdio server forwards to /mcp. */
import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server"
import * as Revisions from "./Revisions.ts"

export interface ClientMessage {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** Sent with a call if the client can ask a person. */
  readonly capabilities?: object | undefined
}

/** Uses revision 2026-07-28 if the client's capabilities matter to the service, and 2025-11-25 otherwise. */
export const messageOf = ({ capabilities, method, params }: ClientMessage) => {
  const message = { jsonrpc: "2.0", id: 1, method }
  if (capabilities === undefined) {
    return { headers: { "mcp-protocol-version": "2025-11-25" }, body: { ...message, params } }
  }
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: Revisions.modern,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities
  }
  return {
    headers: {
      "mcp-protocol-version": Revisions.modern,
      "mcp-method": method,
      "mcp-name": String(params["name"])
    },
    body: { ...message, params: { ...params, _meta } }
  }
}
