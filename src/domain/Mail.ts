/** What an email says to a sales team: who writes and what, unless no person wrote it. */
import * as Field from "../../schema/Field.ts"
import { longestMessage, type Submission } from "../../schema/Lead.ts"
import * as FullName from "./FullName.ts"
import * as PlainText from "./PlainText.ts"

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
}

/** Why a message is not a lead. */
export type Reason = "auto_reply" | "bulk" | "bounce"

const isBounce = ({ from, headers, returnPath }: Mail): boolean =>
  returnPath === "" ||
  headers.get("return-path")?.replaceAll(/\s/gu, "") === "<>" ||
  headers.has("x-failed-recipients") ||
  /^\s*multipart\/report\b/iu.test(headers.get("content-type") ?? "") ||
  /^mailer-daemon(@|$)/iu.test(from.address)

const isAutoReply = ({ headers }: Mail): boolean => {
  const submitted = headers.get("auto-submitted")?.trim().toLowerCase() ?? "no"
  const suppress = headers.get("x-auto-response-suppress")?.trim().toLowerCase() ?? "none"
  return (
    !/^no\b/u.test(submitted) ||
    suppress !== "none" ||
    headers.has("x-autoreply") ||
    headers.has("x-autorespond") ||
    /^\s*auto[-_]reply\s*$/iu.test(headers.get("precedence") ?? "")
  )
}

const isBulk = ({ headers }: Mail): boolean =>
  /^\s*(bulk|list|junk)\s*$/iu.test(headers.get("precedence") ?? "")

/** Bounces, answers of machines (RFC 3834) and bulk mail; undefined for what a person may have written. */
export const automatic = (mail: Mail): Reason | undefined => {
  if (isBounce(mail)) return "bounce"
  if (isAutoReply(mail)) return "auto_reply"
  return isBulk(mail) ? "bulk" : undefined
}

const noReply = /^(no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer|notifications?|wordpress)\b/iu

/** Who to answer: where a site or a list sends for someone, the one it names in Reply-To. */
const writerOf = ({ from, headers, replyTo }: Mail): Mailbox => {
  if (replyTo === undefined || replyTo.address === "") return from
  return noReply.test(from.address) || headers.has("list-id") ? replyTo : from
}

const oneLine = (text: string): string => PlainText.cut(PlainText.line(PlainText.clean(text)), 500)

const nameOf = ({ address, name }: Mailbox): FullName.Parts =>
  name.trim().toLowerCase() === address.toLowerCase() ? {} : FullName.split(oneLine(name))

/** The message is the subject and the text; an address that is none is said there rather than lost. */
export const submission = (mail: Mail): Submission => {
  const writer = writerOf(mail)
  const address = oneLine(writer.address)
  const usable = Field.isEmail(address)
  const from = usable || address === "" ? "" : `From: ${address}`
  const message = [from, oneLine(mail.subject), PlainText.clean(mail.text).trim()]
    .filter((part) => part !== "")
    .join("\n\n")
  return {
    ...nameOf(writer),
    ...(usable ? { workEmail: address } : {}),
    ...(message === "" ? {} : { message: PlainText.cut(message, longestMessage) }),
    source: "email"
  }
}
