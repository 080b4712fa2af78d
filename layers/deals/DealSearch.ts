/**
 * Finds the newest deals that contain a text, in one statement with a cached plan. Few deals are read row by row, a rare text uses the
 * index `deals_search`, and other texts walk `deals_newest_by_text`: a tree ordered by time and id whose nodes record the trigrams, boards,
 * stages and statuses below them. Very long texts aren't in it and are read separately. The statement chooses by a bounded count and by
 * samples, and returns its choice as `way`, which later searches reuse (`SearchStrategyCache`).
 */
import type { Statement } from "effect/sql"
import { lazy } from "../../src/shared/Memo.ts"
import type { Sql } from "../database/Sql.ts"
import { limit } from "../database/Sql.ts"
import * as Search from "../records/Search.ts"
import * as DealLists from "./DealLists.ts"
import * as SelectiveSubstring from "./SelectiveSubstring.ts"

/** `part` is `sort` with a part of the text that the index finds faster. */
export type Way = "read" | "part" | "sort" | "walk"

export interface Known {
  /** How the same search was done recently. */
  readonly way: Way | undefined
  /** Whether nearly all deals of the table belong to the workspace. */
  readonly hasNearlyAll: boolean
  /** Trigrams that occur in many of the workspace's deals; empty unless nearly all deals are the workspace's. */
  readonly common: ReadonlySet<string>
  /** Whether the searched board, stage or status recently had too many deals to be read row by row. */
  readonly isLarge: boolean
}

interface SearchQuery {
  readonly filters: DealLists.Filters
  readonly workspaceId: string
  /** The columns to read of each deal; `way` is added. */
  readonly shown: Statement.Fragment
  readonly after: ReadonlyArray<string> | undefined
  readonly rows: number
  readonly known: Known
}

/**
 * Numbers of deals that are read row by row: without taking a sample, and after a sample found the text common. Counting takes time, too.
 */
const rowLimits = { atOnce: 250, atMost: 1000 }

/**
 * Samples of one deal in `oneIn`; a text found `common` times is too common to sort, which is from about 300 deals on. Sampled texts are
 * read in full, so the large sample is only taken for texts that the small one hardly contains.
 */
const samples = [
  { oneIn: 4096, common: 2 },
  { oneIn: 64, common: 5 }
]

/**
 * Distance from a time and then from an id that are after all others. Only the first 48 bits of the id count, the time of a UUIDv7, since
 * a distance is a double; in seconds, it is exact to the millisecond. Imported deals may share `createdAt`, but rarely the id's time.
 */
const idBits = "(('x' || left(replace(d.id::text, '-', ''), 12))::bit(48)::bigint)"
const distance = `d.created_at <-> '9999-12-31'::timestamptz, ${idBits} <-> ${2 ** 48 - 1}`
const bitsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

/** A status as the index stores it. Open is the lowest, so that nodes with only closed deals can be skipped. */
const statusCode = "(CASE d.status WHEN 'open' THEN 1 WHEN 'won' THEN 2 ELSE 3 END::int2)"
const codes = { open: 1, won: 2, dead: 3 } as const

/**
 * Returns one row, although the planner expects a thousand. Without it, the planner expects so few matches for several patterns of
 * unknown frequency that it would read and sort them all.
 */
const once = "generate_series(1, (SELECT 1))"

/** Matches the conditions of the indexes. `long` is an equation, so that the planner expects few long texts. */
const short = "length(d.words) <= 2500"
const long = "least(length(d.words), 2501) = 2501"

/** Whether the statement chose this way; `sort` covers both of its patterns. */
const isAsked = {
  read: "(SELECT way FROM asked) = 'read'",
  sort: "(SELECT way FROM asked) IN ('part', 'sort')",
  walk: "(SELECT way FROM asked) = 'walk'"
} as const

/**
 * Selects the workspace in a form that no index matches. If nearly all deals are the workspace's, filtering the few that contain a text
 * costs a tenth of intersecting with the workspace's index, which reads a page of the index for each match.
 */
const unindexed = (sql: Sql, workspaceId: string) =>
  sql`/* across: search of nearly all */ d.workspace_id IS NOT DISTINCT FROM ${workspaceId}`

export const newest = (
  sql: Sql,
  { after, filters, known, rows, shown, workspaceId }: SearchQuery
): Statement.Fragment => {
  const { boardId, stageId, status } = filters
  const order = DealLists.order(sql)
  // Values other than the workspace's come from subselects, so that custom plans don't look better than the cached generic one.
  const is = (column: string, type: string, value: string | undefined) =>
    value === undefined
      ? []
      : [sql`${sql.literal(`d.${column}`)} = (SELECT ${value}${sql.literal(`::${type}`)})`]
  const isLeft = "d.deleted_at IS NULL"
  const of = [sql`d.workspace_id = ${workspaceId}`, isLeft]
  const ofBoard = is("board_id", "uuid", boardId)
  const ofStage = is("stage_id", "text", stageId)
  const ofStatus = is("status", "text", status === "all" ? undefined : status)
  const [at, id] = after ?? []
  const time = sql`(SELECT ${at}::timestamptz)`
  const place = at === undefined ? [] : [sql`(d.created_at, d.id) < (${time}, (SELECT ${id}::uuid))`]
  const chosen = [...ofBoard, ...ofStage, ...ofStatus, ...place]
  // A stage belongs to one board and one status, so the stages' index is enough.
  const counted = [...of, ...(stageId === undefined ? chosen : [...ofStage, ...place])]
  const [by, most] = [order.within, limit(sql, rows)]
  const { way } = known
  const told = sql.literal(way === undefined ? "(SELECT way FROM asked)" : `'${way}'`)
  const deals = sql`SELECT ${shown}, ${told} AS way FROM deals d`
  const where = (name: keyof typeof isAsked, conditions: ReadonlyArray<Statement.Fragment | string>) =>
    sql.and(way === undefined ? [isAsked[name], ...conditions] : conditions)
  // Computed lazily: most searches know their way and need only one of these.
  const read = lazy(() => Search.read(sql, "d.", filters))
  const indexed = lazy(() => Search.indexed(sql, "d.", filters))
  const texts = Search.texts(filters)
  const parts = texts.map((text) => SelectiveSubstring.of(text, known.common))
  const hasParts = parts.some((part, index) => part !== texts[index])
  // A deal with the text also has the part, which the index finds faster; `read` then checks the whole text.
  const ofParts = () => parts.map((part) => sql`d.words LIKE (SELECT ${Search.pattern(part)}::text)`)
  const ofEither = () =>
    parts.map((part, index) => {
      const whole = Search.pattern(texts[index]!)
      return sql`d.words LIKE (SELECT CASE ${told} WHEN 'part' THEN ${Search.pattern(part)} ELSE ${whole} END::text)`
    })

  const reading = () =>
    sql`${deals} WHERE ${where("read", [...of, ...chosen, ...read()])} ORDER BY ${by} ${most}`

  const sorting = () => {
    const found = known.hasNearlyAll ? [unindexed(sql, workspaceId), isLeft] : of
    const either = hasParts && way === undefined ? [...ofEither(), ...read()] : indexed()
    const searched = way === "part" ? [...ofParts(), ...read()] : either
    return sql`SELECT d.* FROM (${deals} WHERE ${where("sort", [...found, ...chosen, ...searched])} OFFSET 0) d
      ORDER BY ${by} ${most}`
  }

  const walking = () => {
    // The index stores hashes of the board and the stage, because they are smaller.
    const ofTree = [
      ...(boardId === undefined ? [] : [sql`uuid_hash(d.board_id) = uuid_hash((SELECT ${boardId}::uuid))`]),
      ...(stageId === undefined ? [] : [sql`hashtext(d.stage_id) = hashtext((SELECT ${stageId}::text))`]),
      ...(status === "all" ? [] : [sql`${sql.literal(statusCode)} = (SELECT ${codes[status]}::int2)`])
    ]
    // After a deal come deals with the same time and a lower id, then deals with an earlier time. The interval is a microsecond because for
    // a plain "before" the scan would also read the deals at that time.
    const stretches =
      at === undefined
        ? [[]]
        : [
            [sql`d.created_at = ${time}`, sql`${sql.literal(idBits)} <= (SELECT ${bitsOf(id!)}::bigint)`],
            [sql`d.created_at <= (SELECT ${at}::timestamptz - interval '1 microsecond')`]
          ]
    const all = [...of, ...chosen, short, ...ofTree, ...indexed()]
    const walked = (stretch: ReadonlyArray<Statement.Fragment>) =>
      sql`(${deals} CROSS JOIN ${sql.literal(once)} WHERE ${where("walk", [...all, ...stretch])}
        ORDER BY ${sql.literal(distance)} FETCH FIRST ${sql.literal(String(rows))} ROWS WITH TIES)`
    return sql`${sql.join(" UNION ALL ", false)(stretches.map(walked))}
      UNION ALL (${deals} WHERE ${where("walk", [...of, ...chosen, long, ...read()])} ORDER BY ${by} ${most})`
  }

  if (way === "read") return reading()
  if (way === "part" || way === "sort") return sorting()
  if (way === "walk") return sql`SELECT d.* FROM (${walking()}) d ORDER BY ${order.by} ${most}`
  const isFew = (most: number) =>
    sql`NOT EXISTS (SELECT FROM deals d WHERE ${sql.and(counted)}
        ORDER BY ${by} OFFSET ${sql.literal(String(most))} LIMIT 1)`
  const isSeldom = (searched: ReadonlyArray<Statement.Fragment>) =>
    sql.and(
      samples.map(
        ({ common, oneIn }) => sql`(SELECT count(*) FROM (SELECT FROM deals d
        WHERE ${sql.and([...of, `uuid_hash(d.id) % ${oneIn} = 0`, ...searched])} ${limit(sql, common)}) sample)
      < ${sql.literal(String(common))}`
      )
    )
  const part = hasParts ? sql`WHEN ${isSeldom(ofParts())} THEN 'part'` : sql.literal("")
  // These are two texts rather than nested fragments, because a fragment within another is copied once more.
  return known.isLarge
    ? sql`WITH asked AS MATERIALIZED (SELECT CASE ${part} WHEN ${isSeldom(indexed())} THEN 'sort' ELSE 'walk' END AS way)
        SELECT d.* FROM ((${sorting()}) UNION ALL ${walking()}) d ORDER BY ${order.by} ${most}`
    : sql`WITH asked AS MATERIALIZED (SELECT CASE
          WHEN ${isFew(rowLimits.atOnce)} THEN 'read'
          ${part} WHEN ${isSeldom(indexed())} THEN 'sort'
          WHEN ${isFew(rowLimits.atMost)} THEN 'read'
          ELSE 'walk' END AS way)
        SELECT d.* FROM ((${reading()}) UNION ALL (${sorting()}) UNION ALL ${walking()}) d ORDER BY ${order.by} ${most}`
}
