/**
 * Requests to the provider. They bypass Egress, because the operator chose the provider and an internal one on a private address must
 * work. Responses are limited in size.
 */
import type { CustomFetch } from "openid-client"

/** Bytes of a response. An ID token with a thousand groups takes a tenth of that. */
const maxBytes = 1_048_576

/** Seconds that a request may take. */
export const patience = 5

class TooLong extends Error {
  constructor(url: string) {
    super(`${new URL(url).origin} answered with more than ${maxBytes} bytes`)
  }
}

const readBounded = async (url: string, response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLong(url)
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

export const bounded: CustomFetch = async (url, options) => {
  const signal = options.signal ?? AbortSignal.timeout(patience * 1000)
  const response = await fetch(url, { ...options, signal } as RequestInit)
  const { headers, status, statusText } = response
  const body = await readBounded(url, response)
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : body, { status, statusText, headers })
}
