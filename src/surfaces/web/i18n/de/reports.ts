import { html, type Part } from "../../Html.ts"

export const reports = {
  download: "Als Bild herunterladen:",
  light: "hell",
  lightOf: (title: Part) => html`${title}, Bild hell`,
  dark: "dunkel",
  darkOf: (title: Part) => html`${title}, Bild dunkel`,
  none: "Noch kein Board. Ein Admin kann unter Einstellungen › Boards eines anlegen.",
  setGoals: "Monatsziele setzen",
  zone: (zone: Part) =>
    html`Monate beginnen am Ersten und Wochen am Montag, jeweils um Mitternacht (Zeitzone: ${zone}).`,
  from: "Von",
  to: "Bis",
  owner: "Zuständig",
  everyone: "Alle",
  periods: "Zeiträume",
  period: {
    thisMonth: "Dieser Monat",
    lastMonth: "Letzter Monat",
    thisQuarter: "Dieses Quartal",
    lastQuarter: "Letztes Quartal",
    thisYear: "Dieses Jahr"
  },
  wrongMonths: (most: number) =>
    html`Geben Sie höchstens ${most} Monate als JJJJ-MM an, den letzten nicht vor dem ersten. Angezeigt wird
    der aktuelle Monat.`,
  ofOneOwner:
    "Der Trichter und die anderen Berichte gelten für alle Zuständigen. Wählen Sie „Alle“, um sie zu sehen."
}
