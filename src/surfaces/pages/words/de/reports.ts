import { html, type Part } from "../../platform/Html.ts"

export const reports = {
  download: "Als Bild herunterladen:",
  light: "hell",
  lightOf: (title: Part) => html`${title}, Bild hell`,
  dark: "dunkel",
  darkOf: (title: Part) => html`${title}, Bild dunkel`,
  none: "Dieser Arbeitsbereich hat kein Board, über das sich berichten ließe. Ein Admin kann unter Einstellungen, Boards eines anlegen.",
  setGoals: "Monatsziele setzen",
  zone: "Monate beginnen am Ersten und Wochen am Montag, jeweils um Mitternacht UTC."
}
