import { Schema } from "effect"

/** The reason why bytes can't be read as an email. */
export class MailParseError extends Schema.TaggedError<MailParseError>()("Unreadable", {
  message: Schema.String
}) {}
