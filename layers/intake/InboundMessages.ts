/** Received emails, remembered for as long as mail servers may send them again. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LeadId } from "../../schema/Id.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

export interface Message {
  readonly addressId: string
  /** Identifies the message among those to this address. */
  readonly hash: Uint8Array
}

export class InboundMessages extends Context.Service<
  InboundMessages,
  {
    /** Claims a message for this transaction, after waiting for any other that holds it, and returns whether it is new. */
    readonly claim: (message: Message) => Effect.Effect<boolean, never, Tenant>
    /** Stores the lead that a claimed message became. */
    readonly settle: (message: Message, lead: LeadId) => Effect.Effect<void, never, Tenant>
    /** The lead that an earlier message became. */
    readonly leadOf: (message: Message) => Effect.Effect<LeadId | null, never, Tenant>
    /** Deletes up to `limit` messages received before `before`, and returns their number. */
    readonly expire: (before: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/InboundMessages") {
  static readonly layer = Layer.effect(
    InboundMessages,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const claim = Effect.fn("InboundMessages.claim")(function* ({ addressId, hash }: Message) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`INSERT INTO inbound_messages ${sql.insert({
          workspace_id: workspaceId,
          address_id: addressId,
          message_id_hash: hash,
          received_at: yield* now
        })} ON CONFLICT (workspace_id, address_id, message_id_hash) DO NOTHING RETURNING address_id`
        return rows.length > 0
      }, Sql.orDie)

      const settle = Effect.fn("InboundMessages.settle")(function* (message: Message, lead: LeadId) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE inbound_messages SET lead_id = ${lead} WHERE workspace_id = ${workspaceId}
          AND address_id = ${message.addressId} AND message_id_hash = ${message.hash}`
      }, Sql.orDie)

      const leadOf = Effect.fn("InboundMessages.leadOf")(function* ({ addressId, hash }: Message) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ lead: LeadId | null }>`SELECT lead_id AS lead FROM inbound_messages
          WHERE workspace_id = ${workspaceId} AND address_id = ${addressId} AND message_id_hash = ${hash}`
        return rows[0]?.lead ?? null
      }, Sql.orDie)

      const expire = Effect.fn("InboundMessages.expire")(function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`DELETE FROM inbound_messages
          WHERE workspace_id = ${workspaceId} AND (address_id, message_id_hash) IN (
            SELECT address_id, message_id_hash FROM inbound_messages
            WHERE workspace_id = ${workspaceId} AND received_at < ${before}
            ORDER BY received_at LIMIT ${limit})
          RETURNING address_id`
        return rows.length
      }, Sql.orDie)

      return InboundMessages.of({ claim, settle, leadOf, expire })
    })
  )
}
