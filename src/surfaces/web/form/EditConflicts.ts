/** Hidden hashes of the values that a form showed. They keep a change to one field from reverting what others changed in the rest. */
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

/** The hashes of a form that shows these texts. */
export const of = <Field extends { readonly name: string }>(
  fields: ReadonlyArray<Field>,
  textsOf: (field: Field) => ReadonlyArray<Part>
): ReadonlyArray<Html> =>
  fields.map((field) =>
    hidden(field.name, new Message((reader) => mark(textsOf(field).map((text) => plain(text, reader)))))
  )

/** The submitted hashes as hidden fields, to render the form again. */
export const again = (names: ReadonlyArray<string>, { text }: Submission): ReadonlyArray<Html> =>
  names.map((name) => hidden(name, text(markName(name))))

/** The fields that were changed in the form since it was rendered. */
export const changed = (names: ReadonlyArray<string>, { all, text }: Submission): ReadonlyArray<string> =>
  names.filter((name) => mark(all(name)) !== text(markName(name)))

/** Whether the form was rendered with a different value of a field than these texts. */
export const isOther = (name: string, { text }: Submission, texts: ReadonlyArray<string>): boolean =>
  mark(texts) !== text(markName(name))
