/** The filters and the order of lists of deals. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Sort, Status } from "../../schema/Deal.ts"
import type { SearchPlace } from "../../schema/Matched.ts"
import type { BoardId, StageId, UserId } from "../../schema/Id.ts"
import * as NextStep from "../../src/deals/rules/NextStep.ts"
import * as Period from "../../src/reports/rules/Period.ts"
import { Actor } from "../identity/Actor.ts"
import type { Sql } from "../database/Sql.ts"
import * as CurrentTime from "../runtime/Now.ts"
import * as Search from "../records/Search.ts"
import * as RelatedTextSearch from "../records/RelatedTextSearch.ts"
import * as DealOrder from "./DealOrder.ts"
import type { Row } from "./DealRow.ts"

/** Times are in ISO 8601. "After" and "since" include the time itself, "before" does not. */
export interface Filters {
  readonly boardId?: BoardId
  readonly stageId?: StageId
  readonly status: Status
  readonly q?: string
  /** Words that must all occur in the deal or its contact. */
  readonly search?: string
  /** Where `search` looks; by default in deals. */
  readonly in?: ReadonlyArray<SearchPlace>
  readonly ownerId?: UserId
  readonly label?: string
  readonly externalId?: string
  readonly amountMin?: number
  readonly amountMax?: number
  /** Only deals whose last activity was at least this many days ago. */
  readonly quietDays?: number
  /** Only open deals whose next step is overdue. */
  readonly overdue?: boolean
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedSince?: string
  readonly closedAfter?: string
  readonly closedBefore?: string
  readonly nextStepAfter?: string
  readonly nextStepBefore?: string
  readonly expectedCloseAfter?: string
  readonly expectedCloseBefore?: string
  readonly sort?: Sort
}

/** Filters that match many deals or few, depending on their value. */
const selective = [
  ...([
    "ownerId",
    "label",
    "externalId",
    "amountMin",
    "amountMax",
    "quietDays",
    "overdue",
    "createdAfter",
    "createdBefore"
  ] as const),
  ...(["updatedSince", "closedAfter", "closedBefore"] as const),
  ...(["nextStepAfter", "nextStepBefore", "expectedCloseAfter", "expectedCloseBefore"] as const)
]

type Selective = { readonly [Name in (typeof selective)[number]]?: unknown }

/** Whether `DealSearch` runs the list: a text search, newest first, within all deals, a board or a stage. */
export const isSearch = (filters: Pick<Filters, "in" | "q" | "search" | "sort"> & Selective): boolean =>
  Search.isKept(filters) &&
  filters.in === undefined &&
  (filters.sort ?? "-created") === "-created" &&
  selective.every((name) => filters[name] === undefined)

/** Whether the list needs a plan for its own values rather than a cached one. */
export const isPlannedAlone = (filters: Filters): boolean =>
  Search.isIn(filters) || selective.some((name) => filters[name] !== undefined)

/** Matches the expression of the index `deals_closed`. The status decides because a deal that is open again may still have an old time. */
export const closed = "(CASE d.status WHEN 'won' THEN d.won_at WHEN 'dead' THEN d.dead_at END)"

/** The current time in ISO 8601, and the workspace's time zone. */
export interface Now {
  readonly time: string
  readonly zone: string | undefined
}

export const now: Effect.Effect<Now, never, Actor> = Effect.zipWith(
  CurrentTime.now,
  Actor,
  (time, actor) => ({
    time,
    zone: actor.workspace.timeZone
  })
)

/**
 * Compares a column of days and times with a time; a day ends in the workspace's zone (`NextStep.isOverdue`). The first condition lets
 * the column's index be used: zones are at most 14 hours ahead, and a day and 12 hours back.
 */
const due = (sql: Sql, column: "expected_close_at" | "next_step_at", zone: string | undefined) => {
  const name = `d.${column}`
  const isDay = `(${name} AT TIME ZONE 'UTC')::time = '23:59:59.999'`
  const limit = (time: string) =>
    sql`CASE WHEN ${sql.literal(isDay)} THEN ${`${NextStep.nowIn(time, zone).day}T00:00:00Z`}::timestamptz
      ELSE ${time}::timestamptz END`
  return {
    before: (time: string) => [
      sql`${sql.literal(name)} < ${time}::timestamptz + interval '14 hours'`,
      sql`${sql.literal(name)} < ${limit(time)}`
    ],
    after: (time: string) => [
      sql`${sql.literal(name)} >= ${time}::timestamptz - interval '36 hours'`,
      sql`${sql.literal(name)} >= ${limit(time)}`
    ]
  }
}

/** The WHERE conditions on deals `d`. */
export const conditions = (
  sql: Sql,
  filters: Filters,
  workspaceId: string,
  at: Now
): Array<Statement.Fragment> => {
  const { boardId, label, ownerId, quietDays, stageId, status } = filters
  const all = [sql`d.workspace_id = ${workspaceId}`, sql.literal("d.deleted_at IS NULL")]
  if (boardId !== undefined) all.push(sql`d.board_id = ${boardId}`)
  if (stageId !== undefined) all.push(sql`d.stage_id = ${stageId}`)
  const [step, close] = [due(sql, "next_step_at", at.zone), due(sql, "expected_close_at", at.zone)]
  if (filters.overdue === true) all.push(...step.before(at.time), sql.literal("d.status = 'open'"))
  if (status !== "all") all.push(sql`d.status = ${status}`)
  if (filters.externalId !== undefined) all.push(sql`d.external_id = ${filters.externalId}`)
  if (ownerId !== undefined) all.push(sql`d.owner_id = ${ownerId}`)
  // The condition is repeated so that the planner expects few deals for a label without statistics, and uses the labels' index.
  if (label !== undefined)
    all.push(sql`d.labels @> ARRAY[${label}]::text[]`, sql`d.labels && ARRAY[${label}]::text[]`)
  if (quietDays !== undefined) all.push(sql`d.active_on <= ${Period.daysBefore(at.time, quietDays)}::date`)
  const bound = (column: string, compare: string, value: string | number | undefined, type: string) => {
    if (value === undefined) return
    all.push(sql`${sql.literal(`${column} ${compare}`)} ${value}${sql.literal(`::${type}`)}`)
  }
  bound("d.amount_cents", ">=", filters.amountMin, "bigint")
  bound("d.amount_cents", "<=", filters.amountMax, "bigint")
  bound("d.created_at", ">=", filters.createdAfter, "timestamptz")
  bound("d.created_at", "<", filters.createdBefore, "timestamptz")
  bound("d.updated_at", ">=", filters.updatedSince, "timestamptz")
  bound(closed, ">=", filters.closedAfter, "timestamptz")
  bound(closed, "<", filters.closedBefore, "timestamptz")
  if (filters.nextStepAfter !== undefined) all.push(...step.after(filters.nextStepAfter))
  if (filters.nextStepBefore !== undefined) all.push(...step.before(filters.nextStepBefore))
  if (filters.expectedCloseAfter !== undefined) all.push(...close.after(filters.expectedCloseAfter))
  if (filters.expectedCloseBefore !== undefined) all.push(...close.before(filters.expectedCloseBefore))
  // Creating or updating a deal counts as activity, so one time bounds the other and the scan of the ordering index can start there.
  // One day is added because the clocks of nodes may differ.
  if (quietDays !== undefined)
    bound("d.created_at", "<", `${Period.daysBefore(at.time, quietDays - 2)}T00:00:00Z`, "timestamptz")
  for (const since of [filters.createdAfter, filters.updatedSince])
    if (since !== undefined)
      all.push(sql`d.active_on >= (${since}::timestamptz AT TIME ZONE 'UTC')::date - 1`)
  // The index only holds closed deals, so the condition must be stated for the planner to use it.
  if (filters.closedAfter !== undefined || filters.closedBefore !== undefined)
    all.push(sql.literal("d.status <> 'open'"))
  const { in: places, q, search } = filters
  if (places === undefined || search === undefined) return [...all, ...Search.conditions(sql, "d.", filters)]
  return [
    ...all,
    ...Search.conditions(sql, "d.", q === undefined ? {} : { q }),
    RelatedTextSearch.condition(sql, workspaceId, search, places)
  ]
}

const columns = {
  ...({ created: "created_at", updated: "updated_at", amount: "amount_cents", quiet: "active_on" } as const),
  ...({ nextStep: "next_step_at", expectedClose: "expected_close_at" } as const)
}
const types = {
  ...({ created: "timestamptz", updated: "timestamptz", amount: "bigint", quiet: "date" } as const),
  ...({ nextStep: "timestamptz", expectedClose: "timestamptz" } as const)
}

/** A deal as a row of a list. */
export type ListRow = Row & { readonly active_on: string }

const keyOf = (row: ListRow, by: keyof typeof columns): string => {
  const key = row[columns[by]]
  return key === null ? "" : String(key)
}

/** The order of a list, and the position of a row in it. */
export const order = (sql: Sql, sort: Sort = "-created") => {
  const key = sort.replace("-", "") as keyof typeof columns
  const by = {
    column: columns[key],
    type: types[key],
    // The longer a deal is quiet, the earlier it was last active, so the direction is reversed.
    isDescending: sort.startsWith("-") !== (key === "quiet"),
    isNullable: key === "amount" || key === "nextStep" || key === "expectedClose"
  }
  return {
    ...DealOrder.make(sql, by),
    position: (row: ListRow) => DealOrder.positionOf(by, keyOf(row, key), row)
  }
}
