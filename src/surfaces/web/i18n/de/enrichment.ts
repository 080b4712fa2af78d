import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { form, number, plural } = locale

export const enrichment = {
  title: "Anreicherung",
  nothing: "Noch keine Anreicherung. Ergebnisse eines Agenten erscheinen hier.",
  noVerdict: "Noch keine Einstufung",
  status: "Status",
  statuses: {
    queued: "Wartet auf einen Agenten",
    in_progress: "In Arbeit",
    complete: "Abgeschlossen",
    skipped: "Übersprungen"
  },
  scoreAsGiven: "Bewertung im Original",
  provider: "Anbieter",
  contact: "Gefundener Kontakt",
  longValue: "Gekürzt. Die API gibt den ganzen Wert zurück.",
  moreKeys: (count: number) => `Die API gibt ${number(count)} weitere zurück.`,
  writeUp: "Einschätzung",
  notes: "Notizen",
  additional: "Weitere Angaben",
  apiKey: (name: Part) => html`API-Schlüssel ${name}`,
  app: (name: Part) => html`App ${name}`,
  history: (count: number) =>
    `Verlauf: ${plural(count, { one: "Aktualisierung", other: "Aktualisierungen" })}`,
  writtenBy: (at: Part, who: Part) => html`${at} von ${who}`,
  wrote: (keys: Part) => html`Aktualisiert: ${keys}`,
  noKeys: "nichts",
  andMore: (keys: Part, count: number) => html`${keys} und ${number(count)} weitere`,
  earlier: (count: number) =>
    `Die API gibt auch ${form(count, { one: "den früheren Eintrag", other: `die ${number(count)} früheren Einträge` })} zurück.`
}
