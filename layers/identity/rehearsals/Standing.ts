/** Whether a workspace is a rehearsal, read along with the caller, as columns of `workspaces w`. */
import type { SqlClient } from "effect/sql"
import type { WorkspaceId } from "../../../schema/Id.ts"

/** What a caller's workspace is a copy of. */
export interface Standing {
  readonly of: WorkspaceId
  readonly endsAt: string
  /** How far its clock is ahead, in milliseconds. */
  readonly offset: number
}

export interface Row {
  readonly rehearsalOf: WorkspaceId | null
  readonly rehearsalEndsAt: string | null
  readonly clockOffset: number
}

export const columns = `w.rehearsal_of AS "rehearsalOf", w.rehearsal_ends_at AS "rehearsalEndsAt",
  w.clock_offset_ms AS "clockOffset"`

/** Nobody gets into a rehearsal that is not copied yet, or over. */
export const isOpen = (sql: SqlClient.SqlClient, at: string) => sql`(w.rehearsal_of IS NULL
  OR (w.rehearsal_ready_at IS NOT NULL AND w.rehearsal_ends_at > ${at}::timestamptz))`

/** Nothing for an ordinary workspace. */
export const of = ({ clockOffset, rehearsalEndsAt, rehearsalOf }: Row): { readonly rehearsal?: Standing } =>
  rehearsalOf === null || rehearsalEndsAt === null
    ? {}
    : { rehearsal: { of: rehearsalOf, endsAt: rehearsalEndsAt, offset: clockOffset } }

/** A row with these columns read into what they say. */
export const joined = <A extends Row>({ clockOffset, rehearsalEndsAt, rehearsalOf, ...rest }: A) => ({
  ...rest,
  ...of({ clockOffset, rehearsalEndsAt, rehearsalOf })
})
