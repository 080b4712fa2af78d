/** Resources: boards, stages, deals, leads, the guide and the cards. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError
} from "@modelcontextprotocol/server"
import { Effect, Result } from "effect"
import type { Envelope } from "../../../../schema/Fault.ts"
import { cards, contentsOf } from "../Cards.ts"
import * as Guide from "./Guide.ts"
import * as Sources from "./Sources.ts"
import type { Services } from "../tools/Tools.ts"

/** The result of a read: contents, or a protocol error. */
export type Read = Result.Result<ReadResourceResult, ProtocolError>

const guide: Resource = {
  uri: "pipeline://guide",
  name: "guide",
  title: "How this pipeline works",
  description: "What regions, triage and enrichment mean, and how to act on them.",
  mimeType: "text/markdown"
}

export const list: ReadonlyArray<Resource> = [
  ...Sources.fixed,
  guide,
  ...Object.values(cards).map((card) => card.resource)
]

const contents = (uri: string, mimeType: string, text: string): Read =>
  Result.succeed({ contents: [{ uri, mimeType, text }] })

const notFound = (uri: string): Read => Result.fail(new ResourceNotFoundError(uri.slice(0, 200)))

/** An ambiguous name gets an error with the candidates. */
const failure = (uri: string, envelope: Envelope): Read => {
  const { message, type } = envelope.error
  if (type === "not_found") return notFound(uri)
  if (type === "invalid_request_error") {
    const data = { uri: uri.slice(0, 200), ...envelope }
    return Result.fail(new ProtocolError(ProtocolErrorCode.InvalidParams, message, data))
  }
  const code = type === "api_error" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest
  return Result.fail(new ProtocolError(code, message, envelope))
}

export const read = (uri: string): Effect.Effect<Read, never, Services> => {
  if (uri === guide.uri) return Effect.succeed(contents(uri, guide.mimeType!, Guide.text))
  const card = contentsOf(uri)
  if (card !== undefined) return Effect.succeed(Result.succeed({ contents: [card] }))
  const source = Sources.sourceOf(uri)
  if (source === undefined) return Effect.succeed(notFound(uri))
  return Effect.map(source.text, (found) =>
    Result.isSuccess(found) ? contents(uri, Sources.json, found.success) : failure(uri, found.failure)
  )
}
