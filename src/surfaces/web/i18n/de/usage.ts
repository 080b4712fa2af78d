import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const usage = {
  number: (value: number) => number(value),
  kinds: { key: "API-Schlüssel", app: "Verbundene App", person: "Auf diesen Seiten", gone: "Gelöscht" },
  fromUtc: "Von (UTC)",
  answered: "Beantwortet",
  refused: "Abgelehnt",
  lastHour: "Die letzte Stunde, je Minute",
  lastDay: "Die letzten 24 Stunden, je Stunde",
  busiest: (most: number, limit: number) => `stärkste Minute ${number(most)} von ${number(limit)}`,
  soManyRefused: (count: number) => `${number(count)} abgelehnt`,
  minutesAgo: "vor 60 Minuten",
  hoursAgo: "vor 24 Stunden",
  wasAnswered: "beantwortet",
  wasRefused: "abgelehnt",
  limit: (count: number) => `Grenze von ${number(count)} je Minute`,
  hourOf: (name: Part) => html`Anfragen von ${name} in der letzten Stunde, je Minute`,
  dayOf: (name: Part) => html`Anfragen von ${name} in den letzten 24 Stunden, je Stunde`,
  soManyAnswered: (count: number) => `${plural(count, { one: "Anfrage", other: "Anfragen" })} beantwortet`,
  lately: (hour: number, day: number) =>
    `${plural(hour, { one: "Anfrage", other: "Anfragen" })} in der letzten Stunde, ${number(day)} in 24 Stunden`,
  nothing: "Zugang nicht gefunden. Wählen Sie einen aus der Liste.",
  wholeWorkspace: "der ganze Arbeitsbereich",
  about: (credential: number, workspace: number, status: number) =>
    `Anfragen an die API, MCP und diese Seiten. Die Grenze ist ${number(credential)} in 60 Sekunden je Zugang und ${number(workspace)} je Arbeitsbereich. Weitere werden mit ${status} abgelehnt. Die Zahlen sind ein paar Sekunden alt.`,
  whole: "Der ganze Arbeitsbereich",
  showWhole: "Ganzen Arbeitsbereich anzeigen",
  byCredential: "Nach Zugang"
}
