import { Effect } from "effect"
import { AuditLog } from "../../../layers/audit/AuditLog.ts"
import type * as Contract from "../../contract/audit/Audit.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "audit.list": Effect.fnUntraced(function* ({ cursor, limit, ...filters }) {
    const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
    return yield* (yield* AuditLog).list(filters, page)
  })
} satisfies Implementation.Of<typeof Contract.operations>
