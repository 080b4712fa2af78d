/** Searches the texts beside a deal: its notes, and the lead that it came from. */
import type { Statement } from "effect/sql"
import type { SearchPlace } from "../../schema/Matched.ts"
import type { Sql } from "../database/Sql.ts"
import * as Search from "./Search.ts"

/** The text before the words of leads that aren't shown as their match: company, website, email and name. */
const texts = ["message", "summary", "verdict", "body", "notes"]

/** Characters of a lead's texts in which the matching line is looked for. */
const maxTextLength = 100_000

const lead = texts.map((name) => (name === "message" ? "l.message" : `l.enrichment ->> '${name}'`))

/** The texts of a lead's sender and of its research, from leads `l`. */
export const leadText = `left(concat_ws(E'\\n', ${lead.join(", ")}), ${maxTextLength})`

/** Every word is in the text or in the deal, and at least one of them in the text. */
export const covers = (
  sql: Sql,
  search: string,
  text: string,
  deal: string
): ReadonlyArray<Statement.Fragment> => {
  const patterns = Search.patterns(search)
  const words = sql.literal(`${text}.words`)
  if (patterns.length === 0) return [sql.literal("FALSE")]
  return [
    sql.or(patterns.map((pattern) => sql`${words} LIKE ${pattern}`)),
    ...patterns.map(
      (pattern) => sql`(${words} LIKE ${pattern} OR ${sql.literal(`${deal}.words`)} LIKE ${pattern})`
    )
  ]
}

/** The condition for deals `d` with all words in one of the places, or in it and the deal. */
export const condition = (
  sql: Sql,
  workspaceId: string,
  search: string,
  places: ReadonlyArray<SearchPlace>
): Statement.Fragment => {
  const conditions = {
    deals: () => sql.and([...Search.conditions(sql, "d.", { search })]),
    notes: () => sql`d.id IN (SELECT n.deal_id FROM notes n
      JOIN deals o ON o.workspace_id = ${workspaceId} AND o.id = n.deal_id
      WHERE n.workspace_id = ${workspaceId} AND ${sql.and(covers(sql, search, "n", "o"))})`,
    leads: () => sql`d.id IN (SELECT o.id FROM leads l
      JOIN deals o ON o.workspace_id = ${workspaceId} AND o.lead_id = l.id
      WHERE l.workspace_id = ${workspaceId} AND ${sql.and(covers(sql, search, "l", "o"))})`
  }
  return sql.or([...new Set(places)].map((place) => conditions[place]()))
}
