/** Parses emails (RFC 5322, MIME) of any charset and encoding. */
import { Effect } from "effect"
import { convert, type HtmlToTextOptions } from "html-to-text"
import PostalMime, { type Address, type Email } from "postal-mime"
import type { Mail, Mailbox } from "../../src/domain/intake/Mail.ts"
import * as MailCharset from "../../src/domain/intake/MailCharset.ts"
import * as MailExcerpt from "../../src/domain/intake/MailExcerpt.ts"
import { Unreadable } from "./Unreadable.ts"

/** In bytes; longer than any headers in use. */
const maxHeadersSize = 131_072

/** HTML beyond this length adds nothing to a message's 20,000 characters. */
const longestHtml = 100_000

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

const textOf = ({ html, text }: Email): Effect.Effect<string> => {
  if (text !== undefined && text.trim() !== "") return Effect.succeed(text)
  const source = (html ?? "").slice(0, longestHtml)
  return Effect.try(() => convert(source, options)).pipe(Effect.orElseSucceed(() => withoutTags(source)))
}

/** The first mailbox of an address field, or a group's first member. */
const mailboxOf = (address: Address | undefined): Mailbox | undefined => {
  const mailbox = address?.group === undefined ? address : address.group[0]
  return mailbox && { name: mailbox.name, address: mailbox.address }
}

const headersOf = ({ headers }: Email): ReadonlyMap<string, string> =>
  new Map(headers.toReversed().map(({ key, value }) => [key, value]))

const noSender = new Unreadable({
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
    catch: (error) => new Unreadable({ message: `The message cannot be read: ${(error as Error).message}` })
  })

const isUnread = (text: string | undefined): boolean => text?.includes(MailCharset.unread) === true

/** Parses again with another charset if some bytes are not in the charset that the message declares. */
const readAnyway = Effect.fnUntraced(function* (sent: Uint8Array) {
  const first = yield* read(sent)
  const unclaimed = MailCharset.unclaimed(sent, `${first.text ?? ""}${first.html ?? ""}`)
  const raw = unclaimed ?? sent
  const email = unclaimed === undefined ? first : yield* read(unclaimed)
  const body = isUnread(email.text) || isUnread(email.html)
  const heads = email.headers.some(({ value }) => isUnread(value))
  return body || heads ? yield* read(MailCharset.assumed(raw, { body })) : email
})

const toMail = Effect.fnUntraced(function* (email: Email, returnPath: string | undefined) {
  const headers = headersOf(email)
  const from = mailboxOf(email.from) ?? mailboxOf(email.sender)
  if (from === undefined && !headers.has("from")) return yield* noSender
  return {
    from: from ?? { name: "", address: "" },
    replyTo: mailboxOf(email.replyTo?.[0]),
    subject: email.subject ?? "",
    text: yield* textOf(email),
    headers,
    returnPath,
    attached: undefined
  } satisfies Mail
})

const attachedTo = Effect.fnUntraced(function* ({ attachments }: Email) {
  const content = attachments.find(({ mimeType }) => mimeType === "message/rfc822")?.content
  if (!(content instanceof ArrayBuffer || ArrayBuffer.isView(content))) return undefined
  const raw = content instanceof ArrayBuffer ? new Uint8Array(content) : content
  return yield* toMail(yield* readAnyway(raw), undefined)
})

/** `returnPath` as in `Mail`. */
export const parse = Effect.fn("Mime.parse")(function* (raw: Uint8Array, returnPath?: string) {
  const email = yield* readAnyway(MailExcerpt.of(raw))
  const outer = yield* toMail(email, returnPath)
  // An attached message that cannot be parsed is an attachment like any other.
  const attached = yield* Effect.orElseSucceed(attachedTo(email), () => undefined)
  const mail: Mail = { ...outer, attached }
  return { mail, messageId: email.messageId?.trim() || undefined } satisfies Parsed
})
