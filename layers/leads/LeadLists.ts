/** The filters of lists of leads. */
import type { Array } from "effect"
import type { Statement } from "effect/sql"
import type { BoardId } from "../../schema/Id.ts"
import type { Sql } from "../database/Sql.ts"
import * as Search from "../records/Search.ts"

export interface Filters {
  readonly boardId?: BoardId
  /** A value that isn't one of the six statuses gives an empty list. */
  readonly triageStatus?: string
  /** Omitted means all leads except suspects. */
  readonly view?: "active" | "suspect"
  readonly q?: string
  /** Words that must all occur in the lead. */
  readonly search?: string
  readonly scoreMin?: number
  readonly externalId?: string
  /** ISO 8601; includes the time itself. */
  readonly createdAfter?: string
  readonly sort: "newest" | "score"
}

/** The WHERE conditions on leads `l`. */
export const conditions = (sql: Sql, filters: Filters, workspaceId: string) => {
  const all: Array.NonEmptyArray<Statement.Fragment> = [sql`l.workspace_id = ${workspaceId}`]
  const { boardId, createdAfter, scoreMin, triageStatus, view } = filters
  if (boardId !== undefined) all.push(sql`l.board_id = ${boardId}`)
  if (triageStatus !== undefined) all.push(sql`l.triage_status = ${triageStatus}`)
  if (filters.externalId !== undefined) all.push(sql`l.external_id = ${filters.externalId}`)
  if (scoreMin !== undefined) all.push(sql`l.rank >= ${scoreMin}::double precision`)
  if (createdAfter !== undefined) all.push(sql`l.created_at >= ${createdAfter}::timestamptz`)
  all.push(...Search.conditions(sql, "l.", filters))
  // Literals, so that the planner can use a partial index on active leads or suspects.
  all.push(sql.literal(view === "suspect" ? "l.suspect" : "NOT l.suspect"))
  if (view === "active") all.push(sql.literal("l.triage_status IN ('new', 'contacted')"))
  return all
}
