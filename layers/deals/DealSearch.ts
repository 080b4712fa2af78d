/**
 * The newest deals that have a text, whatever stands before them: one statement, whose plan is kept. It reads
 *
 * - a board, stage or status of few deals one by one;
 * - a text that few deals have by the index `deals_search`, and sorts what it finds;
 * - any other by `deals_newest_by_text`: a tree in the order of time and id, whose every node says which trigrams, boards,
 *   stages and statuses are somewhere below it. A scan ordered by the distance from a time and an id after all others reads it from
 *   the newest on, leaves out each node without the text, and ends with the page. Very long texts don't fit this index, and are read
 *   beside it.
 *
 * Which of these it is, is found out by the statement itself, at the time: by a count that ends early, and by samples. It says
 * so with each deal (`way`), and whoever still knows asks for that part alone (`SearchWays`). All find the same.
 */
import type { Statement } from "effect/sql"
import { lazy } from "../../src/values/Memo.ts"
import type { Sql } from "../database/Sql.ts"
import { limit } from "../database/Sql.ts"
import * as Search from "../records/Search.ts"
import * as DealLists from "./DealLists.ts"
import * as RareParts from "./RareParts.ts"

/** `part` is `sort` with a part of the text that the index finds faster. */
export type Way = "read" | "part" | "sort" | "walk"

export interface Known {
  /** How a search for the same was done lately. */
  readonly way: Way | undefined
  /** Whether nearly all deals of the table are the workspace's. */
  readonly hasNearlyAll: boolean
  /** Trigrams that many of its deals have; none unless nearly all deals are its. */
  readonly common: ReadonlySet<string>
  /** Whether the board, stage or status that is searched had too many deals lately to read them one by one. */
  readonly isLarge: boolean
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

/**
 * From a time after all deals, and then from an id after all: the first 48 bits of one, which in a UUIDv7 are its time, since a distance
 * is a double. The time is near enough for distances, which are in seconds, to be exact to the millisecond. Deals of an import
 * may all have the same `createdAt`, and hardly any the same time of their ids, too.
 */
const idBits = "(('x' || left(replace(d.id::text, '-', ''), 12))::bit(48)::bigint)"
const distance = `d.created_at <-> '9999-12-31'::timestamptz, ${idBits} <-> ${2 ** 48 - 1}`
const bitsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)

/** A status as the tree has it. Open ones come first, so that a node of closed deals is left out. */
const statusCode = "(CASE d.status WHEN 'open' THEN 1 WHEN 'won' THEN 2 ELSE 3 END::int2)"
const codes = { open: 1, won: 2, dead: 3 } as const

/**
 * One row, which the planner takes for a thousand. It supposes so few deals for several patterns of unknown frequency that it
 * would rather read and sort them all.
 */
const once = "generate_series(1, (SELECT 1))"

/** As the indexes have it. An equation, so that the planner expects few long ones. */
const short = "length(d.words) <= 2500"
const long = "least(length(d.words), 2501) = 2501"

/** Whether the statement does it one way: `sort` is for both of its patterns. */
const isAsked = {
  read: "(SELECT way FROM asked) = 'read'",
  sort: "(SELECT way FROM asked) IN ('part', 'sort')",
  walk: "(SELECT way FROM asked) = 'walk'"
} as const

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
  const [by, most] = [order.within, limit(sql, rows)]
  const { way } = known
  const told = sql.literal(way === undefined ? "(SELECT way FROM asked)" : `'${way}'`)
  const deals = sql`SELECT ${shown}, ${told} AS way FROM deals d`
  const where = (name: keyof typeof isAsked, conditions: ReadonlyArray<Statement.Fragment | string>) =>
    sql.and(way === undefined ? [isAsked[name], ...conditions] : conditions)
  // Made where they are used: most searches know their way, and need one of these.
  const read = lazy(() => Search.read(sql, "d.", filters))
  const indexed = lazy(() => Search.indexed(sql, "d.", filters))
  const texts = Search.texts(filters)
  const parts = texts.map((text) => RareParts.of(text, known.common))
  const hasParts = parts.some((part, index) => part !== texts[index])
  // What has a text has its part, which the index finds faster; `read` says whether it has the text.
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
    // The tree has hashes of the board and the stage, which are smaller.
    const ofTree = [
      ...(boardId === undefined ? [] : [sql`uuid_hash(d.board_id) = uuid_hash((SELECT ${boardId}::uuid))`]),
      ...(stageId === undefined ? [] : [sql`hashtext(d.stage_id) = hashtext((SELECT ${stageId}::text))`]),
      ...(status === "all" ? [] : [sql`${sql.literal(statusCode)} = (SELECT ${codes[status]}::int2)`])
    ]
    // After a deal come those of its time with an earlier id, and those of an earlier time: at least a microsecond, since for a mere
    // "before" the tree is read where that time is, too.
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
  // Two texts rather than parts of one: a fragment within another is copied once more.
  return known.isLarge
    ? sql`WITH asked AS MATERIALIZED (SELECT CASE ${part} WHEN ${isSeldom(indexed())} THEN 'sort' ELSE 'walk' END AS way)
        SELECT d.* FROM ((${sorting()}) UNION ALL ${walking()}) d ORDER BY ${order.by} ${most}`
    : sql`WITH asked AS MATERIALIZED (SELECT CASE
          WHEN ${isFew(few.atOnce)} THEN 'read'
          ${part} WHEN ${isSeldom(indexed())} THEN 'sort'
          WHEN ${isFew(few.atMost)} THEN 'read'
          ELSE 'walk' END AS way)
        SELECT d.* FROM ((${reading()}) UNION ALL (${sorting()}) UNION ALL ${walking()}) d ORDER BY ${order.by} ${most}`
}
