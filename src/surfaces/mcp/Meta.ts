/** Names of the protocol for plain calls, which don't load the SDK (Meta.test.ts compares them with it). */
import { isObject } from "./arguments/EmptyArguments.ts"

/** The keys of `_meta`. */
export const keys = {
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  server: "io.modelcontextprotocol/serverInfo",
  version: "io.modelcontextprotocol/protocolVersion"
} as const

/** The error codes. */
export const codes = { parseError: -32_700, invalidRequest: -32_600, invalidParams: -32_602 } as const

/** Whether the client can show forms. `elicitation: {}` means forms, because older revisions had no other mode. */
export const canAsk = (capabilities: unknown): boolean => {
  const mode = isObject(capabilities) ? capabilities["elicitation"] : undefined
  return isObject(mode) && (mode["form"] !== undefined || Object.keys(mode).length === 0)
}
