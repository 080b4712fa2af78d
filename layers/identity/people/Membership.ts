/** A workspace that a person belongs to. */
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Role } from "../../../schema/Scope.ts"
import type { WorkspaceStatus, Suspended } from "../rehearsals/WorkspaceStatus.ts"

export interface Membership {
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly plan: Plan
  readonly role: Role
  /** Set if the workspace is a rehearsal. */
  readonly rehearsal?: WorkspaceStatus
  /** Set if the workspace is suspended. */
  readonly suspended?: Suspended
  /** An IANA time zone name; left out for UTC. */
  readonly timeZone?: string
  /** The usual reasons why deals are lost; left out if there are none. */
  readonly lostReasons?: ReadonlyArray<string>
}
