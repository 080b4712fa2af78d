/**
 * The newest deals that have a text, whatever stands before them: one statement, whose plan is kept. It reads
 *
 * - a board, stage or status of few deals one by one;
 * - a text that few deals have by the index `deals_search`, and sorts what it finds;
 * - any other by `deals_newest_by_text`: a tree in the order of time, whose every node says which trigrams are somewhere
 *   below it. A scan ordered by the distance from a time after all others reads it from the newest on, leaves out each
 *   node without the text, and ends with the page. Very long texts don't fit this index, and are read beside it.
 *
 * Which of these it is, is found out by the statement itself, at the time: by a count that ends early, and by samples. It says
 * so with each deal (`way`), and whoever still knows asks for that part alone (`SearchWays`). All find the same.
 */
import type { Statement } from "effect/sql"
import type { Sql } from "../platform/database/Sql.ts"
import { limit } from "../platform/database/Sql.ts"
import * as Search from "../platform/Search.ts"
import * as DealLists from "./DealLists.ts"

export type Way = "read" | "sort" | "walk"

export interface Known {
  /** How a search for the same was done lately. */
  readonly way: Way | undefined
  /** Whether nearly all deals of the table are the workspace's. */
  readonly hasNearlyAll: boolean
}

interface Asked {
  readonly filters: DealLists.Filters
  readonly workspaceId: string
  /** The columns that each deal is read with; `way` is added. */
  readonly shown: Statement.Fragment
  readonly after: ReadonlyArray<string> | undefined
  readonly rows: number
  readonly known: Known
}

/** Deals that are read one by one, before a sample is taken and, if it has too many to sort, after it: to count them costs time, too. */
const few = { atOnce: 250, atMost: 1000 }

/**
 * Samples of one deal in so many, and from how many of them on a text is too common to sort: from about 300 deals on. Each
 * is read whole for a text, so the large one is only for texts that the small one has hardly any of.
 */
const samples = [
  { oneIn: 4096, common: 2 },
  { oneIn: 64, common: 5 }
]

/** After all deals, and near enough for distances to be exact to the millisecond: they are doubles, in seconds. */
const end = "'9999-12-31'::timestamptz"

/**
 * One row, which the planner takes for a thousand. It supposes so few deals for several patterns of unknown frequency that it
 * would rather read and sort them all.
 */
const once = "generate_series(1, (SELECT 1))"

/** As the indexes have it. An equation, so that the planner expects few long ones. */
const short = "length(d.words) <= 2500"
const long = "least(length(d.words), 2501) = 2501"

/**
 * The workspace's deals in a form that no index has. Where nearly all deals are the workspace's, to look at the few that have a text
 * costs a tenth of what the index takes to find them among the workspace's: it reads a page of those for each.
 */
const unindexed = (sql: Sql, workspaceId: string) =>
  sql`/* across: search of nearly all */ d.workspace_id IS NOT DISTINCT FROM ${workspaceId}`

export const newest = (
  sql: Sql,
  { after, filters, known, rows, shown, workspaceId }: Asked
): Statement.Fragment => {
  const { boardId, stageId, status } = filters
  const order = DealLists.order(sql)
  // Each value but the workspace's from a select, so that plans for it are not taken for better than the one that is kept.
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
  // A stage is of one board and one status, so the index of its deals is enough.
  const counted = [...of, ...(stageId === undefined ? chosen : [...ofStage, ...place])]
  // The tree has a hash of the board, a quarter of its size; and the time alone.
  const ofTree = [
    ...(boardId === undefined ? [] : [sql`uuid_hash(d.board_id) = uuid_hash((SELECT ${boardId}::uuid))`]),
    ...(at === undefined ? [] : [sql`d.created_at <= ${time}`])
  ]
  const [by, most] = [order.within, limit(sql, rows)]
  const indexed = Search.indexed(sql, "d.", filters)
  const read = Search.read(sql, "d.", filters)
  const { way } = known
  const told = sql.literal(way === undefined ? "(SELECT way FROM asked)" : `'${way}'`)
  const deals = sql`SELECT ${shown}, ${told} AS way FROM deals d`
  const where = (name: Way, conditions: ReadonlyArray<Statement.Fragment | string>) =>
    sql.and(way === undefined ? [`(SELECT way FROM asked) = '${name}'`, ...conditions] : conditions)
  const found = known.hasNearlyAll ? [unindexed(sql, workspaceId), isLeft] : of
  const reading = () =>
    sql`${deals} WHERE ${where("read", [...of, ...chosen, ...read])} ORDER BY ${by} ${most}`
  const sorting = () =>
    sql`SELECT d.* FROM (${deals} WHERE ${where("sort", [...found, ...chosen, ...indexed])} OFFSET 0) d
      ORDER BY ${by} ${most}`
  const walking = () =>
    sql`(${deals} CROSS JOIN ${sql.literal(once)} WHERE ${where("walk", [...of, ...chosen, short, ...ofTree, ...indexed])}
        ORDER BY d.created_at <-> ${sql.literal(end)} FETCH FIRST ${sql.literal(String(rows))} ROWS WITH TIES)
      UNION ALL (${deals} WHERE ${where("walk", [...of, ...chosen, long, ...read])} ORDER BY ${by} ${most})`
  if (way === "read") return reading()
  if (way === "sort") return sorting()
  if (way === "walk") return sql`SELECT d.* FROM (${walking()}) d ORDER BY ${order.by} ${most}`
  const isFew = (most: number) =>
    sql`NOT EXISTS (SELECT FROM deals d WHERE ${sql.and(counted)}
        ORDER BY ${by} OFFSET ${sql.literal(String(most))} LIMIT 1)`
  const isSeldom = ({ common, oneIn }: (typeof samples)[number]) =>
    sql`(SELECT count(*) FROM (SELECT FROM deals d
        WHERE ${sql.and([...of, `uuid_hash(d.id) % ${oneIn} = 0`, ...indexed])} ${limit(sql, common)}) sample)
      < ${sql.literal(String(common))}`
  return sql`WITH asked AS MATERIALIZED (SELECT CASE
      WHEN ${isFew(few.atOnce)} THEN 'read'
      WHEN ${sql.and(samples.map(isSeldom))} THEN 'sort'
      WHEN ${isFew(few.atMost)} THEN 'read'
      ELSE 'walk' END AS way)
    SELECT d.* FROM ((${reading()}) UNION ALL (${sorting()}) UNION ALL ${walking()}) d ORDER BY ${order.by} ${most}`
}
