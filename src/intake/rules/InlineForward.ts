/** Finds a forwarded message in the text of an email. */
import { isOfService, sendsOnly } from "./FormServices.ts"
import type { Mailbox } from "./Mail.ts"

export interface InlineForward {
  /** The forwarder's own text above the forwarded message. */
  readonly before: string
  readonly from: Mailbox
  readonly subject: string
  readonly text: string
}

/** The header fields' names in mail programs, in lower case. */
const labels = {
  from: ["from", "von", "de", "da", "van", "från", "fra", "od"],
  date: [
    "date",
    "sent",
    "datum",
    "gesendet",
    "envoyé",
    "fecha",
    "enviado",
    "data",
    "inviato",
    "verzonden",
    "skickat"
  ],
  to: ["to", "an", "à", "para", "a", "aan", "till", "til", "cc", "kopie", "bcc"],
  subject: ["subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "ämne", "emne", "assunto"],
  reply: ["reply-to", "antwort an", "répondre à", "responder a"]
} as const

type Label = keyof typeof labels

const labelsByName = new Map<string, Label>(
  Object.entries(labels).flatMap(([label, names]) => names.map((name) => [name, label as Label] as const))
)

/** The maximum number of lines read of a text, and of a block of header fields. */
const limits = { lines: 3_000, block: 25 }

const field = /^[\s>*]*\*{0,2}(\p{L}[\p{L} -]{0,15}?)\*{0,2}\s?:\*{0,2}(?:\s+(.*))?$/u

/** The line above a forwarded message. Programs write it in many languages, between dashes or before a colon. */
const marker =
  /^[\s>]*(?:-{2,}.{3,80}-{2,}|_{10,}|(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)|début du message (?:transféré|réexpédié)|inicio del mensaje reenviado|inizio messaggio inoltrato)\s*:)\s*$/iu

const isMarker = (line: string): boolean => line.length <= 200 && marker.test(line)

/** Markers of known programs between dashes. Outlook writes 32 underscores. */
const programMarker =
  /^[\s>]*(?:_{32}\s*$|-{2,}\s*(?:forwarded message|original message|weitergeleitete (?:nachricht|e-?mail)|ursprüngliche nachricht|original-?nachricht|message (?:transféré|réexpédié|d['’]origine)|mensaje (?:reenviado|original)|messaggio (?:inoltrato|originale)|mensagem (?:encaminhada|original)|doorgestuurd bericht|oorspronkelijk bericht)|\p{L})/iu

/** Whether the line above the position `at` is a mail program's forward marker. */
const isBelowMarker = (lines: ReadonlyArray<string>, at: number): boolean => {
  const above = lines.slice(Math.max(0, at - 5), at).findLast((line) => !isBlank(line)) ?? ""
  return isMarker(above) && programMarker.test(above)
}

const labelOf = (line: string): readonly [Label, string] | undefined => {
  const found = line.length > 2_000 ? null : field.exec(line)
  const label = labelsByName.get(found?.[1]?.trim().toLowerCase() ?? "")
  return label === undefined ? undefined : [label, (found?.[2] ?? "").trim()]
}

const isBlank = (line: string): boolean => line.replaceAll(/[\s>*]/gu, "") === ""

const email = /[^\s<>()[\]"',;:*]{1,64}@[^\s<>()[\]"',;:*]{1,253}/u

const mailboxOf = (value: string): Mailbox => {
  const found = email.exec(value)
  if (found === null) return { name: value, address: "" }
  const name = value
    .slice(0, found.index)
    .replaceAll(/mailto:|[<>[\]()"*]/giu, " ")
    .trim()
  return { name, address: found[0] }
}

/** The author, or the Reply-To address if a program sent the message. */
const authorOf = (fields: ReadonlyMap<Label, string>): Mailbox => {
  const from = mailboxOf(fields.get("from") ?? "")
  if (from.address !== "" && !isOfService(from.address) && !sendsOnly(from.address)) return from
  const replies = (fields.get("reply") ?? "").split(/(?<=>)\s*[,;]/u).map(mailboxOf)
  return replies.find(({ address }) => address !== "" && !sendsOnly(address)) ?? from
}

interface Block {
  readonly fields: ReadonlyMap<Label, string>
  readonly end: number
}

/** The header fields from the line `start`. A long field continues on the following lines if another field follows. */
const blockAt = (lines: ReadonlyArray<string>, start: number): Block | undefined => {
  const fields = new Map<Label, string>()
  let end = start
  let last: Label | undefined
  for (let at = start; at < Math.min(lines.length, start + limits.block); at++) {
    const line = lines[at]!
    const found = labelOf(line)
    if (found !== undefined) {
      last = found[0]
      if (!fields.has(last)) fields.set(last, found[1])
      end = at + 1
    } else if (last !== undefined && fields.get(last) === "" && !isBlank(line)) {
      fields.set(last, line.replace(/^[\s>]+/u, ""))
      end = at + 1
    } else if (isBlank(line) ? at > end : at > end + 3) break
  }
  const from = fields.get("from") ?? ""
  const isForward = from !== "" && fields.size >= 3 && (email.test(from) || isBelowMarker(lines, start))
  return isForward ? { fields, end } : undefined
}

/** Removes quote marks if every line has one. */
const unquoted = (lines: ReadonlyArray<string>): string => {
  const isQuoted =
    lines.some((line) => line.trim() !== "") && lines.every((line) => isBlank(line) || /^\s*>/u.test(line))
  return (isQuoted ? lines.map((line) => line.replace(/^\s*> ?/u, "")) : lines).join("\n").trim()
}

export const find = (text: string): InlineForward | undefined => {
  const lines = text.split(/\r?\n/u)
  for (let at = 0; at < Math.min(lines.length, limits.lines); at++) {
    if (labelOf(lines[at]!) === undefined) continue
    const block = blockAt(lines, at)
    if (block === undefined) continue
    const above = lines.slice(0, at)
    while (above.length > 0 && (isBlank(above.at(-1)!) || isMarker(above.at(-1)!))) above.pop()
    return {
      before: above.join("\n").trim(),
      from: authorOf(block.fields),
      subject: block.fields.get("subject") ?? "",
      text: unquoted(lines.slice(block.end))
    }
  }
  return undefined
}
