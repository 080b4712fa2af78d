import { Schema } from "effect"
import * as Field from "./Field.ts"

const Series = Schema.Struct({
  requests: Schema.Array(Schema.Int),
  refused: Schema.Array(Schema.Int)
})

const series = {
  /** The last 60 minutes, the current one last. */
  minutes: Series,
  /** The last 24 hours, the current one last. */
  hours: Series
}

export const CredentialUsage = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["key", "app", "person", "gone"]),
  name: Schema.String,
  /** Whose it is. */
  owner: Schema.NullOr(Schema.String),
  ...series
})
export type CredentialUsage = typeof CredentialUsage.Type

/** Requests of a workspace, and of each credential in it; `requests` were let through, `refused` by a rate limit. */
export const Usage = Schema.Struct({
  generatedAt: Field.Timestamp,
  limits: Schema.Struct({ credential: Schema.Int, workspace: Schema.Int }),
  whole: Schema.Struct(series),
  credentials: Schema.Array(CredentialUsage)
})
export type Usage = typeof Usage.Type
