/**
 * Answers plain tools/call messages, nearly all of the traffic, without creating an SDK server, which would cost more than the call itself.
 * Unusual messages go to the SDK. A test checks that both paths give the same response.
 */
import * as AgentName from "../../audit/rules/AgentName.ts"
import { isJson } from "../http/request/Body.ts"
import type { Fields } from "../http/request/Fields.ts"
import { isObject } from "./arguments/EmptyArguments.ts"
import { canAsk, keys } from "./Meta.ts"
import * as Revisions from "./Revisions.ts"
import { type Answered, structured } from "./results/Present.ts"
import { type Tool, tools } from "./tools/Tools.ts"

type Headers = Readonly<Record<string, string | undefined>>

export interface Plain {
  readonly id: string | number
  readonly tool: Tool
  readonly args: Fields
  readonly isModern: boolean
}

/** The maximum length of a message id, in characters, since the response repeats it. */
export const maxIdLength = 200

export const isId = (id: unknown): id is string | number =>
  typeof id === "string" ? id.length <= maxIdLength : Number.isSafeInteger(id)

const isClient = (info: unknown) =>
  info === undefined ||
  (isObject(info) && typeof info["name"] === "string" && typeof info["version"] === "string")

/** Whether the message has the envelope of 2026-07-28, and headers that match it. */
const isEnvelope = (headers: Headers, name: string, meta: Record<string, unknown>) => {
  const capabilities = meta[keys.capabilities]
  return (
    headers["mcp-protocol-version"] === Revisions.modern &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === name &&
    meta[keys.version] === Revisions.modern &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    isClient(meta[keys.client]) &&
    meta[keys.logLevel] === undefined &&
    meta["progressToken"] === undefined
  )
}

/** The client's own name; only 2026-07-28 sends it in each message. */
export const agentIn = (message: unknown): string | undefined => {
  if (!isObject(message) || !isObject(message["params"])) return undefined
  const { _meta: meta } = message["params"]
  return isObject(meta) ? AgentName.ofClient(meta[keys.client]) : undefined
}

const isLegacy = ({ "mcp-protocol-version": version }: Headers) =>
  version === undefined || Revisions.legacy.includes(version)

const knownParams = new Set(["name", "arguments", "_meta"])

/** The call in a message, if it is plain. */
export const callIn = (headers: Headers, message: unknown): Plain | undefined => {
  if (!isJson(headers["content-type"]) || !isObject(message)) return undefined
  const { id, jsonrpc, method, params } = message
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isObject(params)) return undefined
  if (!isId(id)) return undefined
  const { _meta: meta, arguments: args = {}, name } = params
  const tool = typeof name === "string" ? tools.get(name) : undefined
  if (tool === undefined || !isObject(args) || !Object.keys(params).every((key) => knownParams.has(key))) {
    return undefined
  }
  const isModern = isObject(meta) && isEnvelope(headers, name as string, meta)
  if (!isModern && (meta !== undefined || !isLegacy(headers))) return undefined
  if (isModern && canAsk(meta[keys.capabilities]) && tool.final(args) !== undefined) {
    return undefined
  }
  return { id, tool, args, isModern }
}

const served = { [keys.server]: Revisions.info }

/** Equals `JSON.stringify`, but reuses the existing text of the structured content. */
const textOf = (result: Answered): string => {
  const text = result[structured]
  if (text === undefined) return JSON.stringify(result)
  const { content, structuredContent: _, ...rest } = result
  const otherMembers = JSON.stringify(rest).slice(1)
  return `{"content":${JSON.stringify(content)},"structuredContent":${text}${otherMembers === "}" ? "" : ","}${otherMembers}`
}

export const answer = ({ id, isModern }: Pick<Plain, "id" | "isModern">, result: Answered): string => {
  const whole = isModern
    ? { ...result, resultType: "complete", _meta: { ...result._meta, ...served } }
    : result
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${textOf(whole)}}`
}
