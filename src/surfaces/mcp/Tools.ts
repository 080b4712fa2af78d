/** Tools, derived from the registry and compiled once: what a client is told of them, and how one is called. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { Actor } from "../../../layers/Actor.ts"
import { type Fault, render } from "../../../schema/Fault.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { proseOf } from "../../domain/ReportProse.ts"
import { Call } from "../../Call.ts"
import * as Invoke from "../../Invoke.ts"
import type * as Operation from "../../Operation.ts"
import { operations } from "../../Registry.ts"
import * as Answer from "../Answer.ts"
import { Exchange } from "../Exchange.ts"
import type { Fields } from "../Fields.ts"
import * as Arguments from "./Arguments.ts"
import { budget } from "./Budget.ts"
import * as Cards from "./Cards.ts"
import * as Handles from "./Handles.ts"
import * as History from "./History.ts"
import * as Lists from "./Lists.ts"
import * as ToolSchema from "./ToolSchema.ts"

/** An operation that is a tool. */
export type Offered = Operation.Any & { readonly tool: string } & Lists.Shown

export interface Tool {
  readonly definition: Definition
  /** Whether it gives data; the others show something, and exist on /mcp alone. */
  readonly isData: boolean
  /** The scopes a call needs. */
  readonly scopes: ReadonlyArray<Scope>
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

/** What a client gets of an answer: all of it, or in words beside the card, or as a picture. */
const present = ({ shows }: Offered, { body, encoded, status }: Invoke.Answer): CallToolResult => {
  if (status >= 400) return result(body, encoded, true)
  if (shows === undefined) {
    const cut = Buffer.byteLength(body) > budget ? History.cut(JSON.parse(body)) : undefined
    return cut === undefined ? result(body, encoded, false) : result(JSON.stringify(cut), cut, false)
  }
  const says = JSON.parse(body)
  if (shows !== "picture") {
    return { content: [{ type: "text", text: proseOf(shows, says) }], structuredContent: says }
  }
  const { png, ...rest } = says
  const { content, ...structured } = result(JSON.stringify(rest), rest, false)
  return { ...structured, content: [{ type: "image", data: png, mimeType: "image/png" }, ...content] }
}

/** A model sees no headers, so the seconds to wait are told in the envelope. */
const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  const { error } = render(fault, requestId)
  const { retryAfter } = fault
  const envelope = {
    error: retryAfter === undefined ? error : { ...error, meta: { ...error.meta, retryAfter } }
  }
  return result(JSON.stringify(envelope), envelope, true)
})

const inputOf = ({ input, kind }: Operation.Any) =>
  kind === "read" ? input : { ...input, idempotencyKey: Arguments.idempotencyKey }

const outputOf = ({ shown, success }: Offered) =>
  ToolSchema.output(shown ?? success) as NonNullable<Definition["outputSchema"]>

/** An output schema is for data: what is shown has its card, or is a picture. */
const describe = (operation: Offered): Definition => ({
  name: operation.tool,
  title: operation.title,
  description: [operation.description, operation.toolNote].filter((text) => text !== undefined).join(" "),
  inputSchema: ToolSchema.input(inputOf(operation)) as Definition["inputSchema"],
  ...(operation.shows === undefined ? { outputSchema: outputOf(operation) } : {}),
  annotations: {
    readOnlyHint: operation.kind === "read",
    destructiveHint: operation.destructive ?? operation.kind === "delete",
    idempotentHint: operation.idempotent ?? operation.kind !== "write",
    openWorldHint: operation.openWorld ?? false
  },
  ...(operation.shows !== undefined && Cards.isKind(operation.shows)
    ? { _meta: Cards.metaOf(operation.shows) }
    : {})
})

const compile = (operation: Offered): Tool => {
  const invoke = Invoke.compile(operation)
  const decode = Arguments.decoder(operation)
  const call = Effect.fnUntraced(function* (args: Fields) {
    const { headers, requestId } = yield* Exchange
    const { key, ...input } = decode(args)
    const answer = yield* invoke(input).pipe(Effect.provideService(Call, { requestId, idempotencyKey: key }))
    if (answer.replayed) headers["idempotent-replayed"] = "true"
    return present(operation, answer)
  })
  return {
    definition: describe(operation),
    isData: operation.shows === undefined,
    scopes: [operation.scope ?? []].flat(),
    call: (args) =>
      Effect.catchCause(call(args), (cause) => Effect.flatMap(Answer.faultOf(cause), refusal)) as never
  }
}

const offered = operations.filter((operation): operation is Offered => operation.tool !== undefined)

/** Every tool, by its name, in the order of the registry. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  offered.map((operation) => [operation.tool, compile(Lists.derive(Handles.derive(operation)))])
)

/** What tools/list answers. */
export const toolList = (): ReadonlyArray<Definition> => Array.from(tools.values(), (tool) => tool.definition)
