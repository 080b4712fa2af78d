/** The content of a plan: everything needed to check it when it comes back. */
import { Schema } from "effect"
import { AuditResource } from "../../schema/Audit.ts"

const Named = Schema.Tuple([AuditResource, Schema.String, Schema.String, Schema.String])

export const Plan = Schema.Struct({
  id: Schema.String,
  until: Schema.Finite,
  credential: Schema.String,
  operation: Schema.String,
  /** Digest of the request. */
  request: Schema.String,
  basis: Schema.Union([Schema.Struct({ few: Schema.Array(Named) }), Schema.Struct({ many: Schema.String })])
})
export type Plan = typeof Plan.Type
