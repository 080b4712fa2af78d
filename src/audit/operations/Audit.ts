import { Effect } from "effect"
import { AuditLog } from "../../../layers/audit/AuditLog.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import type * as Contract from "../contract/Audit.ts"
import * as FieldRedaction from "../rules/FieldRedaction.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "audit.list": Effect.fnUntraced(function* ({ cursor, limit, ...filters }) {
    const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
    const { scopes } = yield* Actor
    const found = yield* (yield* AuditLog).list(filters, page)
    return { ...found, data: found.data.map((entry) => FieldRedaction.entry(entry, scopes)) }
  })
} satisfies Implementation.Of<typeof Contract.operations>
