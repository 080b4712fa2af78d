import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { plural } = speech

export const templates = {
  title: "Email templates",
  about: html`Texts that agents and the panel beside your mail fill in for a deal or a lead. Write
    <code>{{first_name}}</code>, <code>{{company}}</code> or <code>{{sender_first_name}}</code> where those
    belong.`,
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
  previewOf: (deal: Part) => html`As it reads for ${deal}, from you.`,
  noDeal: "Without a deal to fill it for: names stay as they are written.",
  to: "To",
  noAddress: "the contact has no address",
  unfilled: (tokens: Part) => html`Not known, so it stays as written: ${tokens}.`,
  delete: "Delete",
  warning: "Agents and the panel no longer find it. The records of its use stay.",
  deleted: "Template deleted."
}
