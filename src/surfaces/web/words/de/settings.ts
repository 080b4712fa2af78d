import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const settings = {
  group: { workspace: "Arbeitsbereich", selling: "Verkauf", connections: "Verbindungen" },
  title: "Arbeitsbereich",
  name: "Name",
  timeZone: "Zeitzone",
  aboutZone:
    "Dort beginnen um Mitternacht die Monate, Wochen und Tage der Berichte. Am Bestand ändert sich nichts.",
  aboutLostReasons: "Werden vorgeschlagen, wo ein Deal als verloren markiert wird.",
  save: "Speichern",
  saved: "Der Arbeitsbereich ist gespeichert.",
  plan: "Tarif",
  plans: { free: "Kostenlos", standard: "Standard" },
  role: "Ihre Rolle",
  used: "Was genutzt wird",
  of: (count: number, cap: number) => `${number(count)} von ${number(cap)}`,
  noCap: (count: number) => number(count),
  boards: "Boards",
  openDeals: "Offene Deals",
  members: "Mitglieder",
  keys: "API-Schlüssel",
  templates: "E-Mail-Vorlagen",
  requests: "Anfragen in der letzten Minute",
  operator: "Den Tarif ändert, wer diesen Dienst betreibt, mit dem Befehl „npm run admin -- workspace“.",
  resend: "Erneut einladen",
  holds: (count: number) => plural(count, { one: "Deal", other: "Deals" }),
  holdsDeals: (stage: Part, count: number) =>
    html`${stage} ist entfernt. Darin ${count === 1 ? "ist" : "sind"}
    ${plural(count, { one: "Deal", other: "Deals" })}: Wählen Sie unten, wohin damit.`
}
