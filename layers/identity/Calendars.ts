/** Secret addresses at which calendars read next steps. Each contains its workspace, so that every query can name it. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Calendar } from "../../schema/Calendar.ts"
import type { UserId, WorkspaceId } from "../../schema/Id.ts"
import * as Scope from "../../schema/Scope.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as Sql from "../database/Sql.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import type { Actor } from "./Actor.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"
import * as PersonalSecret from "./PersonalSecret.ts"
import { Tenant } from "./Tenant.ts"

/** An address only reads deals, whatever else its owner may do. */
const granted: ReadonlySet<Scope.Scope> = new Set(["deals:read"])

interface Row extends PersonalSecret.Row {
  readonly language: string | null
  readonly time_zone: string | null
  readonly everyone: boolean
}

interface CalendarRow extends Calendar {
  readonly id: string
}

/** An address in use, with the person it reads for, their language, and whether it shows everybody's next steps. */
export interface Subscribed {
  readonly actor: Actor["Service"]
  readonly language: string | null
  readonly zone: string | null
  readonly everyone: boolean
}

const toSubscribed = (row: Row, workspaceId: WorkspaceId): Subscribed => ({
  actor: PersonalSecret.actorOf(row, workspaceId, granted),
  language: row.language,
  zone: row.time_zone,
  everyone: row.everyone
})

export class Calendars extends Context.Service<
  Calendars,
  {
    readonly of: (userId: UserId) => Effect.Effect<Calendar | null, never, Tenant>
    /** Replaces the person's address, if they have one. */
    readonly open: (
      userId: UserId,
      everyone: boolean
    ) => Effect.Effect<Calendar & { readonly token: string }, never, Tenant>
    readonly close: (userId: UserId) => Effect.Effect<boolean, never, Tenant>
    /** The subscription of an address; undefined if it is unknown or revoked, or its owner is no longer a member. */
    readonly subscribed: (token: string) => Effect.Effect<Subscribed | undefined>
  }
>()("pipeline/layers/Calendars") {
  static readonly layer = Layer.effect(
    Calendars,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids

      const of = Effect.fn("Calendars.of")(function* (userId: UserId) {
        const { workspaceId } = yield* Tenant
        const [row] = yield* sql<Calendar>`SELECT everyone, created_at AS "createdAt" FROM calendars
          WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`
        return row ?? null
      }, Sql.orDie)

      const changeOf = (id: string, before: object | null, after: object | null) =>
        Difference.of("calendar", id, before as never, after as never)

      const close = Effect.fn("Calendars.close")(function* (userId: UserId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<CalendarRow>`DELETE FROM calendars
          WHERE workspace_id = ${workspaceId} AND user_id = ${userId}
          RETURNING id, everyone, created_at AS "createdAt"`
        yield* ChangeSet.note(() =>
          rows.map(({ id, ...fields }) => changeOf(id, { userId, ...fields }, null))
        )
        return rows.length > 0
      }, Sql.orDie)

      const open = Effect.fn("Calendars.open")(function* (userId: UserId, everyone: boolean) {
        const { workspaceId } = yield* Tenant
        yield* close(userId)
        const token = PersonalSecret.make("cal", workspaceId, yield* ids.token(43))
        const id = yield* ids.uuid
        const createdAt = yield* now
        yield* sql`INSERT INTO calendars ${sql.insert({
          workspace_id: workspaceId,
          id,
          user_id: userId,
          hash: PersonalSecret.hash(token),
          everyone,
          created_at: createdAt
        })}`
        yield* ChangeSet.note(() => [changeOf(id, null, { userId, everyone, createdAt })])
        return { token, everyone, createdAt }
      }, Sql.orDie)

      const subscribed = Effect.fn("Calendars.subscribed")(function* (token: string) {
        const workspaceId = PersonalSecret.workspaceOf(token, "cal")
        if (workspaceId === undefined) return undefined
        const at = yield* now
        const [row] = yield* sql<Row>`SELECT c.user_id, c.everyone, u.email, u.name AS user_name, u.language,
            u.time_zone, m.role, w.name AS workspace_name, w.plan, ${sql.literal(WorkspaceStatus.columns)}
          FROM calendars c
          JOIN members m ON m.workspace_id = ${workspaceId} AND m.user_id = c.user_id AND m.removed_at IS NULL
          JOIN users u ON u.id = c.user_id
          JOIN workspaces w ON w.id = c.workspace_id
          WHERE c.workspace_id = ${workspaceId} AND c.hash = ${PersonalSecret.hash(token)} AND ${WorkspaceStatus.isOpen(sql, at)}`
        return row === undefined ? undefined : toSubscribed(row, workspaceId)
      }, Sql.orDie)

      return Calendars.of({ of, open, close, subscribed })
    })
  )
}
