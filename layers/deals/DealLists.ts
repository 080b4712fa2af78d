/** Which deals a list holds, and in which order. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Sort, Status } from "../../schema/Deal.ts"
import type { BoardId, StageId, UserId } from "../../schema/Id.ts"
import * as NextStep from "../../src/deals/rules/NextStep.ts"
import * as Period from "../../src/reports/rules/Period.ts"
import { Actor } from "../identity/Actor.ts"
import type { Sql } from "../database/Sql.ts"
import * as CurrentTime from "../runtime/Now.ts"
import * as Search from "../records/Search.ts"
import * as DealOrder from "./DealOrder.ts"
import type { Row } from "./DealRow.ts"

/** Times are in ISO 8601; "after" and "since" include the time itself, "before" does not. */
export interface Filters {
  readonly boardId?: BoardId
  readonly stageId?: StageId
  readonly status: Status
  readonly q?: string
  /** Words that a deal, its contact included, must all contain. */
  readonly search?: string
  readonly ownerId?: UserId
  readonly label?: string
  readonly externalId?: string
  readonly amountMin?: number
  readonly amountMax?: number
  /** Only deals whose last activity was at least so many days ago. */
  readonly quietDays?: number
  /** Only open deals whose next step is overdue. */
  readonly overdue?: boolean
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedSince?: string
  readonly closedAfter?: string
  readonly closedBefore?: string
  readonly sort?: Sort
}

/** The filters that match many deals or few, by their value. */
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
  ...(["updatedSince", "closedAfter", "closedBefore"] as const)
]

type Selective = { readonly [Name in (typeof selective)[number]]?: unknown }

/** Whether it is a search that `DealSearch` does: newest first, in all deals, a board or a stage. */
export const isSearch = (filters: Pick<Filters, "q" | "search" | "sort"> & Selective): boolean =>
  Search.isKept(filters) &&
  (filters.sort ?? "-created") === "-created" &&
  selective.every((name) => filters[name] === undefined)

/** Whether a list must be planned for its own values. */
export const isPlannedAlone = (filters: Filters): boolean =>
  Search.isIn(filters) || selective.some((name) => filters[name] !== undefined)

/** As the index `deals_closed` has it: an edit of the stage may leave the time of an earlier closing. */
const closed = "(CASE d.status WHEN 'won' THEN d.won_at WHEN 'dead' THEN d.dead_at END)"

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

/** `NextStep.isOverdue` in SQL. The first condition lets the index on next steps be used: no zone is over 14 hours ahead. */
const overdue = (sql: Sql, { time, zone }: Now): ReadonlyArray<Statement.Fragment> => [
  sql`d.next_step_at < ${time}::timestamptz + interval '14 hours'`,
  sql`d.next_step_at < CASE WHEN (d.next_step_at AT TIME ZONE 'UTC')::time = '23:59:59.999'
    THEN ${`${NextStep.nowIn(time, zone).day}T00:00:00Z`}::timestamptz ELSE ${time}::timestamptz END`,
  sql.literal("d.status = 'open'")
]

/** The conditions on `d`. */
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
  if (filters.overdue === true) all.push(...overdue(sql, at))
  if (status !== "all") all.push(sql`d.status = ${status}`)
  if (filters.externalId !== undefined) all.push(sql`d.external_id = ${filters.externalId}`)
  if (ownerId !== undefined) all.push(sql`d.owner_id = ${ownerId}`)
  // Said twice, so that the planner expects few deals of a label it has no statistics of, and takes the labels' index.
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
  // A deal is active when it is created and updated. So one time bounds another, and the index that gives the order can
  // begin there. A day more, because the clocks of nodes may differ.
  if (quietDays !== undefined)
    bound("d.created_at", "<", `${Period.daysBefore(at.time, quietDays - 2)}T00:00:00Z`, "timestamptz")
  for (const since of [filters.createdAfter, filters.updatedSince])
    if (since !== undefined)
      all.push(sql`d.active_on >= (${since}::timestamptz AT TIME ZONE 'UTC')::date - 1`)
  // As the index is: it holds closed deals alone.
  if (filters.closedAfter !== undefined || filters.closedBefore !== undefined)
    all.push(sql.literal("d.status <> 'open'"))
  return [...all, ...Search.conditions(sql, "d.", filters)]
}

const columns = {
  ...{ created: "created_at", updated: "updated_at", amount: "amount_cents", quiet: "active_on" },
  nextStep: "next_step_at"
}
const types = {
  ...({ created: "timestamptz", updated: "timestamptz", amount: "bigint", quiet: "date" } as const),
  ...({ nextStep: "timestamptz" } as const)
}

/** A deal as a row of a list. */
export type ListRow = Row & { readonly active_on: string }

const keyOf = (row: ListRow, by: keyof typeof columns): string => {
  const key = row[columns[by] as "created_at" | "updated_at" | "amount_cents" | "active_on" | "next_step_at"]
  return key === null ? "" : String(key)
}

/** The order of a list, and where in it a row is. */
export const order = (sql: Sql, sort: Sort = "-created") => {
  const key = sort.replace("-", "") as keyof typeof columns
  const by = {
    column: columns[key],
    type: types[key],
    // The longer a deal is quiet, the earlier it was active.
    isDescending: sort.startsWith("-") !== (key === "quiet"),
    isNullable: key === "amount" || key === "nextStep"
  }
  return {
    ...DealOrder.make(sql, by),
    position: (row: ListRow) => DealOrder.positionOf(by, keyOf(row, key), row)
  }
}
