/** Filters of the feed, and the names of its records. */
import type { Statement } from "effect/sql"
import type { ChangeType } from "../../schema/Change.ts"
import type { DealId, LeadId, UserId } from "../../schema/Id.ts"
import type { Sql } from "../database/Sql.ts"

export type Kind = "deal" | "lead"

export interface FeedFilters {
  /** A type of change, or its first part. */
  readonly type?: ChangeType | "deal" | "note" | "lead" | "approval"
  readonly dealId?: DealId
  readonly leadId?: LeadId
  /** The owner of the deals. */
  readonly ownerId?: UserId
  /** The id or a name of the key, app, agent or person. */
  readonly actor?: string
}

/** The parts of a stored actor that identify it. */
const actorParts = ["id", "userId", "name", "userName", "agent"]

/** The conditions on rows of `changes`. */
export const conditions = (
  sql: Sql,
  workspaceId: string,
  { actor, dealId, leadId, ownerId, type }: FeedFilters
): ReadonlyArray<Statement.Fragment> => [
  ...(type === undefined
    ? []
    : [type.includes(".") ? sql`type = ${type}` : sql`split_part(type, '.', 1) = ${type}`]),
  ...(dealId === undefined ? [] : [sql`deal_id = ${dealId}`]),
  ...(leadId === undefined ? [] : [sql`lead_id = ${leadId}`]),
  ...(ownerId === undefined
    ? []
    : [
        sql`EXISTS (SELECT FROM deals d WHERE d.workspace_id = ${workspaceId} AND d.id = changes.deal_id
          AND d.owner_id = ${ownerId})`
      ]),
  ...(actor === undefined
    ? []
    : [
        sql.or([
          ...actorParts.map((part) => sql`lower(actor ->> ${sql.literal(`'${part}'`)}) = lower(${actor})`),
          // A change with an activity entry leaves its actor to that.
          sql`actor IS NULL AND EXISTS (SELECT FROM notes n WHERE n.workspace_id = ${workspaceId} AND n.id = changes.note_id
            AND lower(${actor}) IN (lower(n.actor_id), lower(n.actor_name), lower(n.actor_agent), n.author_id::text,
              (SELECT lower(u.name) FROM users u WHERE u.id = n.author_id)))`
        ])
      ])
]

/** The condition on changes that a caller can read; of approvals, those of one credential or all. */
export const readable = (sql: Sql, kinds: ReadonlyArray<Kind>, approvalsOf: string): Statement.Fragment =>
  sql.or([
    sql`approval_id IS NOT NULL AND ${approvalsOf === "all" ? sql`true` : sql`credential = ${approvalsOf}`}`,
    ...(kinds.includes("deal") ? [sql`approval_id IS NULL AND lead_id IS NULL`] : []),
    ...(kinds.includes("lead") ? [sql`lead_id IS NOT NULL`] : [])
  ])

/** The name of the deal or lead of a change `c`; deleted deals keep theirs until they are purged. */
export const name = (sql: Sql, workspaceId: string): Statement.Fragment =>
  sql`CASE WHEN c.deal_id IS NOT NULL
      THEN (SELECT d.name FROM deals d WHERE d.workspace_id = ${workspaceId} AND d.id = c.deal_id)
    WHEN c.lead_id IS NOT NULL
      THEN (SELECT coalesce(nullif(btrim(concat_ws(' ', l.first_name, l.last_name)), ''), l.company_name, l.email)
        FROM leads l WHERE l.workspace_id = ${workspaceId} AND l.id = c.lead_id) END`
