/**
 * The newest deals that have a text, whatever stands before them: one statement, whose plan is kept. It reads
 *
 * - a board, stage or status of few deals one by one;
 * - a text that few deals have by the index `deals_search`, and sorts what it finds;
 * - any other by `deals_newest_by_text`: a tree in the order of time, whose every node says which trigrams are somewhere
 *   below it. A scan ordered by the distance from a time after all others reads it from the newest on, leaves out each
 *   node without the text, and ends with the page. Very long texts don't fit this index, and are read beside it.
 *
 * Which of these it is, is found out by the statement itself, at the time: by a count that ends early, and by a sample.
 */
import type { Statement } from "effect/sql"
import type { Sql } from "../platform/database/Sql.ts"
import { limit } from "../platform/database/Sql.ts"
import * as Search from "../platform/Search.ts"
import * as DealLists from "./DealLists.ts"

interface Asked {
  readonly filters: DealLists.Filters
  readonly workspaceId: string
  /** The columns that each deal is read with. */
  readonly shown: Statement.Fragment
  readonly after: ReadonlyArray<string> | undefined
  readonly rows: number
}

/** Deals that are read one by one, before a sample is taken and, if it has too many to sort, after it: to count them costs time, too. */
const few = { atOnce: 250, atMost: 1000 }

/** So many in the sample of one in 64, or about 300 in all, are too many to sort. */
const common = 5

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

export const newest = (sql: Sql, { after, filters, rows, shown, workspaceId }: Asked): Statement.Fragment => {
  const { boardId, stageId, status } = filters
  const order = DealLists.order(sql)
  // Each value but the workspace's from a select, so that plans for it are not taken for better than the one that is kept.
  const is = (column: string, type: string, value: string | undefined) =>
    value === undefined
      ? []
      : [sql`${sql.literal(`d.${column}`)} = (SELECT ${value}${sql.literal(`::${type}`)})`]
  const of = [sql`d.workspace_id = ${workspaceId}`, sql.literal("d.deleted_at IS NULL")]
  const ofBoard = is("board_id", "uuid", boardId)
  const ofStage = is("stage_id", "text", stageId)
  const ofStatus = is("status", "text", status === "all" ? undefined : status)
  const [at, id] = after ?? []
  const time = sql`(SELECT ${at}::timestamptz)`
  const place = at === undefined ? [] : [sql`(d.created_at, d.id) < (${time}, (SELECT ${id}::uuid))`]
  const conditions = [...of, ...ofBoard, ...ofStage, ...ofStatus, ...place]
  // A stage is of one board and one status, so the index of its deals is enough.
  const counted = stageId === undefined ? conditions : [...of, ...ofStage, ...place]
  // The tree has a hash of the board, a quarter of its size; and the time alone.
  const ofTree = [
    ...(boardId === undefined ? [] : [sql`uuid_hash(d.board_id) = uuid_hash((SELECT ${boardId}::uuid))`]),
    ...(at === undefined ? [] : [sql`d.created_at <= ${time}`])
  ]
  const [by, most] = [order.within, limit(sql, rows)]
  const indexed = Search.indexed(sql, "d.", filters)
  const read = Search.read(sql, "d.", filters)
  const deals = sql`SELECT ${shown} FROM deals d`
  const where = (way: string, ...parts: ReadonlyArray<ReadonlyArray<Statement.Fragment | string>>) =>
    sql`WHERE (SELECT way FROM asked) = ${sql.literal(`'${way}'`)} AND ${sql.and(
      [...conditions, ...parts.flat()].map((part) => (typeof part === "string" ? sql.literal(part) : part))
    )}`
  const isFew = (most: number) =>
    sql`NOT EXISTS (SELECT FROM deals d WHERE ${sql.and(counted)}
        ORDER BY ${by} OFFSET ${sql.literal(String(most))} LIMIT 1)`
  return sql`WITH asked AS MATERIALIZED (SELECT CASE
      WHEN ${isFew(few.atOnce)} THEN 'read'
      WHEN (SELECT count(*) FROM (SELECT FROM deals d WHERE ${sql.and([
        ...of,
        sql.literal("uuid_hash(d.id) % 64 = 0"),
        ...indexed
      ])} ${limit(sql, common)}) sample) < ${sql.literal(String(common))} THEN 'sort'
      WHEN ${isFew(few.atMost)} THEN 'read'
      ELSE 'walk' END AS way)
    SELECT d.* FROM (
      (${deals} ${where("read", read)} ORDER BY ${by} ${most})
      UNION ALL (SELECT d.* FROM (${deals} ${where("sort", indexed)} OFFSET 0) d ORDER BY ${by} ${most})
      UNION ALL (${deals} CROSS JOIN ${sql.literal(once)} ${where("walk", [short], ofTree, indexed)}
        ORDER BY d.created_at <-> ${sql.literal(end)} FETCH FIRST ${sql.literal(String(rows))} ROWS WITH TIES)
      UNION ALL (${deals} ${where("walk", [long], read)} ORDER BY ${by} ${most})
    ) d ORDER BY ${order.by} ${most}`
}
