import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number, plural } = speech

export const audit = {
  everything: "Alles",
  done: "Änderungen",
  refused: "Abgelehnte Anfragen",
  target: "ID des Datensatzes",
  actor: "Person, Schlüssel, App oder Auftrag",
  agent: "Agent",
  operation: "Vorgang",
  request: "Anfrage",
  from: "Von",
  before: "Bis vor",
  outcome: "Ergebnis",
  show: "Anzeigen",
  surfaces: {
    rest: "über die API",
    mcp: "über MCP",
    rpc: "über RPC",
    pages: "auf einer Seite",
    intake: "von außen",
    admin: "auf der Kommandozeile",
    job: "von selbst"
  },
  andMore: (count: number) => ` und ${number(count)} weitere`,
  others: (count: number) => `Die übrigen ${number(count)} gibt die API zurück.`,
  wasRefused: (code: Part) => html`abgelehnt: ${code}`,
  times: (count: number) => `, ${number(count)}-mal`,
  undoThis: "Rückgängig machen …",
  undoSince: (who: Part) => html`Alles von ${who} seitdem rückgängig machen …`,
  forAdmins: "Das Protokoll darf nur ein Admin des Arbeitsbereichs sehen. Bitten Sie einen darum.",
  about:
    "Alles, was in diesem Arbeitsbereich geändert wurde, von wem und womit, das Neueste zuerst; und was abgelehnt wurde. Der Name eines Agenten ist der, den er selbst angibt.",
  noEntries: "Keine passenden Einträge.",
  noneSoFar: "Bisher keine; es gibt ältere Einträge.",
  older: "Ältere Einträge",
  app: (name: Part) => html`App ${name}`,
  key: (name: Part) => html`API-Schlüssel ${name}`,
  undoSomeone: "Alles von jemandem rückgängig machen …",
  undoAll: "Alles rückgängig machen von",
  toOrNow: "Bis, oder bis jetzt",
  showThat: "Vorschau",
  beforeSeen: (days: number) =>
    `Nichts wird rückgängig gemacht, bevor Sie es gesehen haben. Was älter als ${number(days)} Tage ist, bleibt.`,
  wholeRecord: "der ganze Eintrag",
  nothingToUndo: "Nichts lässt sich rückgängig machen.",
  willBeUndone: "Das wird rückgängig gemacht",
  stays: "Das bleibt, wie es ist",
  moreOlder: "Es gibt noch Älteres: Machen Sie danach noch einmal rückgängig.",
  messages: (count: number) =>
    `${plural(count, { one: "Nachricht geht", other: "Nachrichten gehen" })} an die hinaus, die davon per Webhook erfahren haben.`,
  undo: "Rückgängig machen",
  back: "← Zurück",
  notYet:
    "Noch ist nichts rückgängig gemacht. Danach ist es, als wäre es nie geschehen: Daten, Summen, Aktivität. Was inzwischen jemand geändert hat, bleibt, wie es ist.",
  cancel: "Abbrechen",
  nothingHere: (days: number, admin: boolean) =>
    `Hier gibt es nichts rückgängig zu machen. Es hat nichts geändert, ist älter als ${number(days)} Tage${admin ? "" : ", oder jemand anderes hat es getan, sodass nur diese Person und Admins es rückgängig machen können"}.`,
  chooseAnother: html`Wählen Sie eine andere Zeit oder einen anderen Eintrag im
    <a href="/settings/audit">Protokoll</a>.`,
  askAdmin:
    "Bitten Sie einen Admin des Arbeitsbereichs, es rückgängig zu machen, oder ändern Sie den Eintrag von Hand.",
  undone: (count: number) =>
    count === 1
      ? "Die Änderung ist rückgängig gemacht."
      : `${number(count)} Änderungen sind rückgängig gemacht.`,
  notUndone: (count: number) => ` ${number(count)} ließen sich nicht rückgängig machen.`,
  inUtc: (label: Part) => html`${label} (UTC)`
}
