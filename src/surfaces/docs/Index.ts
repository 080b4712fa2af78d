/** The search index, with an entry for each section of a page. */
import * as Article from "./Article.ts"
import type { Sheet } from "./Frame.ts"
import type { Entry } from "./search.js"

/** Pages and sections that rank lower in search; a larger number is worse. */
const distances: Readonly<Record<string, number>> = { "/docs/objects": 1, "Behind it": 2, Operate: 0.25 }

/** Markdown as plain text. */
const textOf = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*- /gmu, "")
    .replaceAll(/\]\([^)]*\)|\{#[^}]*\}|\{\{request\}\}|<!--[^]*?-->|-{3,}|[`*|[\\]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** The entries of a page, with 500 characters of each section. Code is indented, so that none of its lines is read as a heading. */
export const of = ({ path, section, source, title }: Sheet): ReadonlyArray<Entry> => {
  const idOf = Article.ids()
  const text = source().replaceAll(/^```[^]*?^```/gmu, (code) => code.replaceAll("\n", "\n "))
  return Array.from(
    text.matchAll(/^(#{1,6}) (.*?)(?: \{#([\w.-]+)\})?$([^]*?)(?=^#{1,6} |(?![^]))/gmu),
    ([, level, heading = "", named, rest = ""]) => {
      const id = idOf(textOf(heading), named)
      const isWhole = level === "#"
      return {
        t: isWhole ? section : title,
        h: textOf(heading),
        u: isWhole ? path : `${path}#${id}`,
        x: textOf(rest).slice(0, 500),
        p: distances[path] ?? distances[section] ?? 0
      }
    }
  )
}
