import { Schema } from "effect"
import * as Field from "./Field.ts"
import { UserId } from "./Id.ts"
import { Email } from "./Member.ts"
import * as Page from "./Page.ts"
import { Scope } from "./Scope.ts"

export const GrantId = Field.of(
  "Grant",
  "Id of the person's consent: an app that is connected twice has two.",
  Schema.String
)

/** An app that a member of the workspace connected with OAuth. */
export const App = Schema.Struct({
  grantId: GrantId,
  clientId: Field.of("Client id", "Id that the app signs people in with.", Schema.String),
  clientName: Field.of("App", "Name that the app gave itself.", Schema.String),
  redirectHost: Field.of("Host", "Host that it sends people back to once they consented.", Schema.String),
  owner: Field.of("Owner", "The person it acts for.", Schema.Struct({ id: UserId, email: Email })),
  scopes: Field.of("Scopes", "Scopes that the person granted.", Schema.Array(Scope)),
  createdAt: Field.of("Connected", "Time of consent.", Field.Timestamp),
  usedAt: Field.of("Last used", "Time of the last use; null if never used.", Schema.NullOr(Field.Timestamp)),
  webhooks: Field.of("Webhooks", "Number of subscriptions it made for the person.", Schema.Int)
})
export type App = typeof App.Type

export const AppList = Page.whole(App)
