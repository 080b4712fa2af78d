/** The response of an undo: what was undone and what wasn't. */
import { Schema } from "effect"
import { AuditResource } from "./Audit.ts"
import * as Field from "./Field.ts"

/** The maximum number of records in one undo; a deal and its notes count as one. */
export const maxRecords = 200

/** The number of days for which a change can be undone. */
export const undoDays = 30

/** Kinds of records whose changes are never undone. */
export const neverUndone = [
  ...(["form", "inbound_address", "api_key", "app", "member"] as const),
  ...(["invitation", "workspace", "approval", "rules", "saved_view", "calendar"] as const)
] as const satisfies ReadonlyArray<AuditResource>

export type UndoableResource = Exclude<AuditResource, (typeof neverUndone)[number]>

export const Obstacle = Schema.Literals([
  "changed_since",
  "built_upon",
  "gone",
  "already_undone",
  "plan_limit_exceeded",
  "too_many",
  "not_undoable"
])
export type Obstacle = typeof Obstacle.Type

const of = {
  entryId: Field.of("Entry", "Id of the entry in the audit log.", Schema.String),
  operation: Field.of("Operation", "Operation, such as deals.move.", Schema.String),
  requestId: Field.of("Request", "Id of the request; null if it was none.", Schema.NullOr(Schema.String))
}

const record = {
  resource: Field.of("Resource", "Kind of record.", AuditResource),
  id: Field.of("Id", "Its id.", Schema.String)
}

const Undone = Schema.Struct({
  ...of,
  at: Field.of("At", "Time of the write.", Field.Timestamp),
  changes: Field.of(
    "Changes",
    "Reverted changes, record by record.",
    Schema.Array(
      Schema.Struct({
        ...record,
        fields: Field.of(
          "Fields",
          "The fields that were put back; none if the whole record was removed or brought back.",
          Schema.Array(Schema.String)
        )
      })
    )
  )
})

const NotUndone = Schema.Struct({
  ...of,
  ...record,
  code: Field.of(
    "Code",
    "Reason: someone changed it since, built upon it, or removed it; it is as before already; the plan has no room; it is too large; or such changes are never undone.",
    Obstacle
  ),
  message: Field.writtenBy("quoting", Field.of("Message", "The same in words.", Schema.String))
})
export type NotUndone = typeof NotUndone.Type

export const Undo = Schema.Struct({
  undone: Field.of("Undone", "Undone writes, newest first.", Schema.Array(Undone)),
  notUndone: Field.of("Not undone", "Writes that were not undone, with the reason.", Schema.Array(NotUndone)),
  hasMore: Field.of(
    "Has more",
    "true if there is more to undo: send the call again with `until`.",
    Schema.Boolean
  ),
  until: Field.of(
    "Until",
    "If there is more: send it as `until` to go on.",
    Schema.optionalKey(Field.Timestamp)
  )
}).annotate({
  identifier: "Undo",
  examples: [
    {
      undone: [
        {
          entryId: "01997f2e-6b1c-7d7a-9d0c-8b9c0d1e2f30",
          operation: "deals.move",
          requestId: "req_01997f2e6b1c7d7a9d0c9c0d1e2f3a4b",
          at: "2026-05-04T14:00:00.000Z",
          changes: [
            {
              resource: "deal",
              id: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
              fields: ["stageId", "updatedAt", "stageEnteredAt"]
            }
          ]
        }
      ],
      notUndone: [],
      hasMore: false
    }
  ]
})
export type Undo = typeof Undo.Type
