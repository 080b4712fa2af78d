import { Array, Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { ActorType } from "../../schema/Actor.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId, NoteId, UserId } from "../../schema/Id.ts"
import type { Note } from "../../schema/Note.ts"
import type * as Page from "../../schema/Page.ts"
import * as Entry from "../../src/domain/events/Entry.ts"
import { Feed } from "../events/Feed.ts"
import { Cursors } from "../platform/Cursors.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface Row {
  readonly id: NoteId
  readonly deal_id: DealId
  readonly author_id: UserId
  readonly kind: Note["kind"]
  readonly content_text: string | null
  readonly content_json: Note["contentJson"]
  readonly system_event_type: Note["systemEventType"]
  readonly system_event_data: Note["systemEventData"]
  readonly created_at: string
  readonly edited_at: string | null
  readonly actor_type: ActorType | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly user_name: string | null
}

/** System events named their actor before notes did. */
const actorOf = (row: Row): Note["actor"] => {
  const who = { userId: row.author_id, userName: row.user_name }
  if (row.actor_type !== null && row.actor_id !== null) {
    return { type: row.actor_type, id: row.actor_id, name: row.actor_name, ...who }
  }
  const { actor } = (row.system_event_data ?? {}) as { readonly actor?: string }
  const [, type, id = ""] = /^(api_key|oauth|user):(.*)$/u.exec(actor ?? "") ?? []
  return type === undefined ? null : { type: type as ActorType, id, name: null, ...who }
}

const toNote = (row: Row): Note => ({
  id: row.id,
  dealId: row.deal_id,
  authorId: row.author_id,
  kind: row.kind,
  contentText: row.content_text,
  contentJson: row.content_json,
  systemEventType: row.system_event_type,
  systemEventData: row.system_event_data,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  actor: actorOf(row)
})

/** A note or an email: activity that does not change the deal's own row. */
const isApart = (note: Note) => note.kind === "manual" || note.systemEventType === "email_sent"

const dayOf = ({ createdAt }: Note) => createdAt.slice(0, 10)

/** Who changes a note need not be who wrote it. */
const changeOf = (type: "note.updated" | "note.deleted", { dealId, id }: Note): Entry.Entry => ({
  type,
  dealId,
  noteId: id
})

/** Notes and activity of the current workspace's deals, without those of deleted deals. */
export class Notes extends Context.Service<
  Notes,
  {
    /** Newest first: the manual notes, or all activity. */
    readonly list: (
      dealId: DealId,
      kind: "manual" | "all",
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Note>, Invalid, Tenant>
    /** Reads a manual note and locks its row until the transaction ends. */
    readonly lock: (id: NoteId) => Effect.Effect<Note, NotFound, Tenant>
    readonly insert: (notes: ReadonlyArray<Note>) => Effect.Effect<void, never, Tenant>
    /** The write of entries that accompanies a change of their deal's own row; empty if there are none. */
    readonly insertion: (
      notes: ReadonlyArray<Note>
    ) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>
    readonly update: (note: Note) => Effect.Effect<void, never, Tenant>
    readonly remove: (note: Note) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const feed = yield* Feed
      const columns = sql.literal(`n.id, n.deal_id, n.author_id, n.kind, n.content_text, n.content_json,
        n.system_event_type, n.system_event_data, n.created_at, n.edited_at,
        n.actor_type, n.actor_id, n.actor_name, (SELECT u.name FROM users u WHERE u.id = n.author_id) AS user_name`)
      const size = sql.literal(`500 + ${Sql.bytesOf.text("n.content_text")}
        + ${Sql.bytesOf.json("n.content_json")} + ${Sql.bytesOf.json("n.system_event_data")}`)

      const list = Effect.fnUntraced(function* (
        dealId: DealId,
        kind: "manual" | "all",
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const asked = yield* cursors.open({ list: "notes", filters: { dealId, kind }, page })
        const after = asked.after
        const found = sql`SELECT n.*, ${size} AS page_size FROM notes n
          WHERE n.workspace_id = ${workspaceId} AND n.deal_id = ${dealId}
          ${kind === "manual" ? sql.literal("AND n.kind = 'manual'") : sql.literal("")}
          ${after === undefined ? sql.literal("") : sql`AND (n.created_at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
          ORDER BY n.created_at DESC, n.id DESC ${Sql.limit(sql, asked.limit + 1)}`
        const rows = yield* sql<Row>`SELECT ${columns}, n.page_bytes
          FROM ${Sql.measured(sql, found, sql.literal("created_at DESC, id DESC"))} n
          ORDER BY n.created_at DESC, n.id DESC`
        return asked.page(rows, toNote, (row) => [row.created_at, row.id])
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: NoteId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM notes n
          JOIN deals d ON d.workspace_id = n.workspace_id AND d.id = n.deal_id AND d.deleted_at IS NULL
          WHERE n.workspace_id = ${workspaceId} AND n.id = ${id} AND n.kind = 'manual' FOR UPDATE OF n`
        return rows[0] === undefined ? yield* NotFound.of("note", id) : toNote(rows[0])
      }, Sql.orDie)

      const insertion = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        if (!Array.isReadonlyArrayNonEmpty(notes)) return []
        const rows = Array.map(notes, (note) => ({
          workspace_id: workspaceId,
          id: note.id,
          deal_id: note.dealId,
          author_id: note.authorId,
          kind: note.kind,
          content_text: note.contentText,
          content_json: note.contentJson === null ? null : sql.json(note.contentJson),
          system_event_type: note.systemEventType,
          system_event_data: note.systemEventData === null ? null : sql.json(note.systemEventData),
          created_at: note.createdAt,
          edited_at: note.editedAt,
          actor_type: note.actor?.type ?? null,
          actor_id: note.actor?.id ?? null,
          actor_name: note.actor?.name ?? null
        }))
        return [
          sql`INSERT INTO notes ${sql.insert(rows)}`,
          ...(yield* feed.insertion(notes.flatMap(Entry.ofNote)))
        ]
      })

      const insert = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        const [write, ...beside] = yield* insertion(notes)
        if (write !== undefined) yield* Sql.together(sql, write, beside)
        for (const [day, some] of Map.groupBy(notes.filter(isApart), dayOf)) {
          const ids = some.map(({ dealId }) => dealId)
          yield* sql`UPDATE deals SET active_on = ${day}::date
            WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} AND active_on < ${day}::date`
        }
      }, Sql.orDie)

      const update = Effect.fnUntraced(function* (note: Note) {
        const { workspaceId } = yield* Tenant
        const write = sql`UPDATE notes SET content_text = ${note.contentText}, content_json = ${sql.json(note.contentJson)},
            edited_at = ${note.editedAt}
          WHERE workspace_id = ${workspaceId} AND id = ${note.id}`
        yield* Sql.together(sql, write, yield* feed.insertion([changeOf("note.updated", note)]))
      }, Sql.orDie)

      const remove = Effect.fnUntraced(function* (note: Note) {
        const { workspaceId } = yield* Tenant
        const write = sql`DELETE FROM notes WHERE workspace_id = ${workspaceId} AND id = ${note.id}`
        yield* Sql.together(sql, write, yield* feed.insertion([changeOf("note.deleted", note)]))
      }, Sql.orDie)

      return Notes.of({ list, lock, insert, insertion, update, remove })
    })
  )
}
