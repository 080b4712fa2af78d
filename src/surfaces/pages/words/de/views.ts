import { html, type Part } from "../../platform/Html.ts"

export const views = {
  label: "Gespeicherte Ansichten",
  save: "Als Ansicht speichern…",
  keep: "Ansicht speichern",
  name: "Name der Ansicht",
  share: "Alle hier sehen sie",
  shared: "geteilt",
  sharedBy: (name: Part) => html`Geteilt von ${name}`,
  change: "Ändern…",
  rename: "Speichern",
  saveChanges: "Änderungen an der Ansicht speichern",
  saved: (name: Part) => html`Die Ansicht ${name} ist gespeichert.`,
  delete: "Löschen",
  deleted: "Die Ansicht ist gelöscht.",
  deleteOwn: "Die Ansicht wird endgültig gelöscht. Die Deals und Leads darin bleiben.",
  deleteShared: "Die Ansicht wird für alle hier endgültig gelöscht. Die Deals und Leads darin bleiben."
}
