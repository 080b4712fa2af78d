/** The channels for leads in addition to the API: each board's contact page and email address. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { UserId } from "./Id.ts"

export const Way = Field.of(
  "Way in",
  "form: the contact page; email: the address for email.",
  Schema.Literals(["form", "email"])
)
export type Way = typeof Way.Type

export const Token = Field.of("Token", "The secret part of its address.", Schema.String)

export const DefaultOwnerId = Field.of(
  "Default owner",
  "Id of who owns the deals that its leads become; null for whoever promotes them.",
  Schema.NullOr(UserId)
)

export const ContactForm = Schema.Struct({
  token: Token,
  url: Field.of("Address", "The contact page, and what a website's own form is sent to.", Schema.String),
  defaultOwnerId: DefaultOwnerId,
  createdAt: Field.CreatedAt
})
export type ContactForm = typeof ContactForm.Type

export const InboundEmail = Schema.Struct({
  token: Token,
  url: Field.of("HTTP address", "Takes raw messages.", Schema.String),
  mailbox: Field.of(
    "Email address",
    "null if the service takes no mail by SMTP.",
    Schema.NullOr(Schema.String)
  ),
  createdAt: Field.CreatedAt
})
export type InboundEmail = typeof InboundEmail.Type

export const Intake = Schema.Struct({
  form: Field.of("Contact page", "null if it is not open.", Schema.NullOr(ContactForm)),
  email: Field.of("Email", "Its address for email; null if it is not open.", Schema.NullOr(InboundEmail))
})
export type Intake = typeof Intake.Type
