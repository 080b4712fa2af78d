/** What an email says to a sales team: who writes and what, unless no person wrote it. */
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
  /** Header fields by their names in lower case, the first of each. */
  readonly headers: ReadonlyMap<string, string>
  /** The address its delivery began with (MAIL FROM), where known; empty for what must not be answered. */
  readonly returnPath: string | undefined
  /** A message that was attached whole, as mail programs forward one. */
  readonly attached: Mail | undefined
}

/** Why a message is not a lead. */
export type Reason = "auto_reply" | "bounce"

/** Bounces have no sender to answer (RFC 5321, 4.5.5), but programs that send for people leave it empty too. */
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
 * Bounces, and what says of itself that a machine answered (RFC 3834); undefined for what a person may have
 * written. X-Auto-Response-Suppress says nothing of the message: it asks whoever receives it not to answer.
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

/** What a lead of this message is marked with: `suspect` kinds keep it out of the inbox (LeadRecord). */
export const doubt = (mail: Mail): Doubt | undefined => {
  if (answersByItself(mail)) return "auto_reply"
  if (/^(?:bulk|junk)$/u.test(precedence(mail))) return "bulk"
  if (precedence(mail) === "list") return "list"
  return submitted(mail) === "no" ? undefined : "machine"
}

const isFilledIn = ({ address, name }: Mailbox): boolean => address !== "" || name !== ""

/** Who to answer: where a site, a form service or a list sends for someone, the one it names in Reply-To. */
const senderOf = (mail: Mail): Mailbox => {
  const { from, headers, replyTo } = mail
  if (replyTo === undefined || replyTo.address === "") return from
  const isSentFor = isOfService(from.address) || headers.has("list-id") || submitted(mail) !== "no"
  return isSentFor ? replyTo : from
}

/** The same words in the languages mail programs speak. */
const isForwarded = ({ subject, text }: Mail): boolean =>
  text.trim() === "" || /^\s*(?:fwd?|wg|tr|rv|i|vs|vb|doorst|enc|pd)\s*:/iu.test(subject)

/** Where someone passes a message on, the one who wrote that; else whoever sent this one. */
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

/** The message that came along, under a line that says whose it is. */
const passedOn = ({ attached }: Mail): ReadonlyArray<string> => {
  if (attached === undefined) return []
  const { address, name } = attached.from
  return [oneLine(`Forwarded message from ${name} <${address}>:`), ...said(attached)]
}

/** The message is the subject and the text; an address that is none is said there rather than lost. */
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
