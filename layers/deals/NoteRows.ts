/** Notes and activity as rows of `notes`. */
import type { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { ActorType } from "../../schema/Actor.ts"
import type { DealId, NoteId, UserId } from "../../schema/Id.ts"
import { Note } from "../../schema/Note.ts"
import * as NoteActivity from "../../src/deals/rules/NoteActivity.ts"
import type { Place } from "../records/Cursors.ts"
import * as Search from "../records/Search.ts"
import * as RowText from "../database/rows/RowText.ts"
import * as Sql from "../database/Sql.ts"

export interface Row {
  readonly id: NoteId
  readonly deal_id: DealId
  readonly author_id: UserId
  readonly kind: Note["kind"]
  readonly activity_kind: Note["activityKind"]
  readonly content_text: string | null
  readonly content_json: Note["contentJson"]
  readonly system_event_type: Note["systemEventType"]
  readonly system_event_data: Note["systemEventData"]
  readonly created_at: string
  readonly happened_at: string
  readonly edited_at: string | null
  readonly actor_type: ActorType | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_agent: string | null
  readonly user_name: string | null
  readonly entry_id: string | null
}

/** The columns that identify the actor. */
const acted = [
  "actor_type",
  "actor_id",
  "actor_name",
  "actor_agent",
  "author_id",
  "user_name",
  "system_event_data"
] as const

/** Older rows store the actor in the data of the system event. */
const actorOf = (row: Pick<Row, (typeof acted)[number]>): Note["actor"] => {
  const agent = row.actor_agent === null ? {} : { agent: row.actor_agent }
  const who = { userId: row.author_id, userName: row.user_name, ...agent }
  if (row.actor_type !== null && row.actor_id !== null) {
    return { type: row.actor_type, id: row.actor_id, name: row.actor_name, ...who }
  }
  const { actor } = (row.system_event_data ?? {}) as { readonly actor?: string }
  const [, type, id = ""] = /^(api_key|oauth|user):(.*)$/u.exec(actor ?? "") ?? []
  return type === undefined ? null : { type: type as ActorType, id, name: null, ...who }
}

export const toNote = (row: Row): Note => ({
  id: row.id,
  dealId: row.deal_id,
  authorId: row.author_id,
  kind: row.kind,
  activityKind: row.activity_kind,
  contentText: row.content_text,
  contentJson: row.content_json,
  systemEventType: row.system_event_type,
  systemEventData: row.system_event_data,
  createdAt: row.created_at,
  happenedAt: row.happened_at,
  editedAt: row.edited_at,
  actor: actorOf(row),
  ...(row.entry_id === null ? {} : { entryId: row.entry_id })
})

/** The columns that `toNote` reads each field from. */
const places: RowText.Places<Note, Row> = {
  id: "id",
  dealId: "deal_id",
  authorId: "author_id",
  kind: "kind",
  activityKind: "activity_kind",
  contentText: "content_text",
  contentJson: "content_json",
  systemEventType: "system_event_type",
  systemEventData: "system_event_data",
  createdAt: "created_at",
  happenedAt: "happened_at",
  editedAt: "edited_at",
  actor: { of: acted, value: actorOf },
  entryId: { maybe: "entry_id" }
}

/** The text by which a search finds a note. */
export const wordsOf = ({ contentText }: Pick<Note, "contentText">): string | null =>
  contentText === null ? null : Search.words(contentText)

/** A note as it is stored. */
export const insertOf = (sql: PgClient.PgClient, note: Note) => {
  const { activityKind, happenedAt } = NoteActivity.stored(note)
  return {
    activity_kind: activityKind,
    happened_at: happenedAt,
    id: note.id,
    deal_id: note.dealId,
    author_id: note.authorId,
    kind: note.kind,
    content_text: note.contentText,
    words: wordsOf(note),
    content_json: note.contentJson === null ? null : sql.json(note.contentJson),
    system_event_type: note.systemEventType,
    system_event_data: note.systemEventData === null ? null : sql.json(note.systemEventData),
    created_at: note.createdAt,
    edited_at: note.editedAt,
    actor_type: note.actor?.type ?? null,
    actor_id: note.actor?.id ?? null,
    actor_name: note.actor?.name ?? null,
    actor_agent: note.actor?.agent ?? null
  }
}

/** The columns of `Row`, from notes `n`. */
export const columns = `n.id, n.deal_id, n.author_id, n.kind, n.content_text, n.content_json,
  CASE n.kind WHEN 'manual' THEN coalesce(n.activity_kind, 'note') END AS activity_kind,
  coalesce(n.happened_at, n.created_at) AS happened_at,
  n.system_event_type, n.system_event_data, n.created_at, n.edited_at,
  n.actor_type, n.actor_id, n.actor_name, n.actor_agent, n.entry_id,
  (SELECT u.name FROM users u WHERE u.id = n.author_id) AS user_name`

/** Converts rows with these columns to the JSON of notes. */
export const text = RowText.compile(Note, places)

const size = `500 + ${Sql.bytesOf.text("n.content_text")} + ${Sql.bytesOf.json("n.content_json")}
  + ${Sql.bytesOf.json("n.system_event_data")}`

const conditions = {
  all: "",
  manual: "AND n.kind = 'manual'",
  system_event: "AND n.kind = 'system_event'"
}
export type Kind = keyof typeof conditions

/** A page of a deal's notes, newest first, plus one row that shows whether there are more. */
export const page = (
  sql: Sql.Sql,
  workspaceId: string,
  dealId: DealId,
  kind: Kind,
  { after, limit }: Place
): Statement.Fragment => {
  const found = sql`SELECT n.*, ${sql.literal(size)} AS page_size FROM notes n
    WHERE n.workspace_id = ${workspaceId} AND n.deal_id = ${dealId} ${sql.literal(conditions[kind])}
    ${after === undefined ? sql.literal("") : sql`AND (n.created_at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
    ORDER BY n.created_at DESC, n.id DESC ${Sql.limit(sql, limit + 1)}`
  return sql`SELECT ${sql.literal(columns)}, n.page_bytes
    FROM ${Sql.measured(sql, found, sql.literal("created_at DESC, id DESC"))} n
    ORDER BY n.created_at DESC, n.id DESC`
}

export const position = (row: Row): ReadonlyArray<string> => [row.created_at, row.id]
