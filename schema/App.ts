import { Schema } from "effect"
import * as Field from "./Field.ts"
import { UserId } from "./Id.ts"
import { Scope } from "./Scope.ts"

/** An app that someone of the workspace connected by OAuth. */
export const App = Schema.Struct({
  /** Names what was granted: an app connected twice is there twice. */
  grantId: Schema.String,
  clientId: Schema.String,
  clientName: Schema.String,
  redirectHost: Schema.String,
  owner: Schema.Struct({ id: UserId, email: Schema.String }),
  scopes: Schema.Array(Scope),
  createdAt: Field.Timestamp,
  usedAt: Schema.NullOr(Field.Timestamp),
  /** How many webhook subscriptions it made for the person. */
  webhooks: Schema.Int
})
export type App = typeof App.Type

export const AppList = Schema.Struct({ data: Schema.Array(App) })
