/** An agent's side of /mcp: calls tools as a model would, reads the text of the answers, and counts what that costs. */
import { bearer, inModern, send } from "../../support/mcp/McpMessages.ts"
import { tokensIn } from "../../support/mcp/Tokens.ts"

export interface Usage {
  readonly calls: number
  readonly failed: number
  /** Tokens the model writes: names and arguments of its calls. */
  readonly written: number
  /** Tokens the model reads: the text of the answers. */
  readonly read: number
}

export interface Reply {
  /** What the text says: JSON as a value, words as they are. */
  readonly value: any
  readonly failed: boolean
  /** The text a model reads. */
  readonly text: string
}

/** Gets each result as the protocol sends it. */
export type Heard = (tool: string, result: any) => void

/** Opens a session that knows nothing of others. */
export type Connect = () => Agent

export class Agent {
  readonly #url: string
  readonly #token: string
  readonly #heard: Heard
  #usage: Usage = { calls: 0, failed: 0, written: 0, read: 0 }

  constructor(url: string, token: string, heard: Heard = () => {}) {
    this.#url = url
    this.#token = token
    this.#heard = heard
  }

  get usage(): Usage {
    return this.#usage
  }

  async try(name: string, args: unknown = {}): Promise<Reply> {
    const { body, headers } = inModern("tools/call", { name, arguments: args })
    const answer = await send(this.#url, "POST", { ...bearer(this.#token), ...headers }, body)
    const { error, result } = answer.body
    if (result !== undefined) this.#heard(name, result)
    const refusal: string | undefined = error?.message
    // An unknown tool is a JSON-RPC error; a missing scope is an HTTP 403 with an envelope.
    const parts = result?.content.filter((part: any) => part.type === "text") ?? [{ text: refusal }]
    const text: string = parts[0].text
    const whole = parts.map((part: any) => part.text).join("\n")
    const failed = result === undefined || result.isError === true
    this.#count(tokensIn(name) + tokensIn(JSON.stringify(args)), whole, failed)
    return { value: text.startsWith("{") ? JSON.parse(text) : text, failed, text: whole }
  }

  #count(written: number, text: string, failed: boolean) {
    const before = this.#usage
    this.#usage = {
      calls: before.calls + 1,
      failed: before.failed + (failed ? 1 : 0),
      written: before.written + written,
      read: before.read + tokensIn(text)
    }
  }

  /** Sends a file as an agent with a shell does. Its command and what that prints count like a call. */
  async upload(url: string, file: string, bytes: Uint8Array<ArrayBuffer>): Promise<any> {
    const response = await fetch(url, { method: "PUT", body: bytes })
    const text = await response.text()
    this.#count(tokensIn(`curl -sT ${file} ${url}`), text, !response.ok)
    return JSON.parse(text)
  }

  /** The value of an answer, whether a success or an error. */
  async call(name: string, args: unknown = {}): Promise<any> {
    return (await this.try(name, args)).value
  }
}
