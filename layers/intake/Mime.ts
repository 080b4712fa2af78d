/** Parses emails (RFC 5322, MIME) of any charset and encoding. */
import { Effect, Option } from "effect"
import { convert, type HtmlToTextOptions } from "html-to-text"
import { createHash } from "node:crypto"
import PostalMime, { type Address, addressParser, type Attachment, type Email } from "postal-mime"
import * as CalendarText from "../../src/intake/rules/CalendarText.ts"
import type { Attached, Mail, Mailbox } from "../../src/intake/rules/Mail.ts"
import * as MailCharset from "../../src/intake/rules/MailCharset.ts"
import * as MailExcerpt from "../../src/intake/rules/MailExcerpt.ts"
import * as Tnef from "../../src/intake/rules/Tnef.ts"
import { MailParseError } from "./MailParseError.ts"

/** In bytes; longer than any headers in use. */
const maxHeadersSize = 131_072

/** Longer HTML adds nothing to the 20,000 characters of a message. */
const maxHtmlLength = 100_000

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 5_000 },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "td", format: "block" },
    { selector: "th", format: "block" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true } }
  ]
}

/** For HTML nested too deeply for the converter. */
const withoutTags = (html: string): string => html.replaceAll(/<[^>]{0,2000}>/gu, " ")

/** Removes styles, which may be longer than the text. An unclosed one hides the rest, as in a browser. */
const withoutStyles = (html: string): string => {
  const [opening, closing] = [/<style\b/giu, /<\/style/giu]
  let [kept, at] = ["", 0]
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    kept += html.slice(at, found.index)
    closing.lastIndex = found.index
    at = closing.exec(html)?.index ?? html.length
    opening.lastIndex = at
  }
  return kept + html.slice(at)
}

const fromHtml = (html: string): Effect.Effect<string> => {
  const source = withoutStyles(html).slice(0, maxHtmlLength)
  return Effect.try(() => convert(source, options)).pipe(Effect.orElseSucceed(() => withoutTags(source)))
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ""

const bytesOf = ({ content }: Attachment): Buffer => {
  if (typeof content === "string") return Buffer.from(content, "utf8")
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

const isTnef = ({ filename, mimeType }: Attachment): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/u.test(mimeType) || /^winmail\.dat$/iu.test(filename ?? "")

const isCalendar = ({ filename, mimeType }: Attachment): boolean =>
  /^(?:text\/calendar|application\/ics)$/u.test(mimeType) || /\.ics$/iu.test(filename ?? "")

/** The message's text, or else that of Outlook's TNEF format or of a calendar invitation. */
const textOf = Effect.fnUntraced(function* ({ attachments, html, text }: Email) {
  if (!isBlank(text)) return text!
  const converted = isBlank(html) ? "" : yield* fromHtml(html!)
  if (!isBlank(converted)) return converted
  const outlook = attachments.filter(isTnef).map((one) => Tnef.read(bytesOf(one)))[0]
  if (outlook !== undefined && !isBlank(outlook.text)) return outlook.text
  if (outlook !== undefined && !isBlank(outlook.html)) return yield* fromHtml(outlook.html)
  return attachments
    .filter(isCalendar)
    .map((one) => CalendarText.of(bytesOf(one).toString("utf8")))
    .join("\n\n")
})

/** Whether it is a picture that the HTML shows, such as a logo in a signature. In a message without text, such a picture is content. */
const isDecoration = ({ disposition, mimeType, related }: Attachment): boolean =>
  related === true && disposition !== "attachment" && mimeType.startsWith("image/")

const isMessage = ({ mimeType }: Attachment): boolean => mimeType === "message/rfc822"

const filesIn = (all: ReadonlyArray<Attachment>, isCut: boolean): ReadonlyArray<Attached> =>
  all.flatMap((one) => {
    const bytes = bytesOf(one)
    const digest = createHash("sha256").update(bytes).digest("base64url")
    const file = { name: one.filename, type: one.mimeType, size: isCut ? null : bytes.length, digest }
    const inside = isTnef(one) ? (Tnef.read(bytes)?.names ?? []) : []
    return [file, ...inside.map((name) => ({ ...file, name, type: "in winmail.dat", size: null }))]
  })

/** The mailboxes of an address field, with the members of its groups. */
const mailboxesOf = (addresses: ReadonlyArray<Address> = []): ReadonlyArray<Mailbox> =>
  addresses
    .flatMap((one): ReadonlyArray<{ name: string; address?: string }> => one.group ?? [one])
    .map(({ address = "", name }) => ({ name, address }))

const mailboxOf = (address: Address | undefined): Mailbox | undefined => address && mailboxesOf([address])[0]

const headersOf = ({ headers }: Email): ReadonlyMap<string, string> =>
  new Map(headers.toReversed().map(({ key, value }) => [key, value]))

const noSender = new MailParseError({
  message:
    "This is not an email message: it has no From field. Send it raw, headers first, as RFC 5322 has it: as the body, or in body-mime (Mailgun), email (SendGrid, raw) or RawEmail (Postmark)."
})

export interface Parsed {
  readonly mail: Mail
  readonly messageId: string | undefined
}

const read = (raw: Uint8Array) =>
  Effect.tryPromise({
    // Attached messages come as attachments, even those a mail program would show inline.
    try: () => PostalMime.parse(raw, { maxHeadersSize, forceRfc822Attachments: true }),
    catch: (error) =>
      new MailParseError({ message: `The message cannot be read: ${(error as Error).message}` })
  })

/** An address in a field that the parser gives as text. */
const mailboxIn = (value: string | undefined): Mailbox | undefined =>
  value === undefined ? undefined : mailboxOf(addressParser(value.slice(0, 2_000))[0])

/** The maximum number of attached messages that are parsed, and their nesting depth. Others are listed as files. */
const attachmentLimits = { messages: 50, depth: 5 }

/** The reading budget of a message. `left` counts down over all attached messages. */
interface Reading {
  readonly isCut: boolean
  readonly depth: number
  readonly messages: { left: number }
}

const toMail = Effect.fnUntraced(function* (email: Email, reading: Reading, returnPath?: string) {
  const headers = headersOf(email)
  const from = mailboxOf(email.from) ?? mailboxOf(email.sender)
  if (from === undefined && !headers.has("from")) return yield* noSender
  const text = yield* textOf(email)
  const attached: Array<Mail> = []
  const files: Array<Attachment> = []
  for (const one of email.attachments) {
    // An attached message that cannot be parsed is an attachment like any other.
    const message = isMessage(one) ? yield* Effect.option(readAttached(one, reading)) : Option.none()
    if (Option.isSome(message)) attached.push(message.value)
    else if (!isDecoration(one) || isBlank(text)) files.push(one)
  }
  return {
    from: from ?? { name: "", address: "" },
    replyTo: mailboxesOf(email.replyTo),
    cc: mailboxesOf(email.cc),
    subject: email.subject ?? "",
    text,
    headers,
    returnPath,
    original: mailboxIn(headers.get("x-original-from") ?? headers.get("x-original-sender")),
    attached,
    files: filesIn(files, reading.isCut)
  } satisfies Mail
})

const readAttached = (
  attachment: Attachment,
  { depth, isCut, messages }: Reading
): Effect.Effect<Mail, MailParseError> =>
  Effect.suspend(() => {
    if (depth >= attachmentLimits.depth || messages.left <= 0)
      return Effect.fail(new MailParseError({ message: "Too many attached messages." }))
    messages.left--
    return Effect.flatMap(read(MailCharset.of(bytesOf(attachment))), (email) =>
      toMail(email, { depth: depth + 1, isCut, messages })
    )
  })

/** Undefined if the brackets are empty: some programs send the same empty id with every message. */
const idOf = ({ messageId }: Email): string | undefined => {
  const id = (messageId ?? "").replaceAll(/[<>\s]/gu, "")
  return id === "" ? undefined : id
}

/** `returnPath` as in `Mail`. */
export const parse = Effect.fn("Mime.parse")(function* (raw: Uint8Array, returnPath?: string) {
  const excerpt = MailExcerpt.of(raw)
  const isCut = excerpt.length < raw.length
  const email = yield* read(MailCharset.of(excerpt))
  const mail: Mail = yield* toMail(
    email,
    { isCut, depth: 0, messages: { left: attachmentLimits.messages } },
    returnPath
  )
  return { mail, messageId: idOf(email) } satisfies Parsed
})
