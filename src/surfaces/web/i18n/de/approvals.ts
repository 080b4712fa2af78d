import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const approvals = {
  statuses: {
    pending: "offen",
    done: "ausgeführt",
    declined: "abgelehnt",
    expired: "abgelaufen",
    stale: "nicht ausgeführt: Daten geändert",
    failed: "fehlgeschlagen"
  },
  open: { deal: "Deal öffnen", lead: "Lead öffnen" },
  justNow: "gerade eben",
  ago: (age: Part) => html`vor ${age}`,
  waitsUntil: (left: Part, until: Part) => html` · läuft in ${left} ab, ${until}`,
  moreOfThese: (count: number) => `${number(count)} weitere`,
  readAll: "Alles lesen",
  knownOnce: (what: Part) => html`Erst nach der Freigabe bekannt: ${what}`,
  declined: "Abgelehnt",
  approved: "Freigegeben",
  by: (who: Part) => html` von ${who}`,
  quoted: (text: Part) => html`: „${text}“`,
  whatChanged: "Änderungen",
  requests: "Anfragen",
  waiting: "Offen",
  lately: "Letzte 30 Tage",
  title: "Freigaben",
  forAdmin: html`Hier erscheinen Änderungen von Agenten, die ein Admin freigeben muss. Welche das sind, legen
    Sie für jeden <a href="/settings/keys">API-Schlüssel</a> und jede
    <a href="/settings/apps">verbundene App</a> fest.`,
  forOthers: "Anfragen Ihrer eigenen Agenten. Ein Admin des Arbeitsbereichs entscheidet.",
  nothingAsked: "Noch keine Anfragen.",
  nothingWaits: "Keine offenen Freigaben.",
  older: "Ältere Anfragen",
  approval: "Freigabe",
  reasonOptional: "Grund (optional)",
  reason: "Grund",
  agentReads: "Der Agent kann ihn lesen.",
  declineAlike: "Auch alle gleichartigen ablehnen",
  alikeOfApp: (kind: Part, name: Part) =>
    html`Gibt auch alle anderen offenen Änderungen dieser Art (${kind}) der App ${name} frei, höchstens 100.
    Jede wird nur ausgeführt, wenn sich die zugrunde liegenden Daten nicht geändert haben.`,
  alikeOfKey: (kind: Part, name: Part) =>
    html`Gibt auch alle anderen offenen Änderungen dieser Art (${kind}) des Schlüssels ${name} frei, höchstens
    100. Jede wird nur ausgeführt, wenn sich die zugrunde liegenden Daten nicht geändert haben.`,
  approve: "Freigeben",
  declineOpen: "Ablehnen …",
  decline: "Ablehnen",
  alikeOpen: "Alle gleichartigen freigeben …",
  approveAlike: "Alle gleichartigen freigeben",
  moreWait: (count: number) => `${number(count)} gleichartige offen.`,
  areDeclined: (count: number) =>
    count === 1
      ? "Abgelehnt. Nichts wurde geändert."
      : `${number(count)} Änderungen abgelehnt. Nichts wurde geändert.`,
  someDone: (done: number, all: number) => `${number(done)} von ${number(all)} ausgeführt.`,
  someNot: (count: number) => `${number(count)} fehlgeschlagen. Der Grund steht jeweils dabei.`,
  isDone: (what: Part) => html`Ausgeführt: ${what}`,
  notDone: "Freigegeben, aber nicht ausgeführt. Der Grund steht unten."
}
