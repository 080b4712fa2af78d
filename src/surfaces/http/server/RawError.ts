/** Sends an error envelope when there is no route yet, and no parsed request, only a connection. */
import { randomUUID } from "node:crypto"
import { type Fault, render, statusOf } from "../../../../schema/Fault.ts"
import { requestIdOf } from "../Exchange.ts"

export const refusal = (fault: Fault, status = statusOf(fault)) => {
  const requestId = requestIdOf(randomUUID())
  const body = JSON.stringify(render(fault, requestId))
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Service-Request-Id": requestId,
    "Access-Control-Allow-Origin": "*",
    Connection: "close",
    ...(fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) })
  }
  return { status, headers, body }
}
