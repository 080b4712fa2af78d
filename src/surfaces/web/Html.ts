/**
 * HTML as a value. Values in a template are text and get escaped, unless they are already HTML. Texts that depend on the reader (words,
 * times, amounts) are resolved at rendering, so that page functions don't pass the reader around.
 */
import type { Reader } from "./i18n/ReaderSettings.ts"

/** The position of a part: between tags, where no tag is allowed (an attribute, an option), or in text without any HTML. */
type Place = "markup" | "bare" | "text"

type Piece = string | ((reader: Reader, place: Place) => string)

export class Html {
  readonly pieces: ReadonlyArray<Piece>
  constructor(...pieces: ReadonlyArray<Piece>) {
    this.pieces = pieces
  }
}

/** A text in the reader's language. */
export class Message {
  readonly say: (reader: Reader) => Part
  constructor(say: (reader: Reader) => Part) {
    this.say = say
  }
}

/** A value that a template accepts; `false`, `null` and `undefined` render as nothing. */
export type Part = Html | Message | string | number | false | null | undefined | ReadonlyArray<Part>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

const special = /[&<>"'`]/u

/** Most texts need no escaping, and testing is faster than copying. */
export const escape = (text: string): string =>
  special.test(text) ? text.replaceAll(/[&<>"'`]/gu, (char) => entities[char]!) : text

/** Right-to-left letters and bidirectional control characters, which would reorder the text around them. */
const turns =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolates a right-to-left text from its surroundings: with an element in HTML, with two characters in plain text. */
const isolated =
  (text: string): Piece =>
  (_reader, place) =>
    place === "markup"
      ? `<bdi>${escape(text)}</bdi>`
      : place === "text"
        ? `\u2068${escape(text)}\u2069`
        : escape(text)

/** Isolates a part of a plain text if the template doesn't know where it begins and ends. */
export const directed = (text: string): string => (turns.test(text) ? `\u2068${text}\u2069` : text)

const write = (piece: Piece, reader: Reader, place: Place): string =>
  typeof piece === "string" ? piece : piece(reader, place)

const piecesOf = (part: Part): ReadonlyArray<Piece> => {
  if (typeof part === "string") return [turns.test(part) ? isolated(part) : escape(part)]
  if (part === false || part === null || part === undefined) return []
  if (typeof part === "number") return [String(part)]
  if (part instanceof Html) return part.pieces
  if (part instanceof Message) return [(reader, place) => draw(part.say(reader), reader, place)]
  return (part as ReadonlyArray<Part>).flatMap(piecesOf)
}

const draw = (part: Part, reader: Reader, place: Place): string => {
  let text = ""
  for (const piece of piecesOf(part)) text += write(piece, reader, place)
  return text
}

/** The HTML for its reader. */
export const drawn = (part: Part, reader: Reader): string => draw(part, reader, "markup")

/** The text without HTML, for example for a notice on the next page. */
export const plain = (part: Part, reader: Reader): string =>
  draw(part, reader, "text")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/gu, (entity) => characters.get(entity)!)

const characters = new Map(Object.entries(entities).map(([char, entity]) => [entity, char]))

interface Template {
  /** The texts without the indentation of our sources, which would be sent with every item of a list. */
  readonly texts: ReadonlyArray<string>
  /** Whether the part after each text is at a position where no tag is allowed. */
  readonly bare: ReadonlyArray<boolean>
}

const templates = new WeakMap<TemplateStringsArray, Template>()

/** Matches a position inside a tag, or inside an element that holds only text. */
const bareAfter = /<[^>]*$|<(?:title|option|textarea)\b[^>]*>[^<]*$/u

const templateOf = (strings: TemplateStringsArray): Template => {
  const known = templates.get(strings)
  if (known !== undefined) return known
  const texts = strings.map((text) => text.replaceAll(/\n\s+/gu, "\n"))
  const bare = texts.map((_, index) => bareAfter.test(texts.slice(0, index + 1).join("")))
  const template = { texts, bare }
  templates.set(strings, template)
  return template
}

const heldTo = (piece: Piece): Piece =>
  typeof piece === "string" ? piece : (reader, place) => piece(reader, place === "markup" ? "bare" : place)

/** Attribute values must be in double quotes, and no part may be in the position of a tag or attribute name. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => {
  const { bare, texts } = templateOf(strings)
  const pieces: Array<Piece> = []
  let text = ""
  const add = (piece: Piece) => {
    if (typeof piece === "string") text += piece
    else {
      pieces.push(text, piece)
      text = ""
    }
  }
  for (const [index, fixed] of texts.entries()) {
    text += fixed
    if (index >= parts.length) continue
    for (const piece of piecesOf(parts[index])) add(bare[index] === true ? heldTo(piece) : piece)
  }
  return new Html(...pieces, text)
}

export const empty = new Html("")

/** A mailto link. Encoding keeps the address from adding a subject or more recipients. */
export const mailto = (address: string): string =>
  `mailto:${address.split("@").map(encodeURIComponent).join("@")}`

/** A safe link for an address that someone typed; schemes other than web, mail and telephone become `#`. */
export const href = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : "#"
}
