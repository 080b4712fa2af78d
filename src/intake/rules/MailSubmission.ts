/** Creates a lead from an email. */
import * as Field from "../../../schema/Field.ts"
import { maxMessageLength } from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"
import * as PersonName from "../../leads/rules/PersonName.ts"
import * as PlainText from "../../shared/PlainText.ts"
import type { InlineForward } from "./InlineForward.ts"
import type { Attached, Mail, Mailbox } from "./Mail.ts"
import * as MailSender from "./MailSender.ts"

/** Matches prefixes of forwarded mail in the languages of mail programs. */
const isForwarded = ({ subject, text }: Mail): boolean =>
  text.trim() === "" || /^\s*(?:fwd?|wg|tr|rv|i|vs|vb|doorst|enc|pd)\s*:/iu.test(subject)

const isFilledIn = ({ address, name }: Mailbox): boolean => address !== "" || name !== ""

/** The author of the forwarded message if there is one, or else the sender of this message. */
const writerOf = (mail: Mail, forward: InlineForward | undefined): Mailbox => {
  const attached = mail.attached[0]
  if (forward !== undefined) return forward.from
  if (attached === undefined || !isForwarded(mail)) return MailSender.of(mail)
  const writer = MailSender.of(attached)
  return isFilledIn(writer) ? writer : MailSender.of(mail)
}

const oneLine = (text: string): string =>
  PlainText.cut(PlainText.line(PlainText.clean(text)), Field.maxLineLength)

const nameOf = ({ address, name }: Mailbox): Submission => {
  if (name.trim().toLowerCase() === address.toLowerCase()) return {}
  const { companyName, title: _, ...parts } = PersonName.read(oneLine(name))
  // `PersonName.read` adds a space after each comma of a company.
  return companyName === undefined
    ? parts
    : { ...parts, companyName: PlainText.cut(companyName, Field.maxLineLength) }
}

const sizeOf = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1_024)} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`

/** The maximum number of files listed. */
const maxFiles = 50

const fileLine = ({ name, size, type }: Attached): string =>
  oneLine(`Attachment: ${name ?? "unnamed"} (${size === null ? type : `${type}, ${sizeOf(size)}`})`)

/** Lists the files, which aren't stored. */
const filesOf = ({ files }: Mail): string => {
  const lines = files.slice(0, maxFiles).map(fileLine)
  return [
    ...lines,
    ...(files.length > maxFiles ? [`… and ${files.length - maxFiles} more attachments`] : [])
  ].join("\n")
}

const textLines = (mail: Mail): ReadonlyArray<string> => [
  oneLine(mail.subject),
  PlainText.clean(mail.text).trim(),
  filesOf(mail)
]

const displayName = ({ address, name }: Mailbox): string =>
  oneLine(name === "" ? address : `${name} <${address}>`)

/** The attached messages, recursively, each below a line with its sender. */
const passedOn = ({ attached }: Mail): ReadonlyArray<string> =>
  attached.flatMap((one) => [
    `Forwarded message from ${displayName(one.from)}:`,
    ...textLines(one),
    ...passedOn(one)
  ])

/** The customer's text, followed by the forwarder and their text. */
const forwarded = (mail: Mail, { before, subject, text }: InlineForward): ReadonlyArray<string> => [
  oneLine(subject) || oneLine(mail.subject),
  PlainText.clean(text).trim(),
  filesOf(mail),
  `Forwarded by ${displayName(mail.from)}${before === "" ? "." : ":"}`,
  PlainText.clean(before),
  ...passedOn(mail)
]

/** Truncates the message to a lead's limit, and notes this. The sender still has all of it. */
const fitted = (message: string): string => {
  const note = "\n\n[The rest of this message was too long and was left out.]"
  const kept = PlainText.cut(message, maxMessageLength)
  return kept === message ? message : PlainText.cut(message, maxMessageLength - note.length) + note
}

/**
 * A lead whose message holds the subject, the text and the names of files, and the sender's address if it is invalid. With `forward`, this
 * is the message that a member forwarded.
 */
export const submission = (mail: Mail, forward?: InlineForward): Submission => {
  const writer = writerOf(mail, forward)
  const address = oneLine(writer.address)
  const usable = Field.isEmail(address)
  const from = usable || address === "" ? "" : `From: ${address}`
  const content = forward === undefined ? [...textLines(mail), ...passedOn(mail)] : forwarded(mail, forward)
  const message = [from, ...content].filter((part) => part !== "").join("\n\n")
  return {
    ...nameOf(writer),
    ...(usable ? { workEmail: address } : {}),
    ...(message === "" ? {} : { message: fitted(message) }),
    source: "email"
  }
}

const compared = (text: string): string =>
  PlainText.cut(text, maxMessageLength).normalize("NFC").replaceAll(/\s+/gu, " ").trim()

const comparedMailbox = ({ address, name }: Mailbox): ReadonlyArray<string> => [
  compared(name),
  address.toLowerCase()
]

/**
 * Identifies a message: sender (all possible contacts), subject, text, files and the Message-ID, which some programs reuse. Without one,
 * date and recipient count too. What servers add in transit doesn't count.
 */
export const identity = (mail: Mail, messageId: string | undefined): string => {
  const { attached, files, from, headers, original, replyTo, subject, text } = mail
  const id = messageId === undefined ? [headers.get("date"), headers.get("to")] : [messageId]
  const content = [
    [from, MailSender.of(mail), ...(original === undefined ? [] : [original]), ...replyTo].map(
      comparedMailbox
    ),
    compared(subject),
    compared(text),
    files.map((file) => [file.name, file.digest])
  ]
  return JSON.stringify([id, content, attached.map((one) => identity(one, undefined))])
}
