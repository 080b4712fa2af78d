/** State shared by the delivery worker and one subscription's drain. */
import { Latch } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"

export interface DeliveryControl {
  readonly workspaceId: WorkspaceId
  /** Whether something may have become due since the queue was last read. */
  isDirty: boolean
  /** Whether no further attempt may start. */
  readonly isStopping: () => boolean
  /** Opened when an idle worker may have work. */
  readonly changed: Latch.Latch
}

export const make = (workspaceId: WorkspaceId, isStopping: () => boolean): DeliveryControl => ({
  workspaceId,
  isDirty: false,
  isStopping,
  changed: Latch.makeUnsafe()
})
