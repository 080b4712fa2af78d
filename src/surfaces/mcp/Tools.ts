/** Tools, built from the registry and compiled once: how they are called. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { type Fault, isFailure, render } from "../../../schema/Fault.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { proseOf } from "../../domain/reports/ReportProse.ts"
import { Call } from "../../Call.ts"
import * as Encoded from "../../Encoded.ts"
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
  /** Whether it returns data; the other tools show a card or an image, and exist only on /mcp. */
  readonly isData: boolean
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (args: Fields) => ReadonlyArray<Scope>
  readonly call: (
    args: Fields
  ) => Effect.Effect<CallToolResult, never, Actor | Exchange | Invoke.Dependencies>
}

/** The result twice: some clients read the text, others the structured content. */
const result = ({ text, value }: Encoded.Encoded, isError = false): CallToolResult => ({
  content: [{ type: "text", text }],
  structuredContent: value as NonNullable<CallToolResult["structuredContent"]>,
  ...(isError ? { isError } : {})
})

/** The summary twice as well: clients that find structured content often pass nothing else to their model. */
const card = (summary: string, says: object): CallToolResult => ({
  content: [{ type: "text", text: summary }],
  structuredContent: { summary, ...says }
})

/** No structured content beside an image, because the same clients would pass it on instead of the image. */
const picture = ({ png, ...rest }: { readonly png: string }): CallToolResult => ({
  content: [
    { type: "image", data: png, mimeType: "image/png" },
    { type: "text", text: JSON.stringify(rest) }
  ]
})

/** The result a client gets: data, a summary beside a card, or an image. */
const present = ({ shows }: Offered, { encoded, status, warning }: Invoke.Answer): CallToolResult => {
  if (isFailure(status)) return result(encoded, true)
  if (warning !== undefined) {
    return result(Encoded.of({ ...(encoded.value as object), warnings: [warning] }))
  }
  if (shows === undefined) {
    const cut = Buffer.byteLength(encoded.text) > budget ? History.cut(encoded.value) : undefined
    return result(cut === undefined ? encoded : Encoded.of(cut))
  }
  // Parsed from the text as a card does, so that sums too large for an exact number are numbers too.
  const { value } = Encoded.read(encoded.text)
  return shows === "image"
    ? picture(value as { readonly png: string })
    : card(proseOf(shows, value), value as object)
}

/** Models don't see headers, so the envelope holds the seconds to wait. */
export const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  const { error } = render(fault, requestId)
  const { retryAfter } = fault
  const envelope = {
    error: retryAfter === undefined ? error : { ...error, meta: { ...error.meta, retryAfter } }
  }
  return result(Encoded.of(envelope), true)
})

/** The operation as a tool runs and describes it. */
const derive = (offered: Offered) => {
  const operation = operations.find(({ id }) => id === offered.id)!
  return { ...Lists.derive(Resolve.derive(narrowed(operation))), ...offered }
}

const compile = (offered: Offered): Tool => {
  const invoke = Invoke.compile(derive(offered))
  const decode = Arguments.decoder(offered)
  const call = Effect.fnUntraced(function* (args: Fields) {
    const { headers, requestId } = yield* Exchange
    const { headers: heeded, key, ...input } = decode(args)
    const call = { requestId, idempotencyKey: key, headers: heeded }
    const answer = yield* Effect.provideService(invoke(input), Call, call)
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
