/** Deletions of deals: how long they can be undone, and how the audit log tells of them. */
import type { ActorRef } from "../../../schema/Actor.ts"
import type { AuditChange } from "../../../schema/Audit.ts"
import { NotFound } from "../../../schema/Fault.ts"
import type { DealId } from "../../../schema/Id.ts"
import * as Handle from "../../values/Handle.ts"

/** The grace period of a deleted deal (SPEC: Limits). */
export const graceDays = 30

/** Until when a deal deleted at this time can be restored. */
export const endOf = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + graceDays * 86_400_000).toISOString()

export const isOver = (deletedAt: string, now: string): boolean => endOf(deletedAt) < now

/** Deals deleted before this time cannot be restored any more. */
export const startOf = (now: string): string =>
  new Date(Date.parse(now) - graceDays * 86_400_000).toISOString()

/** Why there is no such deal; `deletedAt` of one that is not purged yet. */
export const missing = (id: DealId, deletedAt: string | undefined, now: string): NotFound =>
  deletedAt === undefined || isOver(deletedAt, now)
    ? NotFound.of("deal", id)
    : Handle.isDeleted(id, deletedAt, endOf(deletedAt))

interface Deletion {
  readonly deletedAt: string | null
  readonly deletedBy: ActorRef | null
}

export const none: Deletion = { deletedAt: null, deletedBy: null }

export const change = (id: DealId, before: Deletion, after: Deletion): AuditChange => ({
  resource: "deal",
  id,
  before: { ...before },
  after: { ...after }
})
