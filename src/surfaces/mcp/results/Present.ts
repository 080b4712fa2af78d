/** Builds tool results: data, a summary with a card, an image, or an error. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { type Envelope, type Fault, isFailure, render } from "../../../../schema/Fault.ts"
import { Asked } from "../../../../schema/Approval.ts"
import * as DryRun from "../../../../schema/DryRun.ts"
import { proseOf } from "../../../reports/rules/ReportProse.ts"
import { EncodedJson } from "../../../invocation/EncodedJson.ts"
import type * as Invoke from "../../../invocation/Invoke.ts"
import { Exchange } from "../../http/Exchange.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Candidates from "../arguments/Candidates.ts"
import type { Offered } from "../tools/Definitions.ts"
import { tokensOf } from "./Budget.ts"
import * as ErrorTruncation from "./ErrorTruncation.ts"
import type * as UntrustedText from "./UntrustedText.ts"
import * as Truncation from "./Truncation.ts"
import * as Notices from "./Notices.ts"
import * as ToolWords from "./ToolWords.ts"
import * as Provenance from "./Provenance.ts"
import type * as WriteAnswers from "./WriteAnswers.ts"

/** The serialized structured content, for the writer of the response. Symbols aren't part of JSON or of the SDK's copies. */
export const structured = Symbol("structured")

/** A result with its serialized structured content. */
export interface Answered extends CallToolResult {
  readonly [structured]?: string
}

/** The result in two forms: some clients read the text, others the structured content. */
export const result = ({ text, value }: EncodedJson, isError = false): Answered => ({
  content: [{ type: "text", text }],
  structuredContent: value as NonNullable<CallToolResult["structuredContent"]>,
  [structured]: text,
  ...(isError ? { isError } : {})
})

/** The key of `_meta` that names the author of each part of a result. */
const metaKey = "sales-pipeline/untrusted"

/** The key of `_meta` with the id of the writing request, by which the write can be undone. */
export const requestKey = "sales-pipeline/request"

/** The key of `_meta` with the version of a record, which a write accepts as `ifMatch`. */
export const etagKey = "sales-pipeline/etag"

/** An error with the authors of the names in it. It names tools, where REST's names addresses. */
const failed = ({ error, ...rest }: Envelope): CallToolResult => {
  const bounded = ErrorTruncation.bounded({
    ...rest,
    error: { ...error, message: ToolWords.of(error.message) }
  })
  const pointers = Candidates.pointers(bounded.error.meta)
  return {
    ...result(EncodedJson.ofValue(bounded), true),
    ...(pointers !== undefined && { _meta: { [metaKey]: pointers } })
  }
}

/** The summary is also in both forms: clients that find structured content often pass nothing else to their model. */
const card = (summary: string, says: object): CallToolResult => ({
  content: [{ type: "text", text: summary }],
  structuredContent: { summary, ...says }
})

/** An image has no structured content, because those clients would pass it on instead of the image. */
const picture = ({ png, ...rest }: { readonly png: string }): CallToolResult => ({
  content: [
    { type: "image", data: png, mimeType: "image/png" },
    { type: "text", text: JSON.stringify(rest) }
  ]
})

/** A tool, and the instructions for getting omitted results. */
interface ToolView extends Pick<Offered, "shows" | "tool"> {
  readonly rest: string
  readonly shorten?: typeof WriteAnswers.of | undefined
}

/** An answer of a dry run with more tokens is left out, such as a record. */
const shortAnswer = 60

/** A summary of a dry run: the number of records, five names of each kind, and the number of events. */
const briefTrial = (
  { changes, notRehearsed, replayed, warning, webhooks }: Omit<DryRun.DryRun["dryRun"], "answer">,
  answer: unknown
) => {
  const { notice } = answer as { readonly notice?: string }
  return {
    changes: changes.map(({ ids: _, ...change }) => change),
    ...(webhooks.length > 0 && { webhooks: webhooks.map(({ count, event }) => ({ event, count })) }),
    ...(tokensOf(answer) <= shortAnswer && { answer }),
    ...(replayed && { replayed }),
    ...(warning !== undefined && { warning }),
    ...(notice !== undefined && { notice }),
    ...(notRehearsed.length > 0 && { notRehearsed })
  }
}

/** Presents a dry run. The plan is never shortened. */
const rehearsal = (
  { rest: how, tool }: ToolView,
  args: Fields,
  { value }: EncodedJson,
  mark: Truncation.Mark
) => {
  const { answer, expiresAt, plan, ...rest } = (value as DryRun.DryRun).dryRun
  const noticed = Notices.noticed(tool, args, { value: answer }) ?? answer
  const shown = args["detail"] === "full" ? { ...rest, answer: noticed } : briefTrial(rest, noticed)
  const whole: Truncation.Mark = (encoded) => {
    const preview = mark(encoded).value as { readonly dryRun: object }
    return EncodedJson.ofValue({
      ...preview,
      dryRun: { ...preview.dryRun, ...(plan && { plan, expiresAt }) }
    })
  }
  return Truncation.fitted(EncodedJson.ofValue({ dryRun: shown }), whole, how)
}

/** Presents a write that needs approval. The status comes first, so that no model assumes that the write is done. */
const waiting = ({ value }: EncodedJson, mark: Truncation.Mark): EncodedJson => {
  const { approval } = value as typeof Asked.Encoded
  const pending = EncodedJson.ofValue({ notDone: Notices.pendingApproval(approval.id), approval })
  return Truncation.fitted(pending, mark, "No tool gives more of it: a person sees all of it at /approvals.")
}

/** The result for a client: data, a summary with a card, or an image. */
export const present = (
  view: ToolView,
  args: Fields,
  { changes, encoded, isDryRun, isPending, status, warning }: Invoke.Answer,
  mark: Truncation.Mark
): CallToolResult => {
  if (isFailure(status)) return failed(encoded.value as Envelope)
  if (isPending === true) return result(waiting(encoded, mark))
  if (isDryRun === true) return result(rehearsal(view, args, encoded, mark))
  const { shows } = view
  if (shows === undefined) {
    const noticed = Notices.noticed(view.tool, args, encoded)
    const encodedResult = noticed === undefined ? encoded : EncodedJson.ofValue(noticed)
    const warned =
      warning === undefined
        ? encodedResult
        : EncodedJson.ofValue({ ...(encodedResult.value as object), warnings: [ToolWords.of(warning)] })
    const whole = view.shorten?.(warned.value as Fields, args, changes)
    return result(
      Truncation.fitted(whole === undefined ? warned : EncodedJson.ofValue(whole), mark, view.rest)
    )
  }
  // Parsed from the text, as a card does, so that sums too large for an exact number become numbers too.
  const { value } = EncodedJson.ofText(encoded.text)
  return shows === "image"
    ? picture(value as { readonly png: string })
    : card(proseOf(shows, value), mark(EncodedJson.ofValue(value)).value as object)
}

/** The result in one of its two forms; a card or an image without data stays as it is. */
export const inForm = <Result extends object>(
  result: Result,
  form: "text" | "structured" | undefined
): Result => {
  if (form === undefined || !("structuredContent" in result) || result.structuredContent === undefined)
    return result
  return form === "structured"
    ? { ...result, content: [] }
    : { ...result, structuredContent: undefined, [structured]: undefined }
}

/** A separate text identifies the result as a replay. */
export const again = (original: CallToolResult): CallToolResult => ({
  ...original,
  content: [...original.content, { type: "text", text: Notices.again }]
})

/** Models don't see headers, so the envelope contains the seconds to wait. */
export const refusal = Effect.fnUntraced(function* (fault: Fault) {
  const { requestId } = yield* Exchange
  const { error } = render(fault, requestId)
  const { retryAfter } = fault
  return failed({
    error: retryAfter === undefined ? error : { ...error, meta: { ...error.meta, retryAfter } }
  })
})

/** Marks the untrusted text in a tool's results and builds the `_meta` with each part's author. */
export const marking = ({ shows, success }: Pick<Offered, "shows" | "success">) => {
  const marked = shows === "image" ? undefined : Provenance.marked(success)
  if (marked === undefined)
    return { markWith: () => (encoded: EncodedJson) => encoded, beside: { _meta: undefined } }
  const markWith =
    (fence: UntrustedText.UntrustedText): Truncation.Mark =>
    (encoded) => {
      const value = Provenance.mapTexts(encoded.value, marked, fence)
      return value === encoded.value ? encoded : EncodedJson.ofValue(value)
    }
  return { markWith, beside: { _meta: { [metaKey]: Provenance.pointers(marked) } } }
}
