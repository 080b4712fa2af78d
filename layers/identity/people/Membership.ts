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
  /** If the workspace is a rehearsal. */
  readonly rehearsal?: WorkspaceStatus
  /** If nobody works in it for now. */
  readonly suspended?: Suspended
  /** An IANA name; left out for UTC. */
  readonly timeZone?: string
}
