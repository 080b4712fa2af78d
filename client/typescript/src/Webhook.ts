/** Verifies webhooks by the Standard Webhooks specification, with Web Crypto alone. */
import type { WebhookEvent } from "./generated/Types.ts"

export interface WebhookOptions {
  /** The allowed difference of the sender's clock, in seconds. Older messages are refused to prevent replays. */
  readonly tolerance?: number | undefined
  /** The current time in Unix milliseconds, for tests. */
  readonly now?: number | undefined
}

/** A received request: the headers from any server, and the unparsed bytes of the body. */
export interface WebhookMessage {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string | Uint8Array | ArrayBuffer
}

export type WebhookErrorCode =
  | "missing_header"
  | "invalid_timestamp"
  | "too_old"
  | "too_new"
  | "no_matching_signature"
  | "invalid_secret"
  | "invalid_body"

export class WebhookError extends Error {
  override readonly name = "WebhookError"
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}

const keyOf = (secret: string) => {
  const bytes = bytesOf(secret.replace(/^whsec_/u, ""))
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookError(
      "invalid_secret",
      "The secret is not one: whsec_ and base64, as signingSecret shows it."
    )
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const header = (headers: WebhookMessage["headers"], name: string): string => {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = typeof found === "object" ? found?.[0] : found
  if (!value) throw new WebhookError("missing_header", `The request has no header ${name}.`)
  return value
}

const checkTime = (text: string, { now = Date.now(), tolerance = 300 }: WebhookOptions) => {
  if (!/^\d{1,15}$/u.test(text))
    throw new WebhookError("invalid_timestamp", "webhook-timestamp is no time in Unix seconds.")
  const age = Math.floor(now / 1_000) - Number(text)
  if (age > tolerance) throw new WebhookError("too_old", `It was signed ${age} s ago: that is too long.`)
  if (-age > tolerance)
    throw new WebhookError("too_new", `It was signed ${-age} s in the future: check this machine's clock.`)
}

const utf8 = new TextEncoder()

const joined = (prefix: string, body: WebhookMessage["body"]) => {
  const start = utf8.encode(prefix)
  const rest = typeof body === "string" ? utf8.encode(body) : new Uint8Array(body)
  const all = new Uint8Array(start.length + rest.length)
  all.set(start)
  all.set(rest, start.length)
  return all
}

/** The signatures of version 1. At most eight are checked, more than a rotation has. */
const signaturesOf = (text: string) =>
  text
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .slice(0, 8)
    .map((one) => bytesOf(one.slice(3)))

/**
 * Returns the event if one of the secrets signed it recently; otherwise throws a `WebhookError`. During a rotation, pass both secrets. A
 * message may arrive twice, with the same `webhook-id` header.
 */
export const verifyWebhook = async (
  message: Request | WebhookMessage,
  secret: string | readonly string[],
  options: WebhookOptions = {}
): Promise<WebhookEvent> => {
  const { headers } = message
  const id = header(headers, "webhook-id")
  const timestamp = header(headers, "webhook-timestamp")
  const signatures = signaturesOf(header(headers, "webhook-signature"))
  checkTime(timestamp, options)
  const body = message instanceof Request ? new Uint8Array(await message.arrayBuffer()) : message.body
  const signed = joined(`${id}.${timestamp}.`, body)
  for (const key of await Promise.all([secret].flat().map(keyOf)))
    for (const signature of signatures)
      // `verify` compares in constant time.
      if (signature !== undefined && (await crypto.subtle.verify("HMAC", key, signature, signed)))
        return eventOf(body)
  throw new WebhookError(
    "no_matching_signature",
    "No signature matches: check that the body is the raw bytes, and the secret that of this subscription."
  )
}

const eventOf = (body: WebhookMessage["body"]): WebhookEvent => {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookError("invalid_body", "The body is signed, but is no JSON.")
  }
}
