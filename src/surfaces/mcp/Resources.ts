/** Resources that help an agent find its way: the boards, their stages, and the guide. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError
} from "@modelcontextprotocol/server"
import { Effect, Result } from "effect"
import type { Actor } from "../../../layers/identity/Actor.ts"
import { type Fault, render } from "../../../schema/Fault.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { Call } from "../../Call.ts"
import * as Operation from "../../contract/Operation.ts"
import * as Invoke from "../../Invoke.ts"
import { operations } from "../../Registry.ts"
import * as Answer from "../http/Answer.ts"
import type { Fields } from "../http/Fields.ts"
import { Exchange } from "../http/Exchange.ts"
import * as Arguments from "./Arguments.ts"
import { cards, contentsOf } from "./Cards.ts"
import * as Guide from "./Guide.ts"

type Needs = Actor | Exchange | Invoke.Dependencies

/** The result of a read: contents, or a protocol error. */
export type Read = Result.Result<ReadResourceResult, ProtocolError>

/** JSON sent as plain text, because Anthropic's SDK passes no other text type to a model. */
const json = "text/plain"

const boards: Resource = {
  uri: "pipeline://boards",
  name: "boards",
  title: "Boards",
  description: "The boards of the workspace, newest first.",
  mimeType: json
}

const guide: Resource = {
  uri: "pipeline://guide",
  name: "guide",
  title: "How this pipeline works",
  description: "What regions, triage and enrichment mean, and how to act on them.",
  mimeType: "text/markdown"
}

const stages = {
  uriTemplate: "pipeline://boards/{id}/stages",
  name: "stages",
  title: "Stages of a board",
  description: "The stages of a board in pipeline order, with region and probability.",
  mimeType: json
}

export const list: ReadonlyArray<Resource> = [
  boards,
  guide,
  ...Object.values(cards).map((card) => card.resource)
]
export const templates = [stages]

/** The operation a resource reads from. */
const operationNamed = (id: string) => {
  const operation = operations.find((one) => one.id === id)!
  return {
    scopes: Operation.scopesOf(operation),
    invoke: Invoke.compile(operation),
    decode: Arguments.decoder(operation)
  }
}

const listBoards = operationNamed("boards.list")
const listStages = operationNamed("boards.stages")

type Source = ReturnType<typeof operationNamed> & { readonly args: Fields }

const sourceOf = (uri: string): Source | undefined => {
  if (uri === boards.uri) return { ...listBoards, args: { limit: 100 } }
  const id = /^pipeline:\/\/boards\/([^/]+)\/stages$/u.exec(uri)?.[1]
  return id === undefined ? undefined : { ...listStages, args: { id } }
}

/** The scopes that reading a resource needs. */
export const scopesOf = (uri: unknown): ReadonlyArray<Scope> =>
  typeof uri === "string" ? (sourceOf(uri)?.scopes ?? []) : []

const contents = (uri: string, mimeType: string, text: string): Read =>
  Result.succeed({ contents: [{ uri, mimeType, text }] })

const notFound = (uri: string): Read => Result.fail(new ResourceNotFoundError(uri.slice(0, 200)))

const refusal = Effect.fnUntraced(function* (uri: string, fault: Fault) {
  if (fault._tag === "not_found") return notFound(uri)
  const { requestId } = yield* Exchange
  const code = fault._tag === "api_error" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest
  return Result.fail(new ProtocolError(code, fault.message, render(fault, requestId)))
})

export const read = (uri: string): Effect.Effect<Read, never, Needs> => {
  if (uri === guide.uri) return Effect.succeed(contents(uri, guide.mimeType!, Guide.text))
  const card = contentsOf(uri)
  if (card !== undefined) return Effect.succeed(Result.succeed({ contents: [card] }))
  const source = sourceOf(uri)
  if (source === undefined) return Effect.succeed(notFound(uri))
  return Effect.gen(function* () {
    const { requestId } = yield* Exchange
    const { encoded } = yield* source
      .invoke(source.decode(source.args))
      .pipe(Effect.provideService(Call, { requestId, idempotencyKey: undefined }))
    return contents(uri, json, encoded.text)
  }).pipe(
    Effect.catchCause((cause) => Effect.flatMap(Answer.faultOf(cause), (fault) => refusal(uri, fault)))
  ) as Effect.Effect<Read, never, Needs>
}
