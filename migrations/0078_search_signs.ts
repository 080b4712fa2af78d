/**
 * Search by words finds apostrophes, dashes and marks however they are written: `words` of deals and leads that have such signs is made
 * anew. Nodes of the version before find what they write themselves; what they write meanwhile is made anew at the end.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { insist, type Staged } from "./Ahead.ts"

const fold = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ł: "l",
  ø: "o",
  œ: "oe",
  þ: "th",
  ŧ: "t"
}

const marks = /[\u0300-\u036f\u0640]|(?=[\u0590-\u06ff])\p{Mn}/gu

/** A copy of the service's function, as it is since this migration. */
const plain = (text: string): string =>
  fold(
    fold(text)
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replaceAll(/[`´‘’‛′ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ]/gu, "'")
      .replaceAll(/[\p{Pd}\u2043\u2212]/gu, "-")
      .replaceAll(/[^\0-\x7f]/gu, (char) => char.normalize("NFKD").replaceAll(marks, ""))
  ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)

/** The text that each table is searched by; for leads, `search` already contains all of it. */
const sources = {
  deals:
    "concat_ws(E'\\n', name, coalesce(company, ''), coalesce(contact_name, ''), coalesce(contact_email, ''))",
  leads: "search"
} as const

const batch = 1000
const first = "00000000-0000-0000-0000-000000000000"

interface Row {
  readonly id: string
  readonly text: string
  readonly words: string
}

/** Makes `words` anew where it is written otherwise now, in batches; `since` leaves out rows that were not written after it. */
const refill = Effect.fnUntraced(function* (
  table: keyof typeof sources,
  since = "",
  perhaps: typeof insist = (batch) => batch
) {
  const sql = yield* SqlClient.SqlClient
  const source = sources[table]
  const column = table === "deals" ? "updated_at" : "created_at"
  const written = since === "" ? "true" : `${column} >= '${since}'`
  // Only letters outside of ASCII, and one sign of it, are written otherwise.
  const which = `octet_length(${source}) > length(${source}) OR strpos(${source}, '\`') > 0`
  const workspaces = yield* sql<{ id: string }>`SELECT id FROM workspaces`
  for (const { id: workspaceId } of workspaces) {
    for (let after = first; ;) {
      const rows = yield* sql<Row>`SELECT id, ${sql.literal(source)} AS text, words
        FROM ${sql(table)} WHERE workspace_id = ${workspaceId} AND id > ${after}
          AND ${sql.literal(written)} AND (${sql.literal(which)})
        ORDER BY id LIMIT ${batch}`
      const changed = rows
        .map((row) => ({ ...row, now: plain(row.text) }))
        .filter(({ now, words }) => now !== words)
      const filled = JSON.stringify(changed.map(({ id, now }) => ({ id, words: now })))
      if (changed.length > 0) {
        yield* perhaps(sql`UPDATE ${sql(table)} SET words = filled.words
          FROM jsonb_to_recordset(${filled}::text::jsonb) AS filled (id uuid, words text)
          WHERE ${sql(table)}.workspace_id = ${workspaceId} AND ${sql(table)}.id = filled.id`)
      }
      if (rows.length < batch) break
      after = rows.at(-1)!.id
    }
  }
})

export default {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ began: string }>`SELECT (now() - interval '1 hour')::text AS began`
    yield* refill("deals", "", insist)
    yield* refill("leads", "", insist)
    return row!.began
  }),
  finish: (began: string) =>
    Effect.gen(function* () {
      yield* refill("deals", began)
      yield* refill("leads", began)
    })
} satisfies Staged
