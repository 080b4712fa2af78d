/** Writes an import's records in batches, each in one transaction together with the import's progress. */
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import * as Sql from "../../database/Sql.ts"
import type { Files } from "../../files/Files.ts"
import { now } from "../../runtime/Now.ts"
import { Refused } from "../Workspaces.ts"
import type { Checked, FileRecord } from "./Check.ts"
import * as LineReader from "./LineReader.ts"
import * as RecordWriter from "./RecordWriter.ts"

/** The limits of one transaction. */
const batchLimits = { records: 500, bytes: 2 * 1_048_576 }

interface Place {
  readonly lines: number
  readonly people: RecordWriter.People
}

interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly created_at: string
  /** Missing in files of earlier versions. */
  readonly time_zone?: string | null
  readonly lost_reasons?: ReadonlyArray<string> | null
}

const underWay = new Refused({
  code: "import_under_way",
  message: "Another command is importing the same file right now, and goes on. Wait until it is done."
})

/** The lines of the header and the workspace. */
const firstLines = 2

/** Begins an import, or finds the progress of an earlier import of the same file. */
export const begin = ({ sql }: RecordWriter.Ground, workspace: Workspace, sha256: string) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const { created_at, id, lost_reasons = null, name, plan, time_zone = null } = workspace
      const settings = { time_zone, lost_reasons }
      const rows = yield* sql`INSERT INTO workspaces
          ${sql.insert({ id, name, plan, created_at, ...settings, state: "importing", state_at: yield* now })}
        ON CONFLICT (id) DO NOTHING RETURNING id`
      if (rows.length > 0) {
        yield* sql`INSERT INTO plan_usage ${sql.insert({ workspace_id: id })}`
        const place = { lines: firstLines, people: "{}" }
        yield* sql`INSERT INTO workspace_imports
          ${sql.insert({ workspace_id: id, sha256, ...place, begun_at: yield* now })}`
      }
      const [place] = yield* sql<Place>`SELECT lines, people FROM workspace_imports
        WHERE workspace_id = ${id} AND sha256 = ${sha256}`
      return place === undefined ? yield* underWay : { ...place, isNew: rows.length > 0 }
    })
  )

const isOfData = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && /^2[23]/u.test(String(Sql.sqlStateOf(error)))

/** PostgreSQL's error message about a value, on one line. */
const saidOf = (error: SqlError.SqlError) => {
  const cause = error.reason.cause as { readonly message?: unknown; readonly detail?: unknown } | undefined
  return [cause?.message, cause?.detail].filter((one) => typeof one === "string").join(": ")
}

export const make = (ground: RecordWriter.Ground, files: Files["Service"], from: Place, sha256: string) => {
  const { sql, workspaceId } = ground
  let { lines, people } = from
  let waiting: Array<RecordWriter.Record_> = []
  let bytes = 0
  let [shape, last] = ["", lines]
  let file: { readonly record: RecordWriter.Record_; readonly pieces: Array<Uint8Array> } | undefined

  const advance = Effect.fnUntraced(function* (to: number, next: RecordWriter.People) {
    const rows =
      yield* sql`UPDATE workspace_imports SET lines = ${to}, people = ${JSON.stringify(next)}::text::jsonb
      WHERE workspace_id = ${workspaceId} AND sha256 = ${sha256} AND lines = ${lines} RETURNING lines`
    if (rows.length === 0) return yield* underWay
  })

  const store = Effect.fnUntraced(function* (records: ReadonlyArray<RecordWriter.Record_>) {
    const [first] = records
    if (first?.kind.kind !== "person") {
      if (first !== undefined) yield* RecordWriter.insert(ground, records, people)
      return people
    }
    const stand = yield* Effect.forEach(records, (record) => RecordWriter.person(ground, record))
    return { ...people, ...Object.fromEntries(stand.filter(([id, account]) => id !== account)) }
  })

  /** Finds the line that the database refuses, by inserting the records one by one and rolling each back. */
  const blame = Effect.fnUntraced(function* (
    records: ReadonlyArray<RecordWriter.Record_>,
    all: SqlError.SqlError
  ) {
    for (const record of records) {
      const tried = yield* Effect.flip(
        sql.withTransaction(Effect.andThen(store([record]), Effect.fail("taken back" as const)))
      )
      if (tried === "taken back") continue
      const message = isOfData(tried) ? `is refused by the database: ${saidOf(tried)}` : String(tried)
      return yield* new LineReader.Unreadable({ line: record.line.number, message })
    }
    const message = `and the ${records.length - 1} after it are refused by the database: ${saidOf(all)}`
    return yield* new LineReader.Unreadable({ line: records[0]!.line.number, message })
  })

  const flush = Effect.gen(function* () {
    if (last === lines) return
    const records = waiting
    const to = last
    people = yield* Effect.catchIf(
      sql.withTransaction(
        Effect.gen(function* () {
          const next = yield* store(records)
          yield* advance(to, next)
          return next
        })
      ),
      isOfData,
      (error) => blame(records, error)
    )
    lines = to
    waiting = []
    bytes = 0
  })

  const keep = Effect.fnUntraced(function* (record: FileRecord, pieces: ReadonlyArray<Uint8Array>) {
    yield* files.keep(`${workspaceId}/${record.sha256}`, Buffer.concat(pieces), record.content_type)
  })

  const add = (record: RecordWriter.Record_, to: number) =>
    Effect.gen(function* () {
      const next = `${record.kind.kind} ${Object.keys(record.fields).join(" ")}`
      if (next !== shape) yield* flush
      shape = next
      last = to
      const isLeftOut = record.kind.isSecret === true && ground.sealer === undefined
      if (!isLeftOut) waiting.push(record)
      bytes += record.line.bytes.length
      if (waiting.length >= batchLimits.records || bytes >= batchLimits.bytes) yield* flush
    })

  /** Adds the open file's record. A file whose bytes were lost has no pieces. */
  const close = (to: number) => {
    const open = file
    file = undefined
    return open === undefined ? Effect.void : add(open.record, to)
  }

  return {
    flush: Effect.suspend(() => Effect.andThen(close(last), flush)),
    take: Effect.fnUntraced(function* (checked: Checked, line: LineReader.Line) {
      if (checked.type === "end") return yield* close(line.number - 1)
      if (checked.type === "piece") {
        file!.pieces.push(checked.bytes)
        if (!checked.isLast) return
        yield* keep(checked.file, file!.pieces)
        return yield* close(line.number)
      }
      yield* close(line.number - 1)
      if (checked.kind.kind === "file") file = { record: checked, pieces: [] }
      else yield* add(checked, line.number)
    })
  }
}
