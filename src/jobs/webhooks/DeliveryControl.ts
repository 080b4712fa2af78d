/** What a drain and its courier tell each other. */
import { Latch } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"

export interface DeliveryControl {
  readonly workspaceId: WorkspaceId
  /** Something may have become due since the queue was last looked at. */
  isDirty: boolean
  /** No further try is to begin. */
  readonly isStopping: () => boolean
  /** Opened where a worker that had nothing to do may have something. */
  readonly changed: Latch.Latch
}

export const make = (workspaceId: WorkspaceId, isStopping: () => boolean): DeliveryControl => ({
  workspaceId,
  isDirty: false,
  isStopping,
  changed: Latch.makeUnsafe()
})
