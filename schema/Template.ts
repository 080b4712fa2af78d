import { Schema } from "effect"
import * as Field from "./Field.ts"
import { TemplateId } from "./Id.ts"

/** Without merge tokens: clients that are made of examples take those for variables of their own. */
const example = {
  id: "01997f2e-6b1c-7d7a-9d0c-8b9c0d1e2f30",
  name: "Introduction",
  subject: "Your message to us",
  body: "Hi,\n\nthank you for reaching out.",
  icon: "👋",
  color: "#4f46e5",
  use_count: 12
}

/** An email template; its merge tokens are filled by whoever sends it. */
export const Template = Schema.Struct({
  id: TemplateId,
  name: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  icon: Schema.String,
  color: Schema.String,
  use_count: Schema.Int
}).annotate({ identifier: "Template", examples: [example] as never })
export type Template = typeof Template.Type

export const TemplateList = Schema.Struct({ data: Schema.Array(Template) }).annotate({
  identifier: "TemplateList",
  examples: [{ data: [example] }] as never
})

/** What a template says; merge tokens are `{{first_name}}`, `{{company}}` and `{{sender_first_name}}`. */
export const content = {
  name: Field.name(80),
  subject: Field.Line,
  body: Field.text(20_000)
}

/** How a template is shown: an emoji or the name of an icon, and a CSS colour. */
export const look = {
  icon: Field.optional(Field.text(40)),
  color: Field.optional(Field.text(40))
}

const Edit = Schema.Struct({
  name: Field.optional(content.name),
  subject: Field.optional(content.subject),
  body: Field.optional(content.body),
  ...look
})
/** The fields of a PATCH: only those sent change. */
export type Edit = typeof Edit.Type

export const Token = Schema.Literals(["first_name", "company", "sender_first_name"])
export type Token = typeof Token.Type

export const RenderedTemplate = Schema.Struct({
  id: TemplateId,
  name: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** Tokens that nothing is known for; they stand in the text as they were. */
  unfilled: Schema.Array(Token)
}).annotate({
  identifier: "RenderedTemplate",
  examples: [
    {
      id: example.id,
      name: example.name,
      subject: "Your message to us",
      body: "Hi Mia,\n\nthank you for reaching out.\n\nAda",
      unfilled: []
    }
  ] as never
})
export type RenderedTemplate = typeof RenderedTemplate.Type

export const Used = Schema.Struct({ ok: Schema.Boolean }).annotate({
  identifier: "Used",
  examples: [{ ok: true }]
})
