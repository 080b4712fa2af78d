/** Undoes changes of notes and of activity entries, which are undone together with the changes of their deals. */
import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Layer } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import type { DealId, NoteId } from "../../schema/Id.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import { keyOf, type Rule, type RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import type { Entry } from "../../src/events/rules/Entry.ts"
import type { Revertible } from "../audit/Revertible.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { entryId as entryIdOf } from "../audit/ChangeSet.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import * as NoteRows from "./NoteRows.ts"
import { type Row, toNote } from "./NoteRows.ts"

const isActivity = ({ after, before }: Pick<RevertedRecord, "after" | "before">) =>
  (before ?? after)?.["kind"] === "system_event"

/** The template that an entry says was used. */
const templateOf = ({ after, before }: AuditChange) => {
  const data = (after ?? before)?.["systemEventData"] as { readonly template?: { id: string } } | null
  return data?.template === undefined ? [] : [keyOf("template", data.template.id)]
}

const rule: Rule = {
  links: (change) =>
    change.of !== undefined && isActivity(change) ? [keyOf("deal", change.of), ...templateOf(change)] : [],
  isSilent: isActivity,
  refuses: ({ of }, _, get) => {
    const deal = of === undefined ? null : get(keyOf("deal", of))
    const isThere = deal !== null && deal["deletedAt"] === null
    return isThere ? undefined : { code: "gone", message: "Its deal is not there any more." }
  }
}

const types = "id uuid, content_text text, words text, content_json jsonb, edited_at timestamptz"

/** The feed's event for a manual note. */
const entryOf = ({ after, before, id, of }: RevertedRecord): Entry => ({
  type: before === null ? "note.created" : after === null ? "note.deleted" : "note.updated",
  dealId: of as DealId,
  noteId: id as NoteId
})

export class UndoNotes extends Context.Service<UndoNotes, Revertible>()("pipeline/layers/UndoNotes") {
  static readonly layer = Layer.effect(
    UndoNotes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const feed = yield* EventFeed

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const { workspaceId } = yield* Tenant
        const ids = [...new Set(changes.flatMap(({ id, resource }) => (resource === "note" ? [id] : [])))]
        if (ids.length === 0) return { found: new Map(), rules: { note: rule } }
        const rows = yield* sql<Row>`SELECT ${sql.literal(NoteRows.columns)} FROM notes n
          WHERE n.workspace_id = ${workspaceId} AND ${sql.in("n.id", ids)} ORDER BY n.id FOR UPDATE OF n`
          .unprepared
        const notes = rows.map(toNote)
        yield* ReadSet.recordRead("note", notes, (note) => ({ id: note.id, fields: Records.ofNote(note) }))
        const found = notes.map((note) => [keyOf("note", note.id), { state: Records.ofNote(note) }] as const)
        return { found: new Map(found), rules: { note: rule } }
      }, Sql.orDie)

      /** Copies an entry's data to the feed, which keeps it after the entry is deleted. */
      const keepInFeed = (workspaceId: string, ids: ReadonlyArray<string>) =>
        // Computed in a CTE, because Citus refuses functions that aren't immutable in SET and WHERE of an UPDATE.
        sql`WITH k AS MATERIALIZED (SELECT n.id, n.system_event_data - 'actor' AS data,
              jsonb_strip_nulls(jsonb_build_object('agent', n.actor_agent)) || jsonb_build_object('type', n.actor_type,
                'id', n.actor_id, 'name', n.actor_name, 'userId', n.author_id, 'userName', u.name) AS actor,
              n.created_at - interval '1 minute' AS since, n.created_at + interval '1 minute' AS until
            FROM notes n LEFT JOIN users u ON u.id = n.author_id
            WHERE n.workspace_id = ${workspaceId} AND ${sql.in("n.id", ids)} AND n.kind = 'system_event'
              AND n.actor_id IS NOT NULL)
          UPDATE changes c SET data = k.data, actor = k.actor FROM k
          WHERE c.workspace_id = ${workspaceId} AND c.note_id = k.id AND c.created_at BETWEEN k.since AND k.until`

      const write = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        const notes = turned.filter(({ resource }) => resource === "note")
        if (notes.length === 0) return
        const removedIds = notes.flatMap(({ after, id }) => (after === null ? [id] : []))
        if (removedIds.length > 0) {
          yield* keepInFeed(workspaceId, removedIds).unprepared
          yield* sql`DELETE FROM notes WHERE workspace_id = ${workspaceId} AND ${sql.in("id", removedIds)}`
            .unprepared
        }
        const back = notes.flatMap(({ after, before, id }) =>
          before === null && after !== null ? [Records.noteOf(id as NoteId, after)] : []
        )
        if (Array.isReadonlyArrayNonEmpty(back)) {
          const entryId = yield* entryIdOf
          const rows = Array.map(back, (note) => ({
            workspace_id: workspaceId,
            ...NoteRows.insertOf(sql, note),
            entry_id: entryId ?? null
          }))
          yield* sql`INSERT INTO notes ${sql.insert(rows)}`.unprepared
        }
        const edited = notes.flatMap(({ after, before, id }) =>
          before !== null && after !== null ? [Records.noteOf(id as NoteId, after)] : []
        )
        if (edited.length > 0) {
          const rows = edited.map(({ contentJson, contentText, editedAt, id }) => ({
            id,
            content_text: contentText,
            words: NoteRows.wordsOf({ contentText }),
            content_json: contentJson,
            edited_at: editedAt
          }))
          yield* sql`UPDATE notes n SET content_text = v.content_text, words = v.words, content_json = v.content_json,
              edited_at = v.edited_at
            FROM jsonb_to_recordset(${sql.json(rows)}::jsonb) AS v (${sql.literal(types)})
            WHERE n.workspace_id = ${workspaceId} AND n.id = v.id`.unprepared
        }
        yield* feed.record(notes.filter((one) => !isActivity(one)).map(entryOf))
      }, Sql.orDie)

      return UndoNotes.of({ resources: ["note"], scope: "deals:write", lock, write })
    })
  )
}
