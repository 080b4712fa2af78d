/** Deletions of deals: how long they can be undone, and how the audit log records them. */
import type { ActorRef } from "../../../schema/Actor.ts"
import type { AuditChange } from "../../../schema/Audit.ts"
import { NotFound } from "../../../schema/Fault.ts"
import type { DealId } from "../../../schema/Id.ts"
import * as NameResolver from "../../shared/NameResolver.ts"

/** The number of days for which a deleted deal can be restored (SPEC: Limits). */
export const graceDays = 30

/** The time until which a deal deleted at this time can be restored. */
export const endOf = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + graceDays * 86_400_000).toISOString()

export const isOver = (deletedAt: string, now: string): boolean => endOf(deletedAt) < now

/** Deals deleted before this time can't be restored any more. */
export const startOf = (now: string): string =>
  new Date(Date.parse(now) - graceDays * 86_400_000).toISOString()

/** The error for a missing deal. `deletedAt` is known until the deal is purged. */
export const missing = (id: DealId, deletedAt: string | undefined, now: string): NotFound =>
  deletedAt === undefined || isOver(deletedAt, now)
    ? NotFound.of("deal", id)
    : NameResolver.isDeleted(id, deletedAt, endOf(deletedAt))

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
