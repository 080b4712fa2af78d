import { Schema } from "effect"
import * as Field from "./Field.ts"
import { KeyId, UserId } from "./Id.ts"
import { Email } from "./Member.ts"
import * as Page from "./Page.ts"

/** A key that opens the API, as the settings list it: without its token. */
export const ApiKey = Schema.Struct({
  id: KeyId,
  name: Field.of("Name", "What it is for, such as the app that uses it.", Schema.String),
  hint: Field.of("Ends in", "The token's last four characters, to tell keys apart by.", Schema.String),
  owner: Field.of(
    "Owner",
    "The person it acts for.",
    Schema.Struct({
      id: UserId,
      email: Email,
      isMember: Field.of("Member", "Whether they still belong to the workspace.", Schema.Boolean)
    })
  ),
  createdAt: Field.CreatedAt,
  lastUsedAt: Field.of(
    "Last used",
    "When it last was; null if it never was.",
    Schema.NullOr(Field.Timestamp)
  ),
  webhooks: Field.of("Webhooks", "How many subscriptions were made with it.", Schema.Int)
})
export type ApiKey = typeof ApiKey.Type

export const ApiKeyList = Page.whole(ApiKey)

export const NewApiKey = Schema.Struct({
  id: KeyId,
  name: ApiKey.fields.name,
  token: Field.of("Token", "The key itself, which is shown in this answer alone.", Schema.String)
})
