/** An agent's side of /mcp: calls tools as a model would, and counts the tokens of the answers, which the model reads. */
import type { Client } from "../../support/server/TestService.ts"
import { bearer, inModern, send } from "../../support/mcp/McpMessages.ts"
import { tokensIn } from "../../../scripts/tokens.ts"

/** Random ids take 18 to 30 tokens. This one takes 23, their average, so that counts are the same in each run. */
const averageId = "01a22e19-6ac6-7dcd-be50-a5c0060c07bb"

const withoutChance = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/gu, averageId)
    .replaceAll(/(?<=untrusted-)[\da-f]{8}/gu, "af68a384")

interface Reply {
  /** The text as a value if it is JSON, else the text. */
  readonly value: any
  readonly failed: boolean
  readonly text: string
}

export class Agent {
  calls = 0
  failed = 0
  tokensRead = 0
  readonly #url: string
  readonly #token: string
  readonly #check: (tool: string, result: any) => void

  /** `check` gets each result as the protocol sends it. */
  constructor(url: string, token: string, check: (tool: string, result: any) => void) {
    this.#url = url
    this.#token = token
    this.#check = check
  }

  async try(name: string, args: unknown = {}): Promise<Reply> {
    const { body, headers } = inModern("tools/call", { name, arguments: args })
    const answer = await send(this.#url, "POST", { ...bearer(this.#token), ...headers }, body)
    const { error, result } = answer.body
    if (result !== undefined) this.#check(name, result)
    // An unknown tool is a JSON-RPC error; a missing scope is an HTTP 403 with an envelope.
    const parts = result?.content.filter((part: any) => part.type === "text") ?? [{ text: error?.message }]
    const first: string = parts[0].text
    const text: string = parts.map((part: any) => part.text).join("\n")
    const failed = result === undefined || result.isError === true
    this.#count(text, failed)
    return { value: first.startsWith("{") ? JSON.parse(first) : first, failed, text }
  }

  /** The value of an answer, whether a success or an error. */
  async call(name: string, args: unknown = {}): Promise<any> {
    return (await this.try(name, args)).value
  }

  /** Finds a tool that isn't listed, by what the agent is looking for, and calls it. */
  async reach(q: string, name: string, args: unknown): Promise<any> {
    const found = await this.call("find_tools", { q })
    const isFound = found.data.some((tool: any) => tool.name === name)
    if (!isFound)
      throw new Error(`find_tools ${q} finds no ${name}: ${found.data.map((tool: any) => tool.name).join()}`)
    return this.call("call_tool", { name, arguments: args })
  }

  /** Sends a file as an agent with a shell does; what that prints counts like an answer. */
  async upload(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<any> {
    const response = await fetch(url, { method: "PUT", body: bytes })
    const text = await response.text()
    this.#count(text, !response.ok)
    return JSON.parse(text)
  }

  #count(text: string, failed: boolean) {
    this.calls++
    if (failed) this.failed++
    this.tokensRead += tokensIn(withoutChance(text))
  }
}

/** The body of a REST request's answer; a refused request fails. */
export type Rest = (method: string, path: string, body?: unknown) => Promise<any>

export const restOf =
  ({ send }: { readonly send: Client["send"] }): Rest =>
  async (method, path, body) => {
    const answer = await send(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
