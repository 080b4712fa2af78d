import { Schema } from "effect"

/** The reason why bytes can't be read as an email. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { message: Schema.String }) {}
