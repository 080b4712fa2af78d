/**
 * Finds the raw message in a request. It is the body itself, as an MTA's pipe sends it, or a field of a form or of JSON,
 * as mail providers' webhooks send it.
 */
import { Effect, Result } from "effect"
import { MultipartParser } from "effect/http"
import { maxMessage } from "../../../layers/intake/EmailIntake.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Body from "../http/request/Body.ts"
import * as Urlencoded from "../http/request/Urlencoded.ts"

/** The maximum size of a provider's request, in bytes: the encoded message and the other fields. */
const maxPost = 12 * Body.maxBody

const isParts = (contentType: string) => /^multipart\/form-data\s*;/iu.test(contentType)
const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\s*(?:;|$)/iu.test(contentType)

/** The maximum number of bytes to read from a body of this type. */
export const maxBytes = (contentType: string): number =>
  isParts(contentType) || isForm(contentType) || Body.isJson(contentType) ? maxPost : maxMessage

/** The maximum number of parts in a provider's form. */
const maxParts = 100

/** The field names of Mailgun and SendGrid. */
const fields = ["body-mime", "email"]

const tooLarge = new Invalid({
  code: "body_too_large",
  message: `The message is over ${maxMessage / Body.maxBody} MiB (${maxMessage} bytes). Send it without its attachments.`
})

const noMessage = new Invalid({
  code: "invalid_body",
  message:
    "This form holds no raw message. Have the provider post it whole: in body-mime (Mailgun, to an address that ends in mime) or email (SendGrid, with “POST the raw, full MIME message” on)."
})

/** Bytes parsed at a time; other requests are served in between. */
const step = 1_048_576

const inParts = Effect.fnUntraced(function* (contentType: string, bytes: Uint8Array) {
  let found: Uint8Array | undefined
  let fault: Invalid | undefined
  const parser = MultipartParser.make({
    headers: { "content-type": contentType },
    maxParts,
    maxFieldSize: maxMessage,
    // Parts other than the message are discarded while they are parsed.
    isFile: ({ name }) => found !== undefined || !fields.includes(name),
    onField: (_, value) => (found ??= value),
    onFile: () => () => undefined,
    // An unreadable part may come before the message.
    onError: (error) => {
      if (error._tag === "ReachedLimit") fault ??= error.limit === "MaxFieldSize" ? tooLarge : noMessage
    },
    onDone: () => undefined
  })
  for (let at = 0; at < bytes.length && found === undefined && fault === undefined; at += step) {
    parser.write(bytes.subarray(at, at + step))
    yield* Effect.yieldNow
  }
  if (found === undefined) parser.end()
  return found ?? (yield* fault ?? noMessage)
})

/** The message in a form. A body with line breaks isn't one, whatever its type: curl labels every body as a form. */
const inForm = (bytes: Buffer): Uint8Array | undefined => {
  if (bytes.includes("\n")) return undefined
  const at = fields.flatMap((name) => {
    const isFirst = bytes.toString("latin1", 0, name.length + 1) === `${name}=`
    const found = isFirst ? -1 : bytes.indexOf(`&${name}=`)
    return isFirst || found >= 0 ? [found + name.length + 2] : []
  })[0]
  if (at === undefined) return undefined
  const end = bytes.indexOf("&", at)
  return Urlencoded.unescaped(bytes.subarray(at, end < 0 ? bytes.length : end))
}

const quote = 34
const backslash = 92

/** The end of the JSON string that begins at `from`, including its quotes; undefined if it doesn't end. */
const endOfString = (bytes: Buffer, from: number): number | undefined => {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++
    else if (bytes[at] === quote) return at + 1
  }
  return undefined
}

/** Postmark's field, found without parsing the rest, however deep it is. */
const inJson = (bytes: Buffer): Uint8Array | undefined => {
  const name = bytes.indexOf('"RawEmail"')
  if (name < 0) return undefined
  const after = name + '"RawEmail"'.length
  const gap = /^\s{0,20}:\s{0,20}(?=")/u.exec(bytes.toString("latin1", after, after + 50))
  if (gap === null) return undefined
  const start = after + gap[0].length
  const text = Result.try(
    () => JSON.parse(bytes.toString("utf8", start, endOfString(bytes, start))) as unknown
  )
  return Result.isSuccess(text) && typeof text.success === "string"
    ? Buffer.from(text.success, "utf8")
    : undefined
}

export const of = (
  contentType: string,
  body: Uint8Array<ArrayBuffer>
): Effect.Effect<Uint8Array, Invalid> => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (isParts(contentType)) return inParts(contentType, bytes)
  const raw = Body.isJson(contentType) ? inJson(bytes) : isForm(contentType) ? inForm(bytes) : undefined
  const message = raw ?? bytes
  return message.length > maxMessage ? Effect.fail(tooLarge) : Effect.succeed(message)
}
