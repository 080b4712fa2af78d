/** Tools, derived from the registry and compiled once: how one is called. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { type Fault, isFailure, render } from "../../../schema/Fault.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { proseOf } from "../../domain/reports/ReportProse.ts"
import { Call } from "../../Call.ts"
import * as Invoke from "../../Invoke.ts"
import * as Operation from "../../contract/Operation.ts"
import { operations } from "../../Registry.ts"
import * as Answer from "../http/Answer.ts"
import { Exchange } from "../http/Exchange.ts"
import type { Fields } from "../http/Fields.ts"
import * as Arguments from "./Arguments.ts"
import { budget } from "./Budget.ts"
import { describe, narrowed, offered, type Offered } from "./Definitions.ts"
import * as History from "./History.ts"
import * as Lists from "./Lists.ts"
import * as Resolve from "./Resolve.ts"

export interface Tool {
  readonly definition: Definition
  /** Whether it gives data; the others show something, and exist on /mcp alone. */
  readonly isData: boolean
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (args: Fields) => ReadonlyArray<Scope>
  readonly call: (
    args: Fields
  ) => Effect.Effect<CallToolResult, never, Actor | Exchange | Invoke.Dependencies>
}

/** All of the answer twice: some clients read the text, others what is structured. */
const result = (body: string, says: unknown, isError: boolean): CallToolResult => ({
  content: [{ type: "text", text: body }],
  structuredContent: (says ?? JSON.parse(body)) as NonNullable<CallToolResult["structuredContent"]>,
  ...(isError ? { isError } : {})
})

/** The words twice as well: a client that finds something structured often gives its model nothing else. */
const card = (summary: string, says: object): CallToolResult => ({
  content: [{ type: "text", text: summary }],
  structuredContent: { summary, ...says }
})

/** Nothing structured beside an image, which the same clients would give in place of it. */
const picture = ({ png, ...rest }: { readonly png: string }): CallToolResult => ({
  content: [
    { type: "image", data: png, mimeType: "image/png" },
    { type: "text", text: JSON.stringify(rest) }
  ]
})

/** What a client gets of an answer: all of it, or in words beside the card, or as a picture. */
const present = ({ shows }: Offered, { body, encoded, status, warning }: Invoke.Answer): CallToolResult => {
  if (isFailure(status)) return result(body, encoded, true)
  if (warning !== undefined) {
    const says = { ...JSON.parse(body), warnings: [warning] }
    return result(JSON.stringify(says), says, false)
  }
  if (shows === undefined) {
    const cut = Buffer.byteLength(body) > budget ? History.cut(JSON.parse(body)) : undefined
    return cut === undefined ? result(body, encoded, false) : result(JSON.stringify(cut), cut, false)
  }
  const says = JSON.parse(body)
  return shows === "image" ? picture(says) : card(proseOf(shows, says), says)
}

/** A model sees no headers, so the seconds to wait are told in the envelope. */
export const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  const { error } = render(fault, requestId)
  const { retryAfter } = fault
  const envelope = {
    error: retryAfter === undefined ? error : { ...error, meta: { ...error.meta, retryAfter } }
  }
  return result(JSON.stringify(envelope), envelope, true)
})

/** The operation as a tool runs it, and as it is described. */
const derive = (offered: Offered) => {
  const operation = operations.find(({ id }) => id === offered.id)!
  return { ...Lists.derive(Resolve.derive(narrowed(operation))), ...offered }
}

const compile = (offered: Offered): Tool => {
  const invoke = Invoke.compile(derive(offered))
  const decode = Arguments.decoder(offered)
  const call = Effect.fnUntraced(function* (args: Fields) {
    const { headers, requestId } = yield* Exchange
    const { key, ...input } = decode(args)
    const answer = yield* invoke(input).pipe(Effect.provideService(Call, { requestId, idempotencyKey: key }))
    if (answer.replayed) headers["idempotent-replayed"] = "true"
    return present(offered, answer)
  })
  return {
    definition: describe(offered),
    isData: offered.shows === undefined,
    scopesFor: (args) => Operation.scopesFor(offered, args),
    call: (args) =>
      Effect.catchCause(call(args), (cause) => Effect.flatMap(Answer.faultOf(cause), refusal)) as never
  }
}

/** Every tool, by its name, in the order of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map(offered.map((one) => [one.tool, compile(one)]))
