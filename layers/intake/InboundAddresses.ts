import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { BoardId } from "../../schema/Id.ts"
import * as IntakeToken from "../../src/intake/rules/IntakeToken.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { Ids } from "../runtime/Ids.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface InboundAddress {
  readonly id: string
  readonly boardId: BoardId
  readonly token: string
  readonly createdAt: string
}

/** The address's fields in the audit log. The token is left out, because it is all that is needed to use the address. */
const auditFields = ({ boardId, createdAt }: InboundAddress) => ({ boardId, createdAt })

export interface OpenAddress extends InboundAddress {
  /** See ShiftedClock. */
  readonly clockOffset: number
  /** Whether its workspace is suspended, or still being imported. */
  readonly isClosed: boolean
}

/** The current workspace's addresses for inbound email. */
export class InboundAddresses extends Context.Service<
  InboundAddresses,
  {
    /** The address with this token; none if it was revoked. */
    readonly open: (token: string) => Effect.Effect<Option.Option<OpenAddress>, never, Tenant>
    /** The board's latest address that is not revoked. */
    readonly current: (boardId: BoardId) => Effect.Effect<InboundAddress | undefined, never, Tenant>
    /** Like `current`, but creates an address if there is none. */
    readonly ofBoard: (boardId: BoardId) => Effect.Effect<InboundAddress, never, Tenant>
    /** Closes an address permanently, and returns whether it existed. */
    readonly revoke: (token: string) => Effect.Effect<boolean, never, Tenant>
  }
>()("pipeline/layers/InboundAddresses") {
  static readonly layer = Layer.effect(
    InboundAddresses,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const columns = sql.literal(`id, board_id AS "boardId", token, created_at AS "createdAt"`)

      const open = Effect.fn("InboundAddresses.open")(function* (token: string) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<OpenAddress>`SELECT a.id, a.board_id AS "boardId", a.token,
            a.created_at AS "createdAt", w.clock_offset_ms AS "clockOffset", w.state <> 'open' AS "isClosed"
          FROM inbound_addresses a JOIN workspaces w ON w.id = a.workspace_id
          WHERE a.workspace_id = ${workspaceId} AND a.token = ${token} AND a.revoked_at IS NULL
            AND w.state <> 'deleting'`
        return Option.fromUndefinedOr(rows[0])
      }, Sql.orDie)

      const make = Effect.fnUntraced(function* (boardId: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<InboundAddress>`INSERT INTO inbound_addresses ${sql.insert({
          workspace_id: workspaceId,
          id: yield* ids.uuid,
          board_id: boardId,
          token: IntakeToken.make(workspaceId, yield* ids.bytes(IntakeToken.randomSize)),
          created_at: yield* now
        })} RETURNING ${columns}`
        yield* ChangeSet.note(() =>
          rows.map((row) => Difference.of("inbound_address", row.id, null, auditFields(row)))
        )
        return rows[0]!
      })

      const current = Effect.fn("InboundAddresses.current")(function* (boardId: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<InboundAddress>`SELECT ${columns} FROM inbound_addresses
          WHERE workspace_id = ${workspaceId} AND board_id = ${boardId} AND revoked_at IS NULL
          ORDER BY created_at DESC LIMIT 1`
        return rows[0]
      }, Sql.orDie)

      const ofBoard = Effect.fn("InboundAddresses.ofBoard")(function* (boardId: BoardId) {
        return (yield* current(boardId)) ?? (yield* make(boardId))
      }, Sql.orDie)

      const revoke = Effect.fn("InboundAddresses.revoke")(function* (token: string) {
        const { workspaceId } = yield* Tenant
        const revokedAt = yield* now
        const rows = yield* sql<{ id: string }>`UPDATE inbound_addresses SET revoked_at = ${revokedAt}
          WHERE workspace_id = ${workspaceId} AND token = ${token} AND revoked_at IS NULL RETURNING id`
        yield* ChangeSet.note(() =>
          rows.map(({ id }) => Difference.revoked("inbound_address", id, revokedAt))
        )
        return rows.length > 0
      }, Sql.orDie)

      return InboundAddresses.of({ open, current, ofBoard, revoke })
    })
  )
}
