/**
 * Writes a line for each request if ACCESS_LOG is set. It has only ids and route patterns: paths contain tokens, so it has no path, name,
 * address, header or body.
 */
import { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { credentialId } from "../../../layers/identity/Actor.ts"
import * as OutputLines from "../../../layers/runtime/OutputLines.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import type { CallLog } from "../../invocation/Call.ts"
import type { Route } from "./Addresses.ts"

interface LogEntry {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly response: HttpServerResponse.HttpServerResponse
  readonly requestId: string
  /** Undefined if the address doesn't exist. */
  readonly route: Route | undefined
  readonly noted: NonNullable<typeof CallLog.Service>
  readonly traceId: string | undefined
  readonly nanos: bigint
}

/** Bytes of the body; undefined if it has no announced length. */
const sentBytes = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined

/** Undefined for a stream. */
const answeredBytes = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Empty" ? 0 : body.contentLength

const fieldsOf = ({ nanos, noted, request, requestId, response, route, traceId }: LogEntry) => {
  const { actor, operations } = noted
  return {
    requestId,
    method: request.method,
    route: route?.path,
    surface: route?.surface,
    operation: operations.length === 0 ? undefined : operations.join(","),
    status: response.status,
    actor: actor && `${actor.credential.kind}:${credentialId(actor)}`,
    user: actor?.user.id,
    workspace: actor?.workspace.id,
    durationMs: Math.round(Number(nanos) / 1e4) / 100,
    bytesIn: sentBytes(request),
    bytesOut: answeredBytes(response),
    traceId
  }
}

/** Writes lines in the format of the other logs. */
export const make = Effect.map(
  Settings,
  ({ logFormat }) =>
    (entry: LogEntry) =>
      OutputLines.print(logFormat, "request", fieldsOf(entry))
)
