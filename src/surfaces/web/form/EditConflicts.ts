/** What a form showed of each field, in short: who changes one field must not undo what others did meanwhile to the rest. */
import { createHash } from "node:crypto"
import type { Submission } from "../Form.ts"
import { html, type Html, Message, type Part, plain } from "../Html.ts"

const mark = (texts: ReadonlyArray<string>): string =>
  createHash("sha256")
    .update(texts.join("\n").replaceAll(/\r\n?/gu, "\n").trim())
    .digest("base64url")
    .slice(0, 12)

const markName = (name: string): string => `was-${name}`

const hidden = (name: string, value: Part): Html =>
  html`<input type="hidden" name="${markName(name)}" value="${value}" />`

/** The marks of a form that shows these texts. */
export const of = <Field extends { readonly name: string }>(
  fields: ReadonlyArray<Field>,
  textsOf: (field: Field) => ReadonlyArray<Part>
): ReadonlyArray<Html> =>
  fields.map((field) =>
    hidden(field.name, new Message((reader) => mark(textsOf(field).map((text) => plain(text, reader)))))
  )

/** The marks a form came with, for showing it once more. */
export const again = (names: ReadonlyArray<string>, { text }: Submission): ReadonlyArray<Html> =>
  names.map((name) => hidden(name, text(markName(name))))

/** The fields that were changed in a form since it was shown. */
export const changed = (names: ReadonlyArray<string>, { all, text }: Submission): ReadonlyArray<string> =>
  names.filter((name) => mark(all(name)) !== text(markName(name)))

/** Whether a form was shown something else of a field than these texts. */
export const isOther = (name: string, { text }: Submission, texts: ReadonlyArray<string>): boolean =>
  mark(texts) !== text(markName(name))
