import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type BoardId, FormId, type UserId } from "../../schema/Id.ts"
import * as IntakeToken from "../../src/intake/rules/IntakeToken.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface Form {
  readonly id: FormId
  readonly boardId: BoardId
  readonly token: string
  readonly defaultOwnerId: UserId | null
  readonly createdAt: string
}

/** A form for its public page, with the name of its workspace. */
export interface OpenForm extends Form {
  readonly workspaceName: string
  /** See ShiftedClock. */
  readonly clockOffset: number
  /** Whether its workspace is suspended, or still being imported. */
  readonly isClosed: boolean
}

/** The form's fields in the audit log. The token is left out, because it is all that is needed to use the form. */
const auditFields = ({ boardId, createdAt, defaultOwnerId }: Form) => ({ boardId, defaultOwnerId, createdAt })

/** Website forms of the current workspace. */
export class Forms extends Context.Service<
  Forms,
  {
    readonly find: (id: FormId) => Effect.Effect<Form | undefined, never, Tenant>
    /** The form with this token; none if it was revoked. */
    readonly open: (token: string) => Effect.Effect<Option.Option<OpenForm>, never, Tenant>
    /** The board's latest form that is not revoked. */
    readonly current: (boardId: BoardId) => Effect.Effect<Form | undefined, never, Tenant>
    /** Like `current`, but creates a form if there is none. */
    readonly ofBoard: (boardId: BoardId) => Effect.Effect<Form, never, Tenant>
    /** Sets the default owner of deals that this form's leads are promoted to. */
    readonly setDefaultOwner: (id: FormId, owner: UserId | null) => Effect.Effect<void, never, Tenant>
    /** Closes a form permanently, and returns whether it existed. */
    readonly revoke: (token: string) => Effect.Effect<boolean, never, Tenant>
  }
>()("pipeline/layers/Forms") {
  static readonly layer = Layer.effect(
    Forms,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const columns = sql.literal(`f.id, f.board_id AS "boardId", f.token,
        f.default_owner_id AS "defaultOwnerId", f.created_at AS "createdAt"`)

      const find = Effect.fn("Forms.find")(function* (id: FormId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Form>`SELECT ${columns} FROM forms f
          WHERE f.workspace_id = ${workspaceId} AND f.id = ${id}`
        return rows[0]
      }, Sql.orDie)

      const open = Effect.fn("Forms.open")(function* (token: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<OpenForm>`SELECT ${columns}, w.name AS "workspaceName",
            w.clock_offset_ms AS "clockOffset", w.state <> 'open' AS "isClosed"
          FROM forms f JOIN workspaces w ON w.id = f.workspace_id
          WHERE f.workspace_id = ${workspaceId} AND f.token = ${token} AND f.revoked_at IS NULL
            AND w.state <> 'deleting'`
        return Option.fromUndefinedOr(rows[0])
      }, Sql.orDie)

      const make = Effect.fnUntraced(function* (boardId: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Form>`INSERT INTO forms AS f ${sql.insert({
          workspace_id: workspaceId,
          id: FormId.make(yield* ids.uuid),
          board_id: boardId,
          token: IntakeToken.make(workspaceId, yield* ids.bytes(IntakeToken.randomSize)),
          created_at: yield* now
        })} RETURNING ${columns}`
        yield* ChangeSet.note(() => rows.map((row) => Difference.of("form", row.id, null, auditFields(row))))
        return rows[0]!
      })

      const current = Effect.fn("Forms.current")(function* (boardId: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Form>`SELECT ${columns} FROM forms f
          WHERE f.workspace_id = ${workspaceId} AND f.board_id = ${boardId} AND f.revoked_at IS NULL
          ORDER BY f.created_at DESC LIMIT 1`
        return rows[0]
      }, Sql.orDie)

      const ofBoard = Effect.fn("Forms.ofBoard")(function* (boardId: BoardId) {
        return (yield* current(boardId)) ?? (yield* make(boardId))
      }, Sql.orDie)

      const setDefaultOwner = Effect.fn("Forms.setDefaultOwner")(function* (
        id: FormId,
        owner: UserId | null
      ) {
        const { workspaceId } = yield* Tenant
        const before = yield* find(id)
        yield* sql`UPDATE forms SET default_owner_id = ${owner}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        const defaultOwnerId = before?.defaultOwnerId ?? null
        yield* ChangeSet.note(() => [
          Difference.of("form", id, { defaultOwnerId }, { defaultOwnerId: owner })
        ])
      }, Sql.orDie)

      const revoke = Effect.fn("Forms.revoke")(function* (token: string) {
        const { workspaceId } = yield* Tenant
        const revokedAt = yield* now
        const rows = yield* sql<{ id: string }>`UPDATE forms SET revoked_at = ${revokedAt}
          WHERE workspace_id = ${workspaceId} AND token = ${token} AND revoked_at IS NULL RETURNING id`
        yield* ChangeSet.note(() => rows.map(({ id }) => Difference.revoked("form", id, revokedAt)))
        return rows.length > 0
      }, Sql.orDie)

      return Forms.of({ find, open, current, ofBoard, setDefaultOwner, revoke })
    })
  )
}
