/**
 * Picks a part of a text that a trigram index finds fast: for each deal found, the index reads a page of the list of each trigram whose
 * list has many pages. Every match of the text contains the part, and few other deals do if the text is rare.
 */
import { Effect } from "effect"
import type { Sql } from "../database/Sql.ts"

/** The number of deals, and the characters read of each. */
const sampleLimits = { deals: 300, length: 500 }

/** Trigrams found in several of `sampleLimits.deals` deals, in a sample of one deal in 4,096: relevant from some thousand deals on. */
export const common = (sql: Sql, workspaceId: string) =>
  Effect.map(
    sql<{ trigram: string }>`SELECT trigram FROM (SELECT words FROM deals d
        WHERE d.workspace_id = ${workspaceId} AND d.deleted_at IS NULL AND uuid_hash(d.id) % 4096 = 0
        LIMIT ${sql.literal(String(sampleLimits.deals))}) d,
      unnest(show_trgm(left(d.words, ${sql.literal(String(sampleLimits.length))}))) AS trigram
      GROUP BY trigram HAVING count(*) > 1`,
    (rows) => new Set(rows.map(({ trigram }) => trigram))
  )

/**
 * The longest part of a word of `text` without a common trigram, or all of `text` if there is none. Only ASCII counts: whether the
 * index holds other letters depends on the database's locale, and a trigram that it lacks would cause a full scan.
 */
export const of = (text: string, common: ReadonlySet<string>): string => {
  if (common.size === 0) return text
  let longest = ""
  for (const word of text.match(/[a-z0-9]+/gu) ?? []) {
    for (let [from, at] = [0, 3]; at <= word.length; at++) {
      if (common.has(word.slice(at - 3, at))) from = at - 2
      else if (at - from > longest.length) longest = word.slice(from, at)
    }
  }
  return longest === "" ? text : longest
}
