/** Reads messages as they travel (RFC 5322, MIME), whatever their charset and encoding. */
import { Effect, Schema } from "effect"
import { convert, type HtmlToTextOptions } from "html-to-text"
import PostalMime, { type Address, type Email } from "postal-mime"
import type { Mail, Mailbox } from "../src/domain/Mail.ts"
import * as MailExcerpt from "../src/domain/MailExcerpt.ts"

/** Why something is not a message. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { message: Schema.String }) {}

/** More than the longest of headers in use, in bytes. */
const maxHeadersSize = 131_072

/** More HTML than this says no more in a message's 20,000 characters. */
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

/** Nested deeper than the converter can follow, it still holds words. */
const withoutTags = (html: string): string => html.replaceAll(/<[^>]{0,2000}>/gu, " ")

const textOf = ({ html, text }: Email): Effect.Effect<string> => {
  if (text !== undefined && text.trim() !== "") return Effect.succeed(text)
  const source = (html ?? "").slice(0, longestHtml)
  return Effect.try(() => convert(source, options)).pipe(Effect.orElseSucceed(() => withoutTags(source)))
}

/** The first mailbox of an address field; a group's first member. */
const mailboxOf = (address: Address | undefined): Mailbox | undefined => {
  const mailbox = address?.group === undefined ? address : address.group[0]
  return mailbox && { name: mailbox.name, address: mailbox.address }
}

const headersOf = ({ headers }: Email): ReadonlyMap<string, string> =>
  new Map(headers.toReversed().map(({ key, value }) => [key, value]))

const noSender = new Unreadable({
  message: "This is no email message: it has no From field. Send it raw, headers first, as RFC 5322 has it."
})

export interface Parsed {
  readonly mail: Mail
  readonly messageId: string | undefined
}

/** `returnPath` as in `Mail`. */
export const parse = Effect.fn("Mime.parse")(function* (raw: Uint8Array, returnPath?: string) {
  const email = yield* Effect.tryPromise({
    try: () => PostalMime.parse(MailExcerpt.of(raw), { maxHeadersSize, maxRfc822NestingDepth: 1 }),
    catch: (error) => new Unreadable({ message: `The message cannot be read: ${(error as Error).message}` })
  })
  const headers = headersOf(email)
  const from = mailboxOf(email.from) ?? mailboxOf(email.sender)
  if (from === undefined && !headers.has("from")) return yield* noSender
  const mail: Mail = {
    from: from ?? { name: "", address: "" },
    replyTo: mailboxOf(email.replyTo?.[0]),
    subject: email.subject ?? "",
    text: yield* textOf(email),
    headers,
    returnPath
  }
  return { mail, messageId: email.messageId?.trim() || undefined } satisfies Parsed
})
