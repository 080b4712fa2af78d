/**
 * Corrects the charsets that an email declares, judging by its bytes: programs label UTF-8 as Latin-1, Windows-1252 as UTF-8, or nothing at
 * all. Differences that bytes can't show (Latin-2 or Latin-1) stay as declared.
 */

/** Text with one character per byte, so that positions in it are byte positions. */
const ofBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
const toBytes = (text: string): Buffer => Buffer.from(text, "latin1")

const western = new TextDecoder("windows-1252")

const isAscii = (text: string): boolean => !/[\x80-\xff]/u.test(text)

/** Multi-byte charsets, whose text may be valid UTF-8 by chance. */
const manyBytes =
  /^(?:iso-?2022|shift|s-?jis|x-sjis|ms_kanji|windows-31j|cp-?93|cp-?94|euc|x-euc|gb|x-gb|big-?5|ks_|korean|hz|utf-?(?:7|16|32)|ucs|unicode)/iu

/** Single-byte charsets, which text that isn't UTF-8 may use. */
const oneByte = /^(?:iso[-_]?8859|windows-|cp-?(?:8|12|437)|latin|l\d$|koi8|mac|x-mac|ibm8|tis|viscii)/iu

/** Whether bytes are UTF-8, ignoring a truncated last character. `mostly` if a few bytes aren't. */
const judged = (bytes: string): "utf-8" | "mostly" | "other" => {
  const text = toBytes(bytes).toString("utf8")
  const letters = text.replaceAll(/[\0-\x7f]/gu, "").length
  const bad = text.replaceAll(/[^\ufffd]/gu, "").length
  if (bad === 0 || (bad < letters && bad === 1 && text.endsWith("\ufffd"))) return "utf-8"
  return letters > 2 * bad ? "mostly" : "other"
}

/** The real charset of bytes declared as `label`; undefined if the label is right. */
const charsetOf = (bytes: string, label: string, meta?: string): string | undefined => {
  if (isAscii(bytes) || manyBytes.test(label)) return undefined
  const found = judged(bytes)
  const isDeclaredUtf8 = /^utf-?8$/iu.test(label)
  if (found === "utf-8") return isDeclaredUtf8 ? undefined : "utf-8"
  if (found === "mostly" && (isDeclaredUtf8 || label === "")) return "utf-8"
  if (oneByte.test(label)) return undefined
  return meta !== undefined && (oneByte.test(meta) || manyBytes.test(meta)) ? meta : "windows-1252"
}

/** The bytes of text in a transfer encoding (RFC 2045, section 6). */
const decoded = (text: string, encoding: string): string => {
  if (/^base64$/iu.test(encoding)) return ofBytes(Buffer.from(text, "base64"))
  if (!/^quoted-printable$/iu.test(encoding)) return text
  return text
    .replaceAll(/=[ \t]*\r?\n/gu, "")
    .replaceAll(/=([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The maximum number of text parts checked, and of characters in a header. */
const limits = { parts: 50, head: 131_072 }

/** The Content-Type of a text part, with its continuation lines. */
const textType =
  /^content-type:[ \t]*(?:\r?\n[ \t]+)?text\/(?:plain|html|calendar)\b[^\n]*(?:\n[ \t][^\n]*)*/gimu

const charset = /;\s*charset\s*=\s*(?:"([^"\r\n]{0,80})"|([^\s;"]{0,80}))/iu

const metaCharset = /<meta\b[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/iu

const transfer = /^content-transfer-encoding:[ \t]*([\w-]+)/imu

const relabelled = (field: string, label: string): string =>
  charset.test(field)
    ? field.replace(charset, `; charset=${label}`)
    : field.replace(/text\/(?:plain|html|calendar)/iu, `$&; charset=${label}`)

/** The end of the header that contains the position `at`. */
const endOfHead = (text: string, at: number): number => {
  const gap = /\r?\n\r?\n/gu
  gap.lastIndex = at
  const found = gap.exec(text)
  return found === null ? text.length : found.index
}

/** The boundaries that end a part. */
const boundariesOf = (text: string): ReadonlySet<string> => {
  const names = text.matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/giu)
  return new Set(Array.from(names, (found) => (found[1] ?? found[2]!).trimEnd()))
}

const endOfPart = (text: string, from: number, boundaries: ReadonlySet<string>): number => {
  for (let at = text.indexOf("\n--", from); at >= 0; at = text.indexOf("\n--", at + 3)) {
    const line = /^[^\r\n]*/u.exec(text.slice(at + 3, at + 210))![0].trimEnd()
    if (boundaries.has(line) || (line.endsWith("--") && boundaries.has(line.slice(0, -2)))) return at
  }
  return text.length
}

/** Corrects the charset in a text part's Content-Type. */
const corrected = (text: string, field: string, at: number, boundaries: ReadonlySet<string>): string => {
  const headEnd = endOfHead(text, at)
  const from = Math.max(
    0,
    at - 4_000,
    text.slice(Math.max(0, at - 4_000), at).lastIndexOf("\n--") + Math.max(0, at - 4_000)
  )
  const encoding = transfer.exec(text.slice(from, headEnd))?.[1] ?? ""
  const bytes = decoded(text.slice(headEnd, endOfPart(text, headEnd, boundaries)), encoding)
  const declared = charset.exec(field)
  const label = charsetOf(
    bytes,
    declared?.[1] ?? declared?.[2] ?? "",
    metaCharset.exec(bytes.slice(0, 10_000))?.[1]
  )
  return label === undefined ? field : relabelled(field, label)
}

const words = /(?:=\?[^?\s]{1,60}\?[bq]\?[^?\s]{0,1000}\?=(?:\s+(?==\?))?)+/giu
const word = /=\?([^?\s*]{1,60})(\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/giu

/** Corrects encoded words (RFC 2047). Adjacent ones are judged together, because a character may be split between them. */
const correctedWords = (run: string): string => {
  const found = Array.from(run.matchAll(word))
  const labels = new Map<string, string>()
  for (const [, label = "", , kind = "", content = ""] of found) {
    const bytes =
      kind.toLowerCase() === "b" ? decoded(content, "base64") : decoded(content, "quoted-printable")
    labels.set(label, (labels.get(label) ?? "") + bytes)
  }
  return run.replaceAll(
    word,
    (all, label: string, language: string | undefined, kind: string, content: string) => {
      const right = charsetOf(labels.get(label) ?? "", label)
      return right === undefined ? all : `=?${right}${language ?? ""}?${kind}?${content}?=`
    }
  )
}

/** Converts a header line with 8-bit characters to UTF-8. */
const asUtf8 = (line: string): string =>
  isAscii(line) || judged(line) !== "other"
    ? line
    : ofBytes(Buffer.from(western.decode(toBytes(line)), "utf8"))

/** Rewrites a message so that the declared charsets are right. */
export const of = (raw: Uint8Array): Uint8Array => {
  const text = ofBytes(raw)
  const boundaries = boundariesOf(text)
  const isTyped = /^content-type:/imu.test(text.slice(0, Math.min(endOfHead(text, 0), limits.head)))
  const whole = isTyped ? text : `Content-Type: text/plain\n${text}`
  let parts = 0
  const typed = whole.replaceAll(textType, (field, at: number) =>
    ++parts > limits.parts ? field : corrected(whole, field, at, boundaries)
  )
  const gap = Math.min(endOfHead(typed, 0), limits.head)
  const head = typed.slice(0, gap).split("\n").map(asUtf8).join("\n").replaceAll(words, correctedWords)
  return toBytes(head + typed.slice(gap))
}
