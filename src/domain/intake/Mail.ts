/** Makes a lead of an email, unless a machine wrote it: who writes, and what. */
import * as Field from "../../../schema/Field.ts"
import type { Doubt } from "../../../schema/LeadBackground.ts"
import { longestMessage, type Submission } from "../../../schema/LeadSubmission.ts"
import * as FullName from "../leads/FullName.ts"
import { isOfService } from "./FormServices.ts"
import * as PlainText from "../platform/PlainText.ts"

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  readonly from: Mailbox
  readonly replyTo: Mailbox | undefined
  readonly subject: string
  readonly text: string
  /** Header fields by lower-case name; the first of each name. */
  readonly headers: ReadonlyMap<string, string>
  /** The address of MAIL FROM, if known; empty for mail that must not be answered. */
  readonly returnPath: string | undefined
  /** A message attached as a whole, as mail programs do when forwarding. */
  readonly attached: Mail | undefined
}

/** Why a message is not a lead. */
export type Reason = "auto_reply" | "bounce"

/** Bounces have an empty return path (RFC 5321, section 4.5.5), but so does some mail that programs send for people. */
const hasNoSender = ({ headers, returnPath }: Mail): boolean =>
  returnPath === "" || headers.get("return-path")?.replaceAll(/\s/gu, "") === "<>"

const isBounce = (mail: Mail): boolean =>
  mail.headers.has("x-failed-recipients") ||
  /^\s*multipart\/report\b/iu.test(mail.headers.get("content-type") ?? "") ||
  /^mailer-daemon(@|$)/iu.test(mail.from.address) ||
  (hasNoSender(mail) && /^postmaster(@|$)/iu.test(mail.from.address))

const submitted = ({ headers }: Mail): string =>
  /^[a-z-]+/u.exec(headers.get("auto-submitted")?.trim().toLowerCase() ?? "")?.[0] ?? "no"

const precedence = ({ headers }: Mail): string => headers.get("precedence")?.trim().toLowerCase() ?? ""

/**
 * Recognizes bounces and declared automatic replies (RFC 3834); undefined for what a person may have written.
 * X-Auto-Response-Suppress does not count: it asks receivers not to reply automatically.
 */
export const automatic = (mail: Mail): Reason | undefined => {
  if (isBounce(mail)) return "bounce"
  return submitted(mail) === "auto-replied" ? "auto_reply" : undefined
}

const answersByItself = (mail: Mail): boolean =>
  hasNoSender(mail) ||
  mail.headers.has("x-autoreply") ||
  mail.headers.has("x-autorespond") ||
  /^auto[-_]reply$/u.test(precedence(mail)) ||
  (submitted(mail) !== "no" && mail.headers.has("in-reply-to"))

/** The doubt that the lead is marked with; some doubts make it suspect, which keeps it out of the inbox (LeadRecord). */
export const doubt = (mail: Mail): Doubt | undefined => {
  if (answersByItself(mail)) return "auto_reply"
  if (/^(?:bulk|junk)$/u.test(precedence(mail))) return "bulk"
  if (precedence(mail) === "list") return "list"
  return submitted(mail) === "no" ? undefined : "machine"
}

const isFilledIn = ({ address, name }: Mailbox): boolean => address !== "" || name !== ""

/** Whom to answer: Reply-To if a site, a form service or a mailing list sends for someone, else From. */
const senderOf = (mail: Mail): Mailbox => {
  const { from, headers, replyTo } = mail
  if (replyTo === undefined || replyTo.address === "") return from
  const isSentFor = isOfService(from.address) || headers.has("list-id") || submitted(mail) !== "no"
  return isSentFor ? replyTo : from
}

/** The prefix for forwarded mail in the languages of mail programs. */
const isForwarded = ({ subject, text }: Mail): boolean =>
  text.trim() === "" || /^\s*(?:fwd?|wg|tr|rv|i|vs|vb|doorst|enc|pd)\s*:/iu.test(subject)

/** The author of the forwarded message if there is one, else the sender of this message. */
const writerOf = (mail: Mail): Mailbox => {
  const { attached } = mail
  if (attached === undefined || !isForwarded(mail)) return senderOf(mail)
  const writer = senderOf(attached)
  return isFilledIn(writer) ? writer : senderOf(mail)
}

const oneLine = (text: string): string => PlainText.cut(PlainText.line(PlainText.clean(text)), 500)

const nameOf = ({ address, name }: Mailbox): FullName.Parts =>
  name.trim().toLowerCase() === address.toLowerCase() ? {} : FullName.split(oneLine(name))

const said = ({ subject, text }: Mail): ReadonlyArray<string> => [
  oneLine(subject),
  PlainText.clean(text).trim()
]

/** The attached message, under a line that names its sender. */
const passedOn = ({ attached }: Mail): ReadonlyArray<string> => {
  if (attached === undefined) return []
  const { address, name } = attached.from
  return [oneLine(`Forwarded message from ${name} <${address}>:`), ...said(attached)]
}

/** The lead's message is the subject and the text; an invalid sender address is put there, so that it is not lost. */
export const submission = (mail: Mail): Submission => {
  const writer = writerOf(mail)
  const address = oneLine(writer.address)
  const usable = Field.isEmail(address)
  const from = usable || address === "" ? "" : `From: ${address}`
  const message = [from, ...said(mail), ...passedOn(mail)].filter((part) => part !== "").join("\n\n")
  return {
    ...nameOf(writer),
    ...(usable ? { workEmail: address } : {}),
    ...(message === "" ? {} : { message: PlainText.cut(message, longestMessage) }),
    source: "email"
  }
}
