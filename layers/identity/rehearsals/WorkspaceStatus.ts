/** The rehearsal, suspension and settings of a workspace, read together with the caller as columns of `workspaces w`. */
import type { SqlClient } from "effect/sql"
import { ApiError, Forbidden } from "../../../schema/Fault.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"

/** The workspace that a rehearsal is a copy of. */
export interface WorkspaceStatus {
  readonly of: WorkspaceId
  readonly endsAt: string
  /** Milliseconds by which its clock is ahead. */
  readonly offset: number
}

/** The reason that the operator gave for the suspension. */
export interface Suspended {
  readonly reason: string | null
}

export interface Row {
  readonly rehearsalOf: WorkspaceId | null
  readonly rehearsalEndsAt: string | null
  readonly clockOffset: number
  readonly state: "open" | "suspended"
  readonly stateReason: string | null
  readonly timeZone: string | null
  readonly lostReasons: ReadonlyArray<string> | null
}

export const columns = `w.time_zone AS "timeZone", w.rehearsal_of AS "rehearsalOf", w.rehearsal_ends_at AS "rehearsalEndsAt",
  w.clock_offset_ms AS "clockOffset", w.state, w.state_reason AS "stateReason", w.lost_reasons AS "lostReasons"`

/** A workspace that is being imported or deleted can't be accessed, nor a rehearsal that is not copied yet or has ended. */
export const isOpen = (sql: SqlClient.SqlClient, at: string) => sql`(w.state IN ('open', 'suspended')
  AND (w.rehearsal_of IS NULL
    OR (w.rehearsal_ready_at IS NOT NULL AND w.rehearsal_ends_at > ${at}::timestamptz)))`

interface Of {
  readonly rehearsal?: WorkspaceStatus
  readonly suspended?: Suspended
  /** An IANA time zone name; left out for UTC. */
  readonly timeZone?: string
  /** The usual reasons why deals are lost; left out if there are none. */
  readonly lostReasons?: ReadonlyArray<string>
}

/** Empty for an ordinary workspace. */
export const of = (row: Row): Of => {
  const { clockOffset, lostReasons, rehearsalEndsAt, rehearsalOf, state, stateReason, timeZone } = row
  return {
    ...(timeZone !== null && { timeZone }),
    ...(lostReasons !== null && { lostReasons }),
    ...(rehearsalOf !== null &&
      rehearsalEndsAt !== null && {
        rehearsal: { of: rehearsalOf, endsAt: rehearsalEndsAt, offset: clockOffset }
      }),
    ...(state === "suspended" && { suspended: { reason: stateReason } })
  }
}

/** Replaces these columns of a row by their meaning. */
export const joined = <A extends Row>(row: A) => {
  const { clockOffset, lostReasons, rehearsalEndsAt, rehearsalOf, state, stateReason, timeZone, ...rest } =
    row
  return { ...rest, ...of(row) }
}

/** The error for every credential of a suspended workspace. */
export const refusal = ({ reason }: Suspended): Forbidden =>
  new Forbidden({
    code: "workspace_suspended",
    message: `This workspace is suspended${reason === null ? "" : ` (${reason})`}: nothing in it can be read or changed for now, and nothing is lost. Ask whoever runs this service to resume it, then send the request again.`
  })

/** The error for strangers, which gives no reason and asks them to come back later. */
export const closed = new ApiError({
  code: "unavailable",
  message: "Nothing is taken at this address for the time being. Send it again later.",
  retryAfter: 60
})
