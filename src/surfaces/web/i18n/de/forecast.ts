import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { plural } = locale

export const forecast = {
  by: "Zeiträume",
  lengths: { month: "Monate", quarter: "Quartale" },
  table: "Prognose nach Zeitraum",
  chart: (currency: string) =>
    `Diagramm der Prognose in ${currency}. Die Zahlen stehen in der Tabelle darunter.`,
  highest: (amount: Part) => html`höchster Wert: ${amount}`,
  period: "Zeitraum",
  overdue: "Überfällig",
  later: "Später",
  quarter: (quarter: number, year: string) => `Q${quarter} ${year}`,
  deals: "Offene Deals",
  won: "Gewonnen",
  weighted: "Gewichtet",
  goal: "Ziel",
  gap: "Lücke zum Ziel",
  covered: "Keine",
  noGoal: "Kein Ziel",
  setGoals: "Ziele setzen",
  empty:
    "Noch kein offener Deal hat einen erwarteten Abschluss. Öffnen Sie einen Deal, um den erwarteten Abschluss und die Prognose anzugeben.",
  undated: (count: number) =>
    `${plural(count, { one: "offener Deal hat", other: "offene Deals haben" })} keinen erwarteten Abschluss und ${count === 1 ? "fehlt" : "fehlen"} in der Tabelle.`,
  showOpen: "Offene Deals anzeigen",
  choose: "Wählen Sie einen Zeitraum, um seine offenen Deals zu sehen.",
  about: (zone: Part) =>
    html`Offene Deals zählen im Zeitraum ihres erwarteten Abschlusses. Gewichtet: Beträge mal
    Wahrscheinlichkeit ihrer Phase. Lücke zum Ziel: das Ziel abzüglich gewonnener und zugesagter Deals.
    Zeitzone: ${zone}.`,
  dealsOf: (period: Part) => html`Offene Deals: ${period}`,
  none: "Keine offenen Deals in diesem Zeitraum.",
  first: (count: number) => `Die ersten ${count} Deals nach erwartetem Abschluss.`,
  showAll: "Alle in der Liste der Deals anzeigen"
}
