import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

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
    intake: "über den Eingang",
    admin: "auf der Kommandozeile",
    job: "automatisch"
  },
  andMore: (count: number) => ` und ${number(count)} weitere`,
  others: (count: number) => `Die übrigen ${number(count)} gibt die API zurück.`,
  wasRefused: (code: Part) => html`abgelehnt: ${code}`,
  times: (count: number) => `, ${number(count)}-mal`,
  undoThis: "Rückgängig machen …",
  undoSince: (who: Part) => html`Alles von ${who} seitdem rückgängig machen …`,
  forAdmins: "Nur Admins können das Protokoll sehen.",
  about:
    "Alle Änderungen in diesem Arbeitsbereich und alle abgelehnten Anfragen, neueste zuerst. Agenten wählen ihre Namen selbst.",
  noEntries: "Keine passenden Einträge.",
  noneSoFar: "Bisher keine; es gibt ältere Einträge.",
  older: "Ältere Einträge",
  app: (name: Part) => html`App ${name}`,
  key: (name: Part) => html`API-Schlüssel ${name}`,
  undoSomeone: "Alles von jemandem rückgängig machen …",
  undoAll: "Alles rückgängig machen von",
  toOrNow: "Bis (optional)",
  showThat: "Vorschau",
  beforeSeen: (days: number) =>
    `Sie sehen zuerst eine Vorschau. Änderungen, die älter als ${number(days)} Tage sind, lassen sich nicht rückgängig machen.`,
  wholeRecord: "der ganze Eintrag",
  nothingToUndo: "Nichts lässt sich rückgängig machen.",
  willBeUndone: "Das wird rückgängig gemacht",
  stays: "Das bleibt unverändert",
  moreOlder: "Es gibt ältere Änderungen. Wiederholen Sie den Vorgang, um auch diese rückgängig zu machen.",
  messages: (count: number) =>
    `${plural(count, { one: "Webhook-Nachricht wird", other: "Webhook-Nachrichten werden" })} an die Abonnements gesendet, die die Änderung erhalten haben.`,
  undo: "Rückgängig machen",
  back: "← Zurück",
  notYet:
    "Noch wurde nichts rückgängig gemacht. Datumsangaben, Summen und Aktivität werden wiederhergestellt. Seitdem geänderte Einträge bleiben unverändert.",
  cancel: "Abbrechen",
  nothingHere: (days: number, admin: boolean) =>
    `Nichts rückgängig zu machen: Es wurde nichts geändert, es ist älter als ${number(days)} Tage${admin ? "" : ", oder es stammt von jemand anderem: Dann können es nur diese Person und Admins rückgängig machen"}.`,
  chooseAnother: html`Wählen Sie eine andere Zeit oder einen anderen Eintrag im
    <a href="/settings/audit">Protokoll</a>.`,
  askAdmin:
    "Bitten Sie einen Admin des Arbeitsbereichs, es rückgängig zu machen, oder ändern Sie den Eintrag von Hand.",
  undone: (count: number) =>
    count === 1 ? "Änderung rückgängig gemacht." : `${number(count)} Änderungen rückgängig gemacht.`,
  notUndone: (count: number) => ` ${number(count)} ließen sich nicht rückgängig machen.`,
  inUtc: (label: Part) => html`${label} (UTC)`
}
