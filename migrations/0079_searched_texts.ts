/** Makes notes, and the messages and write-ups of leads, searchable by words. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, insist, quickly, type Staged } from "./Ahead.ts"
import { plain } from "./FoldedText.ts"

interface Row {
  readonly id: string
  readonly text: string
}

/** Rows of a batch. */
const size = 500

const said = `concat_ws(E'\\n', message, enrichment ->> 'summary', enrichment ->> 'verdict', enrichment ->> 'body',
  enrichment ->> 'notes')`

const tables = {
  notes: {
    text: "content_text",
    isPending: "words IS NULL AND content_text IS NOT NULL",
    words: "v.text"
  },
  // A second run finds the text in place.
  leads: { text: said, isPending: `${said} <> ''`, words: "t.words || E'\\n' || v.text" }
}

/** Fills what a workspace created from `since` on, in the order of the primary key. */
const fill = Effect.fnUntraced(function* (table: keyof typeof tables, workspaceId: string, since: string) {
  const sql = yield* SqlClient.SqlClient
  const { isPending, text, words } = tables[table]
  let after: string | undefined = "00000000-0000-0000-0000-000000000000"
  while (after !== undefined) {
    const rows: ReadonlyArray<Row> = yield* sql.unsafe<Row>(
      `SELECT id, ${text} AS text FROM ${table}
        WHERE workspace_id = $1::uuid AND id > $2::uuid AND created_at >= $3::timestamptz AND ${isPending}
        ORDER BY id LIMIT ${size}`,
      [workspaceId, after, since]
    )
    const folded = rows.map(({ id, text }) => ({ id, text: plain(text) }))
    if (folded.length > 0)
      yield* insist(
        sql.unsafe(
          `UPDATE ${table} t SET words = ${words}
            FROM jsonb_to_recordset($2::text::jsonb) AS v (id uuid, text text)
            WHERE t.workspace_id = $1::uuid AND t.id = v.id AND strpos(coalesce(t.words, ''), v.text) = 0`,
          [workspaceId, JSON.stringify(folded)]
        )
      )
    after = rows.at(-1)?.id
  }
})

const fillAll = Effect.fnUntraced(function* (since: string) {
  const sql = yield* SqlClient.SqlClient
  const workspaces = yield* sql<{ id: string }>`SELECT id FROM workspaces ORDER BY id`
  for (const { id } of workspaces) {
    yield* fill("notes", id, since)
    yield* fill("leads", id, since)
  }
})

export const searchedTexts = {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [now] = yield* sql<{ at: string }>`SELECT now()::text AS at`
    yield* quickly("ALTER TABLE notes ADD COLUMN IF NOT EXISTS words text")
    yield* fillAll("-infinity")
    yield* build(
      "notes_search",
      "notes",
      `USING gin (workspace_id, words gin_trgm_ops) WITH (gin_pending_list_limit = 256) WHERE words IS NOT NULL`
    )
    // Rows that were written concurrently.
    yield* fillAll(now!.at)
  }),
  finish: () => Effect.void
} satisfies Staged
