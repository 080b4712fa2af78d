/** Who did something, and through what: the person, and the API key or connected app that acted for them. */
import { Schema } from "effect"
import { UserId } from "./Id.ts"

export const ActorType = Schema.Literals(["api_key", "oauth", "user"])
export type ActorType = typeof ActorType.Type

const fields = {
  /** `user`: the person themselves, at a page. */
  type: ActorType,
  /** Of the API key, the OAuth client or the person. */
  id: Schema.String,
  /** The key's or the app's name at the time; null for a person at a page. */
  name: Schema.NullOr(Schema.String),
  userId: UserId,
  userName: Schema.NullOr(Schema.String)
}

export const ActorRef = Schema.Struct(fields).annotate({ identifier: "Actor" })
export type ActorRef = typeof ActorRef.Type

/** The same of what goes on by itself; `isGone`: the key is revoked, the app disconnected, or the person has left. */
export const Maker = Schema.Struct({ ...fields, isGone: Schema.Boolean }).annotate({ identifier: "Maker" })
export type Maker = typeof Maker.Type
