import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number, plural } = locale

export const today = {
  title: "Heute",
  whose: "Wessen Deals",
  mine: "Meine",
  everyone: "Alle",
  wrongWhose: html`Der Parameter <code>whose</code> muss <code>mine</code> oder <code>everyone</code> sein.
    Die Seite zeigt Ihre eigenen Deals.`,
  steps: "Nächste Schritte",
  overdue: "Überfällig",
  dueToday: "Heute fällig",
  dueSoon: "Nächste 7 Tage",
  nothingDue: "Heute ist nichts fällig.",
  toBoard: "Board öffnen",
  toInbox: "Posteingang öffnen",
  allSteps: "Alle Deals nach nächstem Schritt",
  noStep: "Ohne Beschreibung",
  overdueBy: (days: number) => `${plural(days, { one: "Tag", other: "Tage" })} überfällig`,
  overdueSince: (time: Part) => html`überfällig seit ${time}`,
  inDays: (days: number) => (days === 0 ? "heute" : days === 1 ? "morgen" : `in ${number(days)} Tagen`),
  at: (day: Part, time: Part) => html`${day}, ${time}`,
  done: "Erledigt",
  isDone: (step: Part, deal: Part) => html`Erledigt: ${step} (${deal}).`,
  reschedule: "Verschieben",
  tomorrow: "Morgen",
  nextWeek: "Nächsten Montag",
  otherDay: "Anderer Tag",
  setDay: "Tag festlegen",
  noDay: "Wählen Sie zuerst einen Tag.",
  isMoved: (deal: Part, day: Part) => html`${deal}: Der nächste Schritt ist am ${day} fällig.`,
  stepChanged: (deal: Part) =>
    html`Der nächste Schritt von ${deal} hat sich inzwischen geändert, deshalb wurde nichts gespeichert. Laden
    Sie die Seite neu, um ihn zu sehen.`,
  addNote: "Notiz hinzufügen",
  of: (deal: Part) => html`: ${deal}`,
  leads: "Neue Leads",
  noLeads: "Keine neuen Leads.",
  allLeads: "Alle neuen Leads",
  quiet: "Ohne Aktivität",
  aboutQuiet: (days: number) => `Seit mindestens ${number(days)} Tagen keine Aktivität.`,
  inStage: (stage: Part, days: Part) => html`${stage}, ${days}`,
  allQuiet: "Alle Deals ohne Aktivität",
  allApprovals: "Alle Freigaben",
  changed: "In den letzten 24 Stunden geändert",
  byWhom: (who: Part, means: Part) => html`· ${who}${means !== false && [" ", means]}`,
  andMore: (what: Part, count: number) =>
    html`${what} (${plural(count, { one: "weitere Änderung", other: "weitere Änderungen" })})`,
  moved: (from: Part, to: Part) => html`von ${from} nach ${to} verschoben`,
  edited: (fields: Part) => html`geändert: ${fields}`,
  noted: (text: Part) => html`Notiz: ${text}`,
  marked: (status: Part) => html`als ${status} markiert`,
  changes: {
    deal: {
      created: "angelegt",
      updated: "bearbeitet",
      stage_changed: "in eine andere Phase verschoben",
      won: "gewonnen",
      dead: "verloren",
      reopened: "wieder geöffnet",
      deleted: "gelöscht",
      restored: "wiederhergestellt",
      email_sent: "E-Mail gesendet"
    },
    note: {
      created: "Notiz hinzugefügt",
      updated: "Notiz bearbeitet",
      deleted: "Notiz gelöscht"
    },
    lead: {
      created: "neuer Lead",
      updated: "Angaben geändert",
      triaged: "Status geändert",
      enriched: "angereichert",
      promoted: "in einen Deal umgewandelt",
      deleted: "gelöscht"
    }
  }
}
