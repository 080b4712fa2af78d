/** The ways leads come in by, beside the API: each board's contact page and its address for email. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { UserId } from "./Id.ts"

export const Way = Schema.Literals(["form", "email"])
export type Way = typeof Way.Type

export const ContactForm = Schema.Struct({
  token: Schema.String,
  /** The contact page, and where a website's own form is sent to. */
  url: Schema.String,
  /** Who owns the deals that its leads become. */
  defaultOwnerId: Schema.NullOr(UserId),
  createdAt: Field.Timestamp
})
export type ContactForm = typeof ContactForm.Type

export const InboundEmail = Schema.Struct({
  token: Schema.String,
  /** Takes raw messages. */
  url: Schema.String,
  /** null where the service takes no mail by SMTP. */
  mailbox: Schema.NullOr(Schema.String),
  createdAt: Field.Timestamp
})
export type InboundEmail = typeof InboundEmail.Type

/** null for what is not open. */
export const Intake = Schema.Struct({
  form: Schema.NullOr(ContactForm),
  email: Schema.NullOr(InboundEmail)
})
export type Intake = typeof Intake.Type
