import { Schema } from "effect"
import * as Field from "./Field.ts"
import { KeyId, UserId } from "./Id.ts"
import { Email } from "./Member.ts"
import * as Page from "./Page.ts"

const address = "null if not known, or if you are neither its owner nor an admin."

/** An API key as the settings list it, without its token. */
export const ApiKey = Schema.Struct({
  id: KeyId,
  name: Field.of("Name", "Purpose, such as the app that uses it.", Schema.String),
  hint: Field.of("Ends in", "The token's last four characters, to tell keys apart by.", Schema.String),
  owner: Field.of(
    "Owner",
    "The person it acts for.",
    Schema.Struct({
      id: UserId,
      email: Email,
      isMember: Field.of("Member", "true if the person still belongs to the workspace.", Schema.Boolean)
    })
  ),
  createdAt: Field.CreatedAt,
  lastUsedAt: Field.of(
    "Last used",
    "Time of the last use; null if never used.",
    Schema.NullOr(Field.Timestamp)
  ),
  lastUsedAddress: Field.of(
    "Last used from",
    `Address that it was last used from; ${address}`,
    Schema.NullOr(Schema.String)
  ),
  lastUsedAgent: Field.of(
    "Last used by",
    `Name that the client that last used it sent; ${address}`,
    Schema.NullOr(Schema.String)
  ),
  lastRefusedAt: Field.of(
    "Last refused",
    "Time of the last refusal, since it had expired or came from an address that is not allowed; null if never.",
    Schema.NullOr(Field.Timestamp)
  ),
  lastRefusedAddress: Field.of(
    "Last refused from",
    `Address that it was last refused from; ${address}`,
    Schema.NullOr(Schema.String)
  ),
  expiresAt: Field.of("Expires", "Expiry time; null if it does not expire.", Schema.NullOr(Field.Timestamp)),
  allowedAddresses: Field.of(
    "Allowed addresses",
    "Addresses and networks (CIDR) that it works from; empty for all.",
    Schema.Array(Schema.String)
  ),
  webhooks: Field.of("Webhooks", "Number of subscriptions made with it.", Schema.Int)
})
export type ApiKey = typeof ApiKey.Type

export const KeyTerm = Schema.Literals(["never", "30d", "90d", "365d"])

/** The maximum number of allowed addresses of a key. */
export const maxAddresses = 20

/** The options for a new key. */
export const KeyLimits = {
  expiresIn: Field.of("Expires", "After how many days it stops working.", Field.optional(KeyTerm)),
  expiresAt: Field.of(
    "Expires on",
    "Day (its beginning in the workspace's zone) or time at which it stops working.",
    Field.optional(Field.Moment)
  ),
  allowedAddresses: Field.of(
    "Allowed addresses",
    "Addresses and networks (CIDR) that it works from; all if left out.",
    Field.optional(Schema.Array(Field.name(64)).check(Schema.isMaxLength(maxAddresses)))
  )
}

export const ApiKeyList = Page.whole(ApiKey)

export const NewApiKey = Schema.Struct({
  id: KeyId,
  name: ApiKey.fields.name,
  expiresAt: ApiKey.fields.expiresAt,
  allowedAddresses: ApiKey.fields.allowedAddresses,
  token: Field.of("Token", "The key itself, which is shown in this answer alone.", Schema.String)
})
