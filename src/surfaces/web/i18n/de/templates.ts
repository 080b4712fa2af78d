import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const templates = {
  title: "E-Mail-Vorlagen",
  about: html`Texte, die Agenten und die E-Mail-Leiste für einen Deal oder Lead ausfüllen. Verwenden Sie
    <code>{{first_name}}</code>, <code>{{company}}</code> und <code>{{sender_first_name}}</code> als
    Platzhalter.`,
  none: "Noch keine Vorlagen.",
  used: (count: number) => `${plural(count, { one: "Mal", other: "Mal" })} verwendet`,
  name: "Name",
  subject: "Betreff",
  body: "Text",
  new: "Neue Vorlage",
  make: "Vorlage anlegen",
  made: "Vorlage angelegt.",
  save: "Speichern",
  saved: "Vorlage gespeichert.",
  all: "Alle Vorlagen",
  preview: "Vorschau",
  previewOf: (deal: Part) => html`Ausgefüllt für ${deal}, von Ihnen.`,
  noDeal: "Kein Deal zum Ausfüllen. Platzhalter bleiben stehen.",
  to: "An",
  noAddress: "der Kontakt hat keine Adresse",
  unfilled: (tokens: Part) => html`Unbekannte Platzhalter: ${tokens}.`,
  delete: "Löschen",
  warning:
    "Agenten und die E-Mail-Leiste können sie nicht mehr verwenden. Die Aufzeichnungen über ihre Verwendung bleiben.",
  deleted: "Vorlage gelöscht."
}
