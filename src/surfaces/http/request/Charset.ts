/** Reads a form's bytes as text: by the charset it declares, else as UTF-8 if they are, else as windows-1252. */
import { Result } from "effect"

type Decoder = InstanceType<typeof TextDecoder>

const utf8 = new TextDecoder("utf-8", { fatal: true })
const western = new TextDecoder("windows-1252")

const declaredIn = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s;"]{1,40})/iu.exec(contentType)?.[1]

/** Undefined for an unknown charset. */
const decoderOf = (label: string | undefined): Decoder | undefined =>
  label === undefined || label === ""
    ? undefined
    : Result.getOrUndefined(Result.try(() => new TextDecoder(label, { fatal: true })))

const decode = (decoder: Decoder, bytes: Uint8Array): string | undefined =>
  Result.getOrUndefined(Result.try(() => decoder.decode(bytes)))

const read = (bytes: Uint8Array, declared: Decoder | undefined): string =>
  (declared === undefined ? undefined : decode(declared, bytes)) ??
  decode(utf8, bytes) ??
  western.decode(bytes)

export const text = (bytes: Uint8Array, contentType: string): string =>
  read(bytes, decoderOf(declaredIn(contentType)))

/** The field in which browsers say the charset (HTML, section 4.10.21.5). */
const declaration = "_charset_"

export const fields = (
  pairs: ReadonlyArray<readonly [name: Uint8Array, value: Uint8Array]>,
  contentType: string
): ReadonlyArray<readonly [string, string]> => {
  const declared = pairs.find(([name]) => western.decode(name) === declaration)?.[1]
  const decoder = decoderOf(declaredIn(contentType)) ?? decoderOf(declared && western.decode(declared).trim())
  return pairs.map(([name, value]) => [read(name, decoder), read(value, decoder)])
}
