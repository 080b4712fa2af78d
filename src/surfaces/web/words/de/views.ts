import { html, type Part } from "../../Html.ts"

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
  notFiltered: (names: string) =>
    `Ein Teil der Adresse ist unverständlich und filtert nichts (${names}). Prüfen Sie den Filter.`,
  notKept: (names: string) =>
    `Ein Teil des Filters ist unverständlich, daher ist die Ansicht nicht gespeichert (${names}). Berichtigen Sie ihn oder lassen Sie ihn weg.`,
  delete: "Löschen",
  deleted: "Die Ansicht ist gelöscht.",
  gone: "Diese Ansicht gibt es nicht mehr, oder sie wird nicht mit Ihnen geteilt.",
  deleteOwn: "Die Ansicht wird endgültig gelöscht. Die Deals und Leads darin bleiben.",
  deleteShared: "Die Ansicht wird für alle hier endgültig gelöscht. Die Deals und Leads darin bleiben."
}
