/** The index that search uses: an entry for each part of a page that has a heading. */
import { drawn } from "../pages/platform/Html.ts"
import * as Reader from "../pages/words/Reader.ts"
import { plain } from "./Article.ts"
import type { Sheet } from "./Frame.ts"
import type { Entry } from "./search.js"

/** Characters of a part that are shown with a result. */
const shown = 140

/** Words of a part that are found beside those that are shown. */
const mostWords = 60

const english = Reader.of("en")

const wordsIn = (text: string, besides: string) => {
  const there = new Set(besides.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.]+/u)
    .map((word) => word.replaceAll(/^\.+|\.+$/gu, ""))
  return [...new Set(words)]
    .filter((word) => word.length > 2 && !there.has(word))
    .slice(0, mostWords)
    .join(" ")
}

/** What is behind the scenes stands behind the guides. */
const distance = (section: string) => (section === "Behind it" ? 2 : section === "Operate" ? 0.25 : 0)

/** Where a part begins: a heading, or an entry, with an id. */
const parts = /<(?:h[1-6]|section|article|tr|dt)\b[^>]*\bid="([^"]+)"[^>]*>/gu

const entriesOf = ({ content, path, section, title }: Sheet): ReadonlyArray<Entry> => {
  const text = drawn(content().body, english)
  const starts = [...text.matchAll(parts)].filter(([, id]) => !id!.endsWith("-title"))
  const pieces = [
    { id: "", html: text.slice(0, starts[0]?.index ?? text.length) },
    ...starts.map(({ index, 1: id = "" }, place) => ({
      id,
      html: text.slice(index, starts[place + 1]?.index ?? text.length)
    }))
  ]
  return pieces.flatMap(({ html, id }) => {
    const first = /<(?:h[1-6]|th)\b[^>]*>([\s\S]*?)<\/(?:h[1-6]|th)>/u.exec(html)?.[1] ?? title
    const heading = plain(first.replace(/<a class="anchor"[\s\S]*?<\/a>/u, ""))
      .replaceAll(/\s+/gu, " ")
      .trim()
    const all = plain(html.replaceAll(/<a class="anchor"[\s\S]*?<\/a>/gu, ""))
      .replaceAll(/\s+/gu, " ")
      .replace(heading, "")
      .trim()
    if (all === "" && heading === title && id === "") return []
    const x = all.slice(0, shown).replace(/\s\S*$/u, all.length > shown ? " …" : "$&")
    const isWhole = heading === title || id === ""
    return [
      {
        t: isWhole ? section : title,
        h: heading,
        u: isWhole ? path : `${path}#${id}`,
        x,
        w: section === "Behind it" ? "" : wordsIn(all.slice(shown - 20), x),
        p: distance(section)
      }
    ]
  })
}

const turn = () => new Promise<void>((done) => setImmediate(done))

/** The entries of all pages. It takes a second or more: after each page others get their turn. */
export const make = async (sheets: ReadonlyArray<Sheet>): Promise<ReadonlyArray<Entry>> => {
  const all: Array<Entry> = []
  for (const sheet of sheets) {
    await turn()
    all.push(...entriesOf(sheet))
  }
  return all
}
