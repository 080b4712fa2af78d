import { html, type Part } from "../../Html.ts"

export const views = {
  label: "Gespeicherte Ansichten",
  save: "Als Ansicht speichern…",
  keep: "Ansicht speichern",
  name: "Name der Ansicht",
  share: "Mit dem Arbeitsbereich teilen",
  shared: "geteilt",
  sharedBy: (name: Part) => html`Geteilt von ${name}`,
  change: "Ändern…",
  rename: "Speichern",
  saveChanges: "Änderungen an der Ansicht speichern",
  saved: (name: Part) => html`Ansicht ${name} gespeichert.`,
  notFiltered: (names: string) =>
    `Ein Teil des Filters ist ungültig und wurde ignoriert (${names}). Prüfen Sie den Filter.`,
  notKept: (names: string) =>
    `Die Ansicht wurde nicht gespeichert: Der Filter ist ungültig (${names}). Korrigieren oder entfernen Sie ihn.`,
  delete: "Löschen",
  deleted: "Ansicht gelöscht.",
  gone: "Diese Ansicht wurde gelöscht oder wird nicht mit Ihnen geteilt.",
  deleteOwn: "Die Ansicht wird endgültig gelöscht. Die Deals und Leads darin bleiben.",
  deleteShared: "Die Ansicht wird für alle endgültig gelöscht. Die Deals und Leads darin bleiben."
}
