/**
 * HTML as a value: what is put into a template is text, and escaped, unless it is HTML already. What depends on who
 * reads it (words, times, amounts) stays open until the page is drawn, so that no function of a page carries its reader.
 */
import type { Reader } from "./words/ReaderSettings.ts"

/** Where a part stands: among tags, where there can be no tag (an attribute, an option), or in a text without any HTML. */
type Place = "markup" | "bare" | "text"

type Piece = string | ((reader: Reader, place: Place) => string)

export class Html {
  readonly pieces: ReadonlyArray<Piece>
  constructor(...pieces: ReadonlyArray<Piece>) {
    this.pieces = pieces
  }
}

/** What is said in the reader's language. */
export class Message {
  readonly say: (reader: Reader) => Part
  constructor(say: (reader: Reader) => Part) {
    this.say = say
  }
}

/** What may stand in a template; what is not there (`false`, `null`, `undefined`) leaves nothing. */
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

/** Most texts have nothing to escape, which a look shows faster than a copy. */
export const escape = (text: string): string =>
  special.test(text) ? text.replaceAll(/[&<>"'`]/gu, (char) => entities[char]!) : text

/** Letters written from right to left, and the controls of direction: they would reorder what stands beside them. */
const turns =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A text that turns around keeps its direction to itself: HTML has an element for it, a text two characters. */
const isolated =
  (text: string): Piece =>
  (_reader, place) =>
    place === "markup"
      ? `<bdi>${escape(text)}</bdi>`
      : place === "text"
        ? `\u2068${escape(text)}\u2069`
        : escape(text)

/** For a part of a text that keeps its direction to itself, where no template knows where it begins and ends. */
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

/** As its reader gets it. */
export const drawn = (part: Part, reader: Reader): string => draw(part, reader, "markup")

/** A text without HTML, such as one to be said on the next page. */
export const plain = (part: Part, reader: Reader): string =>
  draw(part, reader, "text")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/gu, (entity) => characters.get(entity)!)

const characters = new Map(Object.entries(entities).map(([char, entity]) => [entity, char]))

interface Template {
  /** Without the indentation they have in our sources: a list would send it with every item. */
  readonly texts: ReadonlyArray<string>
  /** Whether the part after each text stands where there can be no tag. */
  readonly bare: ReadonlyArray<boolean>
}

const templates = new WeakMap<TemplateStringsArray, Template>()

/** Inside of a tag, or of an element that holds nothing but text. */
const bareAfter = /<[^>]*$|<(?:title|option|textarea)\b[^>]*>[^<]*$/u

const templateOf = (strings: TemplateStringsArray): Template => {
  const known = templates.get(strings)
  if (known !== undefined) return known
  const texts = strings.map((text) => text.replaceAll(/\n\s+/gu, "\n"))
  const bare = texts.map((_, index) => bareAfter.test(texts.slice(0, index + 1).join("")))
  const made = { texts, bare }
  templates.set(strings, made)
  return made
}

const heldTo = (piece: Piece): Piece =>
  typeof piece === "string" ? piece : (reader, place) => piece(reader, place === "markup" ? "bare" : place)

/** Attribute values must stand in double quotes, and no part may stand where a tag or attribute name would. */
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

/** The address alone: what stands in it cannot add a subject, or more recipients. */
export const mailto = (address: string): string =>
  `mailto:${address.split("@").map(encodeURIComponent).join("@")}`

/** An address people typed in, as a link may have it: others than the web, mail and telephones lead nowhere. */
export const href = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : "#"
}
