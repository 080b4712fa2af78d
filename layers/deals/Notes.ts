import { Array, Context, Effect, Layer } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId, NoteId } from "../../schema/Id.ts"
import type { Note } from "../../schema/Note.ts"
import type * as Page from "../../schema/Page.ts"
import * as Entry from "../../src/events/rules/Entry.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import { SerializedJson } from "../../src/shared/SerializedJson.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Cursors } from "../records/Cursors.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as StatementRunner from "../database/client/StatementRunner.ts"
import * as Sql from "../database/Sql.ts"
import type { RawRow } from "../database/rows/RawRow.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as NoteRows from "./NoteRows.ts"
import { type Row, toNote } from "./NoteRows.ts"

/** Notes and emails are activity that doesn't change the deal's own row. */
const isApart = (note: Note) => note.kind === "manual" || note.systemEventType === "email_sent"

const dayOf = ({ createdAt }: Note) => createdAt.slice(0, 10)

/** The event has no author, because the person who changes a note may not be the one who wrote it. */
const changeOf = (type: "note.updated" | "note.deleted", { dealId, id }: Note): Entry.Entry => ({
  type,
  dealId,
  noteId: id
})

const auditChangeOf = (before: Note | null, after: Note | null): AuditChange | undefined => {
  const { dealId, id } = (after ?? before)!
  const [old, now] = [before, after].map((note) => (note === null ? null : Records.ofNote(note)))
  const change = Difference.of("note", id, old!, now!)
  return change === undefined ? undefined : { ...change, of: dealId }
}

/** Notes and activity of the current workspace's deals, except deleted deals. */
export class Notes extends Context.Service<
  Notes,
  {
    /** The manual notes, or all activity, newest first. */
    readonly list: (
      dealId: DealId,
      kind: "manual" | "all",
      page: Page.Parameters
    ) => Effect.Effect<SerializedJson<Page.Page<Note>>, Invalid, Tenant>
    /** The notes and sent emails of a deal, oldest first. */
    readonly ofDeal: (dealId: DealId, most: number) => Effect.Effect<ReadonlyArray<Note>, never, Tenant>
    /** Finds a manual note. */
    readonly find: (id: NoteId) => Effect.Effect<Note, NotFound, Tenant>
    /** Reads a manual note and locks its row until the transaction ends. */
    readonly lock: (id: NoteId) => Effect.Effect<Note, NotFound, Tenant>
    readonly insert: (notes: ReadonlyArray<Note>) => Effect.Effect<void, never, Tenant>
    /** The statements that insert entries together with a change to the deal's own row; empty if there are no entries. */
    readonly insertion: (
      notes: ReadonlyArray<Note>
    ) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>
    readonly update: (before: Note, note: Note) => Effect.Effect<void, never, Tenant>
    readonly remove: (note: Note) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const feed = yield* EventFeed
      const columns = sql.literal(NoteRows.columns)

      const list = Effect.fnUntraced(function* (
        dealId: DealId,
        kind: "manual" | "all",
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "notes", filters: { dealId, kind }, page })
        const rows = yield* StatementRunner.rawRows(
          sql,
          sql`${NoteRows.page(sql, workspaceId, dealId, kind, pageRequest)}`
        )
        const rowOf = (row: RawRow) => row.object<Row>()
        const part = pageRequest.cut(rows, Sql.pageBytesOf, (row) => NoteRows.position(rowOf(row)))
        return new SerializedJson(NoteRows.text.page(part), () =>
          pageRequest.page(rows.map(rowOf), toNote, NoteRows.position)
        )
      }, Sql.orDie)

      const ofDeal = Effect.fnUntraced(function* (dealId: DealId, most: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM notes n
          WHERE n.workspace_id = ${workspaceId} AND n.deal_id = ${dealId}
            AND (n.kind = 'manual' OR n.system_event_type = 'email_sent')
          ORDER BY n.created_at, n.id LIMIT ${most}`
        return rows.map(toNote)
      }, Sql.orDie)

      const read = Effect.fnUntraced(function* (id: NoteId, locking = "") {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM notes n
          JOIN deals d ON d.workspace_id = n.workspace_id AND d.id = n.deal_id AND d.deleted_at IS NULL
          WHERE n.workspace_id = ${workspaceId} AND n.id = ${id} AND n.kind = 'manual' ${sql.literal(locking)}`
        return rows[0] === undefined ? yield* NotFound.of("note", id) : toNote(rows[0])
      })

      const find = (id: NoteId) => Sql.orDie(read(id))

      const lock = Effect.fnUntraced(function* (id: NoteId) {
        const note = yield* read(id, "FOR UPDATE OF n")
        yield* ReadSet.recordRead("note", [note], (read) => ({ id: read.id, fields: Records.ofNote(read) }))
        return note
      }, Sql.orDie)

      const nothing: ReadonlyArray<Statement.Statement<unknown>> = []

      // A plain function rather than a generator, because every write to a deal runs it.
      const insertion = (notes: ReadonlyArray<Note>) =>
        Effect.contextWith((context: Context.Context<Tenant>) => {
          if (!Array.isReadonlyArrayNonEmpty(notes)) return Effect.succeed(nothing)
          const { workspaceId } = Context.get(context, Tenant)
          const changeSet = Context.get(context, ChangeSet.ChangeSet)
          const rows = Array.map(notes, (note) => ({
            workspace_id: workspaceId,
            ...NoteRows.insertOf(sql, note),
            entry_id: changeSet?.id ?? null
          }))
          for (const note of changeSet === undefined ? [] : notes) {
            const change = auditChangeOf(null, note)
            if (change !== undefined) changeSet!.changes.push(change)
          }
          return Effect.map(feed.insertion(notes.flatMap(Entry.ofNote)), (feedWrites) => [
            sql`INSERT INTO notes ${sql.insert(rows)}`,
            ...feedWrites
          ])
        })

      const insert = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
        const { workspaceId } = yield* Tenant
        const writes = yield* insertion(notes)
        if (writes.length > 0)
          yield* StatementPipeline.defer(
            sql,
            Sql.combineWrites(sql, [...writes, ...(yield* ChangeSet.insertEntry)])
          )
        for (const [day, some] of Map.groupBy(notes.filter(isApart), dayOf)) {
          const ids = some.map(({ dealId }) => dealId)
          yield* StatementPipeline.defer(
            sql,
            sql`UPDATE deals SET active_on = ${day}::date
            WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)} AND active_on < ${day}::date`
          )
        }
      }, Sql.orDie)

      const update = Effect.fnUntraced(function* (before: Note, note: Note) {
        const { workspaceId } = yield* Tenant
        const write = sql`UPDATE notes SET content_text = ${note.contentText}, words = ${NoteRows.wordsOf(note)},
            content_json = ${sql.json(note.contentJson)}, edited_at = ${note.editedAt}
          WHERE workspace_id = ${workspaceId} AND id = ${note.id}`
        const feedWrites = yield* feed.insertion([changeOf("note.updated", note)])
        yield* ChangeSet.note(() => [auditChangeOf(before, note)])
        yield* StatementPipeline.defer(
          sql,
          Sql.combineWrites(sql, [write, ...feedWrites, ...(yield* ChangeSet.insertEntry)])
        )
      }, Sql.orDie)

      const remove = Effect.fnUntraced(function* (note: Note) {
        const { workspaceId } = yield* Tenant
        const write = sql`DELETE FROM notes WHERE workspace_id = ${workspaceId} AND id = ${note.id}`
        const feedWrites = yield* feed.insertion([changeOf("note.deleted", note)])
        yield* ChangeSet.note(() => [auditChangeOf(note, null)])
        yield* StatementPipeline.defer(
          sql,
          Sql.combineWrites(sql, [write, ...feedWrites, ...(yield* ChangeSet.insertEntry)])
        )
      }, Sql.orDie)

      return Notes.of({ list, ofDeal, find, lock, insert, insertion, update, remove })
    })
  )
}
