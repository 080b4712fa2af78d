import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const templates = {
  title: "Email templates",
  about: html`Texts that agents and the email panel fill in for a deal or a lead. Use
    <code>{{first_name}}</code>, <code>{{company}}</code> and <code>{{sender_first_name}}</code> as
    placeholders.`,
  none: "No templates yet.",
  used: (count: number) => `used ${plural(count, { one: "time", other: "times" })}`,
  name: "Name",
  subject: "Subject",
  body: "Text",
  new: "New template",
  make: "Create template",
  made: "Template created.",
  save: "Save",
  saved: "Template saved.",
  all: "All templates",
  preview: "Preview",
  previewOf: (deal: Part) => html`Filled for ${deal}, from you.`,
  noDeal: "No deal to fill it with. Placeholders stay as they are.",
  to: "To",
  noAddress: "the contact has no address",
  unfilled: (tokens: Part) => html`Unknown placeholders: ${tokens}.`,
  delete: "Delete",
  warning: "Agents and the email panel can no longer use it. Its usage history stays.",
  deleted: "Template deleted."
}
