/** English in the source of a page that no dictionary has: what a template says, and texts of several words. */

interface Found {
  readonly kind: "string" | "html" | "template"
  /** With `\u0000` in the place of each part. */
  readonly text: string
  /** What stands before it on its line. */
  readonly before: string
}

/** Whether a slash after this begins a pattern rather than divides. */
const beginsPattern = /(?:^|[=(,:[!&|?{};>]|\breturn)\s*$/u

/** The strings and templates of a TypeScript source, those within templates too; comments and patterns have none. */
export const texts = (source: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  let at = 0
  const before = (from: number) => source.slice(Math.max(0, source.lastIndexOf("\n", from - 1) + 1), from)
  const skipTo = (end: string) => {
    const to = source.indexOf(end, at)
    at = to < 0 ? source.length : to + end.length
  }
  const quoted = (mark: string) => {
    const from = at
    at += 1
    while (at < source.length && source[at] !== mark) at += source[at] === "\\" ? 2 : 1
    found.push({ kind: "string", text: source.slice(from + 1, at), before: before(from) })
    at += 1
  }
  const pattern = () => {
    let inClass = false
    for (at += 1; at < source.length && (inClass || source[at] !== "/"); at += 1) {
      if (source[at] === "\\") at += 1
      else if (source[at] === "[") inClass = true
      else if (source[at] === "]") inClass = false
    }
    at += 1
  }
  const template = () => {
    const from = at
    const kind = /\bhtml$/u.test(source.slice(Math.max(0, from - 10), from)) ? "html" : "template"
    let text = ""
    at += 1
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        at += 2
        code("}")
        text += "\u0000"
      } else if (source[at] === "\\") {
        at += 2
      } else {
        text += source[at]
        at += 1
      }
    }
    found.push({ kind, text, before: before(from) })
    at += 1
  }
  /** Reads on until the bracket that ends this part. */
  const code = (end: string): void => {
    let depth = 0
    while (at < source.length) {
      const char = source[at]!
      if (depth === 0 && char === end) {
        at += 1
        return
      }
      if (source.startsWith("//", at)) skipTo("\n")
      else if (source.startsWith("/*", at)) skipTo("*/")
      else if (char === '"' || char === "'") quoted(char)
      else if (char === "`") template()
      else if (char === "/" && beginsPattern.test(before(at))) pattern()
      else {
        if (char === "{") depth += 1
        if (char === "}") depth -= 1
        at += 1
      }
    }
  }
  code("\u0000end")
  return found
}

const spoken = /\b(?:aria-label|title|placeholder|alt)="([^"]*)"/gu

/** What people read of a template: the texts between its tags, and attributes that are read out. */
const seenIn = (markup: string): ReadonlyArray<string> => {
  const without = markup
    .replaceAll(/<!--[^]*?-->|<(code|kbd|pre|style|svg)\b[^>]*>[^]*?<\/\1>/gu, " ")
    .replaceAll(/=\s*"[^"]*"/gu, "")
  return [
    ...without.split(/<[^<>]*>/u),
    ...[...markup.matchAll(spoken)].map(([, text = ""]) => text)
  ].flatMap((text) => text.split("\u0000"))
}

/** Two words of a sentence. */
const several = /[A-Za-z]{2,}[,:;]? [a-z]{2,}|(?<!<)\b[aA] [a-z]{2,}/u

const named = /\b(?:label|hint|title|verb|what|notice|message|warning|called|note|heading|term):\s*$/u

/** What goes to a log or is thrown, or tells browsers, forms and keys apart. */
const unread =
  /\b(?:log\w*|throw|note|fn\w*|class|Service|TaggedError|mac|hidden|begin|resume|seal|open|context)\b[^\n]*$/u

/** An attribute that is there or not, or that comes with its name. */
const attribute = /^\s*(?:checked|selected|open|required|disabled|autofocus|\w[\w-]*="[^<]*)\s*$/u

/** Each text of a page's source that is English of its own. */
export const prose = (source: string): ReadonlyArray<string> =>
  texts(source).flatMap(({ before, kind, text }) => {
    if (kind === "html" && attribute.test(text)) return []
    if (/^[\w-]+\/[\w.+-]+; |^[\w-]+: \S+$/u.test(text)) return []
    if (kind === "html") return seenIn(text).filter((one) => /[A-Za-z]{2,}/u.test(one))
    if (kind === "template") {
      return text.split("\u0000").filter((one) => several.test(one) && !unread.test(before))
    }
    if (named.test(before)) return /^[A-Z][a-z]|[a-z] [a-z]/u.test(text) ? [text] : []
    return several.test(text) && !unread.test(before) ? [text] : []
  })
