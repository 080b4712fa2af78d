/** HTML as a value: what is put into a template is text, and escaped, unless it is HTML already. */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template; what is not there (`false`, `null`, `undefined`) leaves nothing. */
export type Part = Html | string | number | false | null | undefined | ReadonlyArray<Part>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

export const escape = (text: string): string => text.replaceAll(/[&<>"'`]/gu, (char) => entities[char]!)

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (part === false || part === null || part === undefined) return ""
  return typeof part === "object" ? part.map(render).join("") : escape(String(part))
}

const bare = new WeakMap<TemplateStringsArray, ReadonlyArray<string>>()

/** A template's own text without the indentation it has in our sources: a list would send it with every item. */
const textsOf = (strings: TemplateStringsArray): ReadonlyArray<string> => {
  const known = bare.get(strings)
  if (known !== undefined) return known
  const made = strings.map((text) => text.replaceAll(/\n\s+/gu, "\n"))
  bare.set(strings, made)
  return made
}

/** Attribute values must stand in double quotes, and no part may stand where a tag or attribute name would. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(
    textsOf(strings)
      .map((text, index) => text + render(parts[index]))
      .join("")
  )

export const empty = new Html("")

/** The address alone: what stands in it cannot add a subject, or more recipients. */
export const mailto = (address: string): string =>
  `mailto:${address.split("@").map(encodeURIComponent).join("@")}`

/** An address people typed in, as a link may have it: others than the web, mail and telephones lead nowhere. */
export const href = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : "#"
}
