/** The actor of a change: a person, and the API key or connected app that acted for them. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { UserId } from "./Id.ts"

export const ActorType = Schema.Literals(["api_key", "oauth", "user"])
export type ActorType = typeof ActorType.Type

const fields = {
  type: Field.of(
    "Type",
    "Kind of credential: an API key, an app (oauth), or a person's session (user).",
    ActorType
  ),
  id: Field.of("Id", "Id of the API key, the OAuth client or the person.", Schema.String),
  name: Field.of(
    "Name",
    "Name of the key or app at the time; null for a person at a page.",
    Schema.NullOr(Schema.String)
  ),
  userId: UserId,
  userName: Field.of("Person's name", "Their name; null if they gave none.", Schema.NullOr(Schema.String))
}

export const ActorRef = Schema.Struct({
  ...fields,
  agent: Schema.optionalKey(
    Field.of("Agent", "Name that the agent sent for itself; not verified.", Schema.String)
  )
}).annotate({ identifier: "Actor" })
export type ActorRef = typeof ActorRef.Type

/** Describes an actor for a model: `Ada Park through the app Claude`. */
export const inWords = ({
  agent,
  name,
  type,
  userName
}: Pick<ActorRef, "agent" | "name" | "type" | "userName">): string => {
  const person = userName ?? "someone"
  if (type === "user") return person
  const means = `${type === "oauth" ? "through the app" : "with the API key"} ${name ?? "(no name)"}`
  return `${person} ${means}${agent === undefined ? "" : `, agent ${agent}`}`
}

/** The creator of something that continues to act by itself, such as a webhook. */
export const Maker = Schema.Struct({
  ...fields,
  isGone: Field.of(
    "Gone",
    "true if the key is revoked, the app disconnected, or the person has left.",
    Schema.Boolean
  )
}).annotate({ identifier: "Maker" })
export type Maker = typeof Maker.Type
