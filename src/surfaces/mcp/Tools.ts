/** Tools, built from the registry and compiled once: how they are called. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server"
import { Context, Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Vault } from "../../../layers/platform/Vault.ts"
import { type Envelope, type Fault, isFailure, render } from "../../../schema/Fault.ts"
import { Asked } from "../../../schema/Approval.ts"
import * as DryRun from "../../../schema/DryRun.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { lazy } from "../../domain/platform/Once.ts"
import { proseOf } from "../../domain/reports/ReportProse.ts"
import * as Access from "../../Access.ts"
import { Call } from "../../Call.ts"
import * as Encoded from "../../Encoded.ts"
import * as Invoke from "../../Invoke.ts"
import * as Operation from "../../contract/Operation.ts"
import { operationOf } from "../../Registry.ts"
import * as Answer from "../http/Answer.ts"
import { Exchange } from "../http/Exchange.ts"
import type { Fields } from "../http/Fields.ts"
import * as Arguments from "./Arguments.ts"
import * as Candidates from "./Candidates.ts"
import * as Clear from "./Clear.ts"
import * as Details from "./Details.ts"
import { describe, narrowed, offered, type Offered } from "./Definitions.ts"
import * as ErrorFit from "./ErrorFit.ts"
import * as Fence from "./Fence.ts"
import * as Fit from "./Fit.ts"
import * as Lists from "./Lists.ts"
import * as Notices from "./Notices.ts"
import * as Provenance from "./Provenance.ts"
import * as Remainder from "./Remainder.ts"
import * as Resolve from "./Resolve.ts"
import * as Twins from "./Twins.ts"

/** What a call needs of its request. */
export type Needs = Actor | Exchange | Vault | Invoke.Dependencies

export interface Tool {
  readonly name: string
  /** Made when it is first asked for, as are its JSON Schemas. */
  readonly definition: () => Definition
  /** Whether it returns data; the other tools show a card or an image, and exist only on /mcp. */
  readonly isData: boolean
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (args: Fields) => ReadonlyArray<Scope>
  /** Whether it is only for admins, and the caller is none: more scopes wouldn't help them. */
  readonly needsAdmin: (actor: Pick<Actor["Service"], "role">) => boolean
  /** Whether undo takes back what is final. */
  readonly isUndoable: boolean
  /** What this call does that only undo takes back, or nothing, for one who may do it. */
  readonly final: (args: Fields, actor?: Actor["Service"]) => string | undefined
  readonly call: (args: Fields) => Effect.Effect<CallToolResult, never, Needs>
  /** What carries out a call that had to be asked for. */
  readonly runner: () => Invoke.Invoke["runner"]
}

/** The text of a result's structured content, for who writes it out; JSON and copies by the SDK leave it out. */
export const structured = Symbol("structured")

/** A result, as it is written out. */
export interface Answered extends CallToolResult {
  readonly [structured]?: string
}

/** The result twice: some clients read the text, others the structured content. */
export const result = ({ text, value }: Encoded.Encoded, isError = false): Answered => ({
  content: [{ type: "text", text }],
  structuredContent: value as NonNullable<CallToolResult["structuredContent"]>,
  [structured]: text,
  ...(isError ? { isError } : {})
})

/** Who wrote which parts of a result, under this key of its `_meta`. */
const metaKey = "sales-pipeline/untrusted"

/** The id of the request that wrote something, by which it can be undone, under this key of `_meta`. */
const requestKey = "sales-pipeline/request"

/** An error, with who wrote the names in it. */
const failed = (envelope: Envelope): CallToolResult => {
  const bounded = ErrorFit.bounded(envelope)
  const pointers = Candidates.pointers(bounded.error.meta)
  return {
    ...result(Encoded.of(bounded), true),
    ...(pointers !== undefined && { _meta: { [metaKey]: pointers } })
  }
}

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

/** A tool, and how to get what its results leave out. */
interface Shown extends Pick<Offered, "shows" | "tool"> {
  readonly rest: string
}

/** What a dry run answers. Its plan is kept whole, however much else is left out. */
const rehearsal = ({ rest: how, tool }: Shown, args: Fields, { value }: Encoded.Encoded, mark: Fit.Mark) => {
  const { answer, expiresAt, plan, ...rest } = (value as DryRun.DryRun).dryRun
  const noticed = Notices.noticed(tool, args, { value: answer }) ?? answer
  const whole: Fit.Mark = (encoded) => {
    const shown = mark(encoded).value as { readonly dryRun: object }
    return Encoded.of({ ...shown, dryRun: { ...shown.dryRun, ...(plan && { plan, expiresAt }) } })
  }
  return Fit.fitted(Encoded.of({ dryRun: { ...rest, answer: noticed } }), whole, how)
}

/** What waits for an approval: first of all that it does, so that nobody takes it for done. Its id is kept whole. */
const waiting = ({ value }: Encoded.Encoded, mark: Fit.Mark): Encoded.Encoded => {
  const { approval } = value as typeof Asked.Encoded
  const told = Encoded.of({ notDone: Notices.asked(approval.id), approval })
  return Fit.fitted(told, mark, "get_approval gives no more of it; GET /v1/approvals/{id} over REST does.")
}

/** The result a client gets: data, a summary beside a card, or an image. */
const present = (
  shown: Shown,
  args: Fields,
  { asked, encoded, rehearsed, status, warning }: Invoke.Answer,
  mark: Fit.Mark
): CallToolResult => {
  if (isFailure(status)) return failed(encoded.value as Envelope)
  if (asked === true) return result(waiting(encoded, mark))
  if (rehearsed === true) return result(rehearsal(shown, args, encoded, mark))
  const { shows } = shown
  if (shows === undefined) {
    const noticed = Notices.noticed(shown.tool, args, encoded)
    const told = noticed === undefined ? encoded : Encoded.of(noticed)
    const warned =
      warning === undefined ? told : Encoded.of({ ...(told.value as object), warnings: [warning] })
    return result(Fit.fitted(warned, mark, shown.rest))
  }
  // Parsed from the text as a card does, so that sums too large for an exact number are numbers too.
  const { value } = Encoded.read(encoded.text)
  return shows === "image"
    ? picture(value as { readonly png: string })
    : card(proseOf(shows, value), mark(Encoded.of(value)).value as object)
}

/** A replay says in a text of its own that it is one. */
const again = (shown: CallToolResult): CallToolResult => ({
  ...shown,
  content: [...shown.content, { type: "text", text: Notices.again }]
})

/** Models don't see headers, so the envelope holds the seconds to wait. */
export const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  const { error } = render(fault, requestId)
  const { retryAfter } = fault
  return failed({
    error: retryAfter === undefined ? error : { ...error, meta: { ...error.meta, retryAfter } }
  })
})

/** The operation as a tool runs and describes it. */
const derive = (offered: Offered) =>
  Twins.derive({
    ...Details.derive(Lists.derive(Resolve.derive(narrowed(operationOf(offered.id))))),
    ...offered
  })

/** How a tool's answers are marked, and the `_meta` that says who wrote what. */
const marking = ({ shows, success }: Pick<Offered, "shows" | "success">) => {
  const marked = shows === "image" ? undefined : Provenance.marked(success)
  if (marked === undefined)
    return { markWith: () => (encoded: Encoded.Encoded) => encoded, beside: { _meta: undefined } }
  const markWith =
    (fence: Fence.Fence): Fit.Mark =>
    (encoded) => {
      const value = Provenance.mapTexts(encoded.value, marked, fence)
      return value === encoded.value ? encoded : Encoded.of(value)
    }
  return { markWith, beside: { _meta: { [metaKey]: Provenance.pointers(marked) } } }
}

/** What a call needs, which the first call makes. */
const compiled = (offered: Offered) => {
  const tool = { ...offered, rest: Remainder.of(offered) }
  const real = marking(offered)
  const tried = offered.kind === "read" ? real : marking({ success: DryRun.of(offered.success) })
  const waiting = offered.kind === "read" ? real : marking({ success: Asked })
  const invoke = Invoke.compile(derive(offered))
  const decode = Arguments.decoder(offered)
  const told = (
    args: Fields,
    fence: Fence.Fence,
    answer: Invoke.Answer,
    { headers, requestId }: Exchange["Service"]
  ) => {
    if (answer.replayed) headers["idempotent-replayed"] = "true"
    const { beside, markWith } = answer.asked === true ? waiting : answer.rehearsed === true ? tried : real
    const shown = present(tool, args, answer, markWith(fence))
    if (shown.isError === true) return shown
    if (answer.replayed) return again({ ...shown, ...beside })
    if (offered.kind === "read" || answer.rehearsed === true) return { ...shown, ...beside }
    return { ...shown, _meta: { ...beside._meta, [requestKey]: requestId } }
  }
  // Without a generator, as in Rest.
  const call = (args: Fields): Effect.Effect<CallToolResult, Fault, Needs> =>
    Effect.contextWith((context: Context.Context<Exchange | Vault>) => {
      const exchange = Context.get(context, Exchange)
      const { dryRun, headers, key, plan, ...input } = decode(args)
      const quote = Fence.of(Context.get(context, Vault))
      const { requestId } = exchange
      const call = { requestId, surface: "mcp", idempotencyKey: key, dryRun, plan, headers, quote } as const
      return Effect.map(Effect.provideService(invoke(input), Call, call), (answer) =>
        told(args, quote, answer, exchange)
      )
    })
  return { call, invoke }
}

const compile = (offered: Offered): Tool => {
  const made = lazy(() => compiled(offered))
  return {
    name: offered.tool,
    definition: lazy(() => describe(offered)),
    isData: offered.shows === undefined,
    scopesFor: (args) => Operation.scopesFor(offered, args),
    needsAdmin: (actor) => Access.needsAdmin(offered, actor),
    isUndoable: offered.final !== undefined,
    final: (args, actor) =>
      args["dryRun"] !== true && (actor === undefined || Access.refusal(offered, actor) === undefined)
        ? Operation.finalOf(offered, args)
        : undefined,
    runner: () => made().invoke.runner,
    call: (args) =>
      Effect.catchCause(made().call(args), (cause) =>
        Effect.flatMap(Answer.faultOf(cause), (fault) => refusal(Clear.told(args, fault)))
      )
  }
}

/** Every tool, by its name, in the order of the contract. */
export const tools: ReadonlyMap<string, Tool> = new Map(offered.map((one) => [one.tool, compile(one)]))
