import { html, type Part } from "../../Html.ts"
import { speech } from "./speech.ts"

const { number } = speech

export const approvals = {
  statuses: {
    pending: "wartet",
    done: "erledigt",
    declined: "abgelehnt",
    expired: "abgelaufen",
    stale: "nicht getan: Daten geändert",
    failed: "nicht getan: abgelehnt"
  },
  open: { deal: "Deal öffnen", lead: "Lead öffnen" },
  justNow: "gerade eben",
  ago: (age: Part) => html`vor ${age}`,
  waitsUntil: (left: Part, until: Part) => html` · wartet noch ${left}, bis ${until}`,
  moreOfThese: (count: number) => `${number(count)} weitere`,
  readAll: "Alles lesen",
  knownOnce: (what: Part) => html`Erst bekannt, wenn es getan ist: ${what}`,
  declined: "Abgelehnt",
  approved: "Freigegeben",
  by: (who: Part) => html` von ${who}`,
  quoted: (text: Part) => html`: „${text}“`,
  whatChanged: "Änderungen",
  requests: "Anfragen",
  waiting: "Wartend",
  lately: "Letzte 30 Tage",
  title: "Freigaben",
  forAdmin: html`Was Agenten nicht von selbst tun dürfen, wartet hier auf einen Admin. Wofür sie fragen
    müssen, ist bei jedem <a href="/settings/keys">API-Schlüssel</a> und jeder
    <a href="/settings/apps">verbundenen App</a> festgelegt.`,
  forOthers: "Anfragen Ihrer eigenen Agenten. Ein Admin des Arbeitsbereichs entscheidet.",
  nothingAsked: "Noch keine Anfragen.",
  nothingWaits: "Keine offenen Freigaben.",
  older: "Ältere Anfragen",
  approval: "Freigabe",
  reasonOptional: "Grund (optional)",
  reason: "Grund",
  agentReads: "Der Agent sieht ihn.",
  declineAlike: "Auch alle gleichartigen ablehnen",
  alikeOfApp: (kind: Part, name: Part) =>
    html`Auch alle anderen Änderungen dieser Art (${kind}), auf die die App ${name} wartet, werden damit
    freigegeben, höchstens 100. Jede wird nur ausgeführt, wenn sich an ihrer Grundlage nichts geändert hat.`,
  alikeOfKey: (kind: Part, name: Part) =>
    html`Auch alle anderen Änderungen dieser Art (${kind}), auf die der Schlüssel ${name} wartet, werden damit
    freigegeben, höchstens 100. Jede wird nur ausgeführt, wenn sich an ihrer Grundlage nichts geändert hat.`,
  approve: "Freigeben",
  declineOpen: "Ablehnen …",
  decline: "Ablehnen",
  alikeOpen: "Alle gleichartigen freigeben …",
  approveAlike: "Alle gleichartigen freigeben",
  moreWait: (count: number) => `${number(count)} gleichartige warten noch.`,
  areDeclined: (count: number) =>
    count === 1
      ? "Es ist abgelehnt: Nichts wurde geändert."
      : `${number(count)} Änderungen sind abgelehnt: Nichts wurde geändert.`,
  someDone: (done: number, all: number) => `${number(done)} von ${number(all)} sind ausgeführt.`,
  someNot: (count: number) => `${number(count)} ließen sich nicht ausführen: Bei jeder steht, warum.`,
  isDone: (what: Part) => html`Erledigt: ${what}`,
  notDone: "Es wurde freigegeben, aber nicht ausgeführt. Unten steht, warum."
}
