import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { plural } = speech

export const templates = {
  title: "E-Mail-Vorlagen",
  about: html`Texte, die Agenten und die Leiste neben Ihrer Mail für einen Deal oder Lead ausfüllen. Schreiben
    Sie <code>{{first_name}}</code>, <code>{{company}}</code> oder <code>{{sender_first_name}}</code>, wo das
    hingehört.`,
  none: "Es gibt noch keine Vorlagen.",
  used: (count: number) => `${plural(count, { one: "Mal", other: "Mal" })} verwendet`,
  name: "Name",
  subject: "Betreff",
  body: "Text",
  new: "Neue Vorlage",
  make: "Vorlage anlegen",
  made: "Die Vorlage ist angelegt.",
  save: "Speichern",
  saved: "Die Vorlage ist gespeichert.",
  all: "Alle Vorlagen",
  preview: "Vorschau",
  previewOf: (deal: Part) => html`So liest sie sich für ${deal}, von Ihnen.`,
  noDeal: "Ohne einen Deal dafür: Namen bleiben, wie sie da stehen.",
  to: "An",
  noAddress: "der Kontakt hat keine Adresse",
  unfilled: (tokens: Part) => html`Nicht bekannt, bleibt daher stehen: ${tokens}.`,
  delete: "Löschen",
  warning: "Agenten und die Leiste finden sie nicht mehr. Was über ihre Verwendung festgehalten ist, bleibt.",
  deleted: "Die Vorlage ist gelöscht."
}
