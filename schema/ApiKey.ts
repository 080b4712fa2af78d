import { Schema } from "effect"
import * as Field from "./Field.ts"
import { KeyId, UserId } from "./Id.ts"

/** A key that opens the API, as the settings list it: without its token. */
export const ApiKey = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  /** The token's last four characters, to tell keys apart by. */
  hint: Schema.String,
  owner: Schema.Struct({ id: UserId, email: Schema.String, isMember: Schema.Boolean }),
  createdAt: Field.Timestamp,
  lastUsedAt: Schema.NullOr(Field.Timestamp),
  /** How many webhook subscriptions were made with it. */
  webhooks: Schema.Int
})
export type ApiKey = typeof ApiKey.Type

export const ApiKeyList = Schema.Struct({ data: Schema.Array(ApiKey) })

/** The answer to making one: the only place its token ever stands in. */
export const NewApiKey = Schema.Struct({ id: KeyId, name: Schema.String, token: Schema.String })
