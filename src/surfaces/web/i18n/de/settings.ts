import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const settings = {
  group: { workspace: "Arbeitsbereich", selling: "Verkauf", connections: "Verbindungen" },
  title: "Arbeitsbereich",
  name: "Name",
  timeZone: "Zeitzone",
  aboutZone: "Berichte verwenden diese Zeitzone für Monate, Wochen und Tage.",
  aboutLostReasons: "Vorschläge, wenn ein Deal als verloren markiert wird.",
  save: "Speichern",
  saved: "Arbeitsbereich gespeichert.",
  plan: "Tarif",
  plans: { free: "Kostenlos", standard: "Standard" },
  role: "Ihre Rolle",
  used: "Nutzung",
  of: (count: number, cap: number) => `${number(count)} von ${number(cap)}`,
  noCap: (count: number) => number(count),
  boards: "Boards",
  openDeals: "Offene Deals",
  members: "Mitglieder",
  keys: "API-Schlüssel",
  templates: "E-Mail-Vorlagen",
  requests: "Anfragen in der letzten Minute",
  operator: "Der Betreiber kann den Tarif mit dem Befehl „npm run admin -- workspace“ ändern.",
  resend: "Erneut einladen",
  holds: (count: number) => plural(count, { one: "Deal", other: "Deals" }),
  holdsDeals: (stage: Part, count: number) =>
    html`${stage} ist entfernt. Darin ${count === 1 ? "ist" : "sind"}
    ${plural(count, { one: "Deal", other: "Deals" })}: Wählen Sie unten eine Phase dafür.`
}
