import { Schema } from "effect"

/** Why bytes are not an email. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { message: Schema.String }) {}
