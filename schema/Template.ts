import { Schema } from "effect"
import * as Field from "./Field.ts"
import { TemplateId } from "./Id.ts"
import * as Page from "./Page.ts"
import { title } from "./Title.ts"

/** The example has no merge tokens, because generated clients would take them for their own variables. */
const example = {
  id: "01997f2e-6b1c-7d7a-9d0c-8b9c0d1e2f30",
  name: "Introduction",
  subject: "Your message to us",
  body: "Hi,\n\nthank you for reaching out.",
  icon: "👋",
  color: "#4f46e5",
  use_count: 12
}

/** An email template; its merge tokens are filled in by the sender. */
export const Template = Schema.Struct({
  id: TemplateId,
  name: Field.of("Name", "Name of the template.", Schema.String),
  subject: Field.of("Subject", "Subject of the email; may hold merge tokens.", Schema.String),
  body: Field.of("Text", "Text of the email; may hold merge tokens.", Schema.String),
  icon: Field.of("Icon", "An emoji, or the name of an icon.", Schema.String),
  color: Field.of("Colour", "A CSS colour to show it in.", Schema.String),
  use_count: Field.of("Uses", "Number of times it was sent.", Schema.Int)
}).annotate({ identifier: "Template", examples: [example] as never })
export type Template = typeof Template.Type

export const TemplateList = Page.whole(Template).annotate({
  identifier: "TemplateList",
  examples: [{ data: [example] }] as never
})

/** The content of a template. Merge tokens are `{{first_name}}`, `{{company}}` and `{{sender_first_name}}`. */
export const content = {
  name: Field.like(Template.fields.name, title(80)),
  subject: Field.like(Template.fields.subject, Field.Line),
  body: Field.like(Template.fields.body, Field.text(20_000))
}

/** The appearance of a template in lists. */
export const look = {
  icon: Field.like(Template.fields.icon, Field.optional(Field.text(40))),
  color: Field.like(Template.fields.color, Field.optional(Field.text(40)))
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

/** A short row of a template, for choosing one. */
export const TemplateRow = Schema.Struct({
  id: TemplateId,
  name: Template.fields.name,
  subject: Template.fields.subject,
  tokens: Field.of("Tokens", "The merge tokens in its subject and text.", Schema.Array(Token)),
  use_count: Template.fields.use_count
})
export type TemplateRow = typeof TemplateRow.Type

export const RenderedTemplate = Schema.Struct({
  id: TemplateId,
  name: Template.fields.name,
  to: Field.writtenBy(
    "anyone",
    Field.of(
      "To",
      "Address of the deal's contact or of the lead; null if unknown.",
      Schema.NullOr(Schema.String)
    )
  ),
  subject: Field.writtenBy("quoting", Field.of("Subject", "Subject of the email, filled.", Schema.String)),
  body: Field.writtenBy("quoting", Field.of("Text", "Text of the email, filled.", Schema.String)),
  unfilled: Field.of(
    "Unfilled",
    "Merge tokens that nothing is known for; they stand in the text as they were.",
    Schema.Array(Token)
  )
}).annotate({
  identifier: "RenderedTemplate",
  examples: [
    {
      id: example.id,
      name: example.name,
      to: "mia@acme.example",
      subject: "Your message to us",
      body: "Hi Mia,\n\nthank you for reaching out.\n\nAda",
      unfilled: []
    }
  ] as never
})
export type RenderedTemplate = typeof RenderedTemplate.Type

export const Used = Schema.Struct({ ok: Field.of("Done", "Always true.", Schema.Boolean) }).annotate({
  identifier: "Used",
  examples: [{ ok: true }]
})
