/**
 * Search by words, in any order and without accents, in deals (their contacts included) and leads. `words` begins
 * with the text of `search` without accents, so its index serves both and replaces the other.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, draftOf, insist, quickly, type Staged, swap } from "./Ahead.ts"

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

/** A copy of the service's function, as it was when this column was added. */
const plain = (text: string): string =>
  fold(
    fold(text).replaceAll(/[^\0-\x7f]/gu, (char) =>
      char.normalize("NFKD").replaceAll(/[\u0300-\u036f]/gu, "")
    )
  ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)

/** The text that each table is searched by; for leads, `search` already contains all of it. */
const sources = {
  deals:
    "concat_ws(E'\\n', name, coalesce(company, ''), coalesce(contact_name, ''), coalesce(contact_email, ''))",
  leads: "search"
} as const

const batch = 1000
const first = "00000000-0000-0000-0000-000000000000"

/** Fills `words` of the rows that match the condition `which`, in batches. */
const fill = Effect.fnUntraced(function* (
  table: keyof typeof sources,
  which: string,
  perhaps: typeof insist = (batch) => batch
) {
  const sql = yield* SqlClient.SqlClient
  const workspaces = yield* sql<{ id: string }>`SELECT id FROM workspaces`
  for (const { id: workspaceId } of workspaces) {
    for (let after = first; ;) {
      const rows = yield* sql<{ id: string; text: string }>`SELECT id, ${sql.literal(sources[table])} AS text
        FROM ${sql(table)} WHERE workspace_id = ${workspaceId} AND id > ${after} AND ${sql.literal(which)}
        ORDER BY id LIMIT ${batch}`
      const filled = JSON.stringify(rows.map(({ id, text }) => ({ id, words: plain(text) })))
      yield* perhaps(sql`UPDATE ${sql(table)} SET words = filled.words
        FROM jsonb_to_recordset(${filled}::text::jsonb) AS filled (id uuid, words text)
        WHERE ${sql(table)}.workspace_id = ${workspaceId} AND ${sql(table)}.id = filled.id`)
      if (rows.length < batch) break
      after = rows.at(-1)!.id
    }
  }
})

const indexes = {
  deals_search: ["deals", "USING gin (workspace_id, words gin_trgm_ops) WHERE deleted_at IS NULL"],
  // Without workspace_id, and with a short pending list: see leads_search in 0002.
  leads_search: ["leads", "USING gin (words gin_trgm_ops) WITH (gin_pending_list_limit = 256)"]
} as const

export default {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ began: string }>`SELECT (now() - interval '1 hour')::text AS began`
    for (const table of ["deals", "leads"] as const) {
      yield* quickly(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS words text NOT NULL DEFAULT ''`)
      yield* fill(table, "true", insist)
    }
    for (const [name, [table, definition]] of Object.entries(indexes)) {
      yield* build(draftOf(name), table, definition)
    }
    return row!.began
  }),
  /** Nodes of the older version wrote meanwhile: they created deals and leads, and changed deals, without `words`. */
  finish: (began: string) =>
    Effect.gen(function* () {
      yield* fill("deals", `(words = '' OR updated_at >= '${began}')`)
      yield* fill("leads", "words = ''")
      yield* Effect.forEach(Object.keys(indexes), swap)
    })
} satisfies Staged
