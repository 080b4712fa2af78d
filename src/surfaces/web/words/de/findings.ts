import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { form, number } = speech

export const findings = {
  title: "Anreicherung",
  nothing:
    "Über diesen Lead ist noch nichts weiter bekannt. Was bei der Anreicherung herauskommt, erscheint hier.",
  noVerdict: "Noch keine Einstufung",
  status: "Status",
  statuses: {
    queued: "Wartet auf Anreicherung",
    in_progress: "Wird gerade angereichert",
    complete: "Abgeschlossen",
    skipped: "Übersprungen"
  },
  scoreAsGiven: "Bewertung im Original",
  provider: "Anbieter",
  contact: "Gefundener Kontakt",
  longValue: "Dieser Wert ist länger; die API gibt ihn ganz aus.",
  moreKeys: (count: number) => `Die API gibt ${number(count)} weitere aus.`,
  writeUp: "Einschätzung",
  notes: "Notizen",
  additional: "Weitere Angaben",
  apiKey: (name: Part) => html`API-Schlüssel ${name}`,
  app: (name: Part) => html`App ${name}`,
  history: (count: number) => `Verlauf: ${count === 1 ? "einmal" : `${number(count)}-mal`} geschrieben`,
  writtenBy: (at: Part, who: Part) => html`${at} von ${who}`,
  wrote: (keys: Part) => html`Geschrieben: ${keys}`,
  noKeys: "nichts",
  andMore: (keys: Part, count: number) => html`${keys} und ${number(count)} weitere`,
  earlier: (count: number) =>
    `Die API gibt auch ${form(count, { one: "den früheren Eintrag", other: `die ${number(count)} früheren Einträge` })} aus.`
}
